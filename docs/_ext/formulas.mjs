// Reads a JSON list of pairs, a formula and whether it is a display, and writes a JSON list of MathML.
import { readFileSync } from "node:fs";

const { default: katex } = await import(process.argv[2]);

function mathml([formula, displayMode]) {
  const html = katex.renderToString(formula, { displayMode, output: "mathml", throwOnError: true, strict: "ignore" });
  return html.slice(html.indexOf("<math"), html.lastIndexOf("</math>") + "</math>".length);
}

process.stdout.write(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map(mathml)));
