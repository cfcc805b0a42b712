// Reads a JSON list of formulas from standard input, and writes a JSON list of what KaTeX, in strict mode, says of each:
// an empty text where it accepts the formula.
import katex from "katex";
import { readFileSync } from "node:fs";

const options = { displayMode: true, strict: "error", throwOnError: true, output: "html" };

function complaint(formula) {
  try {
    katex.renderToString(formula, options);
    return "";
  } catch (error) {
    return error.message;
  }
}

process.stdout.write(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map(complaint)));
