"""Which tests take long. The fast subset leaves them out: `pytest -m "not slow"`.

Each is the beginning of a test's place in pytest: a file, or one test in it. Beside it stands the processor time in
seconds, or the program that it starts and waits for.
"""

from __future__ import annotations

SLOW: dict[str, str] = {
    "tests/house/test_command.py": "starts the command",
    "tests/house/test_documents.py": "runs every example of the documents",
    "tests/house/test_help.py": "starts the command",
    "tests/house/test_reports.py": "writes all reports again",
    "tests/house/test_site.py": "builds the documentation",
    "tests/house/test_streams.py": "starts the command with closed streams",
    "tests/house/test_surroundings.py": "starts the command in many surroundings",
    "tests/house/test_wheel.py": "builds the wheel",
    "tests/laws/test_calculus_laws.py": "4 s",
    "tests/laws/test_judge_laws.py": "5 s",
    "tests/laws/test_latex_roundtrip.py": "6 s",
    "tests/laws/test_numeric_models_laws.py": "2 s",
    "tests/laws/test_read_documents_laws.py": "17 s",
    "tests/laws/test_read_laws.py": "17 s",
    "tests/laws/test_trace_laws.py": "11 s",
    "tests/laws/test_verify_laws.py": "5 s",
    "tests/lies/test_crosscheck_lies.py": "11 s",
    "tests/lies/test_inequality_lies.py": "2 s",
    "tests/lies/test_judge_lies.py": "12 s",
    "tests/lies/test_lectures_classifiers.py": "6 s",
    "tests/lies/test_lectures_decisions.py": "3 s",
    "tests/lies/test_lectures_margins.py": "11 s",
    "tests/lies/test_limits.py": "meets limits of time",
    "tests/lies/test_trace_lies.py": "34 s",
    "tests/lies/test_verify_code_lies.py": "starts processes, and meets limits of time",
    "tests/lies/test_verify_lies.py": "3 s",
    "tests/unit/test_check_cluster.py": "starts a cluster",
    "tests/unit/test_check_command.py": "starts the command",
    "tests/unit/test_check_views.py": "6 s",
    "tests/unit/test_command_inputs.py": "8 s",
    "tests/unit/test_judge_wrong_lines.py": "4 s",
    "tests/unit/test_kernel_label.py::test_renamed_graphs_are_one": "4 s",
    "tests/unit/test_lectures_proved.py": "10 s",
    "tests/unit/test_lower_lectures.py": "6 s",
    "tests/unit/test_lower_stable.py": "5 s",
    "tests/unit/test_measured.py": "waits",
    "tests/unit/test_mutation.py": "starts processes",
    "tests/unit/test_notes.py": "9 s",
    "tests/unit/test_notes_additions.py": "2 s, and starts KaTeX",
    "tests/unit/test_notes_browser.py": "starts a browser",
    "tests/unit/test_notes_katex.py": "starts KaTeX",
    "tests/unit/test_notes_tex.py": "runs TeX",
    "tests/unit/test_numeric_formulas.py": "8 s",
    "tests/unit/test_read_homework.py": "6 s",
    "tests/unit/test_recheck.py::test_nothing_hangs": "meets limits of time",
    "tests/unit/test_registers.py": "7 s",
    "tests/unit/test_report.py::test_a_claim_that_comes_out_otherwise_is_a_failure": "writes a report",
    "tests/unit/test_report.py::test_a_false_link_is_a_failure": "writes a report",
    "tests/unit/test_report.py::test_a_report_is_pages_and_json": "writes a report",
    "tests/unit/test_report.py::test_a_report_written_twice_is_the_same": "writes two reports",
    "tests/unit/test_report.py::test_an_interrupt_ends_all_processes": "starts processes",
    "tests/unit/test_report.py::test_an_interrupt_leaves_the_old_report": "writes a report",
    "tests/unit/test_report.py::test_several_processes_give_what_one_gives": "starts processes",
    "tests/unit/test_report.py::test_the_notes_of_a_report": "writes notes",
    "tests/unit/test_schemas.py": "3 s",
    "tests/unit/test_trace_programs.py": "7 s",
    "tests/unit/test_verify_against.py": "9 s",
    "tests/unit/test_verify_command.py": "starts the command",
    "tests/unit/test_verify_diagnosis.py": "3 s",
    "tests/unit/test_verify_one_example.py": "2 s",
    "tests/unit/test_verify_plugin.py": "starts pytest",
}


def is_slow(place: str) -> bool:
    """Return whether a test takes long, by its place.

    >>> is_slow("tests/house/test_wheel.py::test_wheel"), is_slow("tests/house/test_lies.py::test_lies")
    (True, False)
    """
    return place.startswith(tuple(SLOW))
