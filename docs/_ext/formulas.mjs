// Reads a JSON list of pairs, a formula and whether it is a display, and writes a JSON list of MathML.
import { readFileSync } from "node:fs";

const { default: katex } = await import(process.argv[2]);

// KaTeX leaves the thin space around the name of a function to its own fonts, which a page of MathML does not have.
const SPACE = '<mspace width="0.167em"></mspace>';
const BEFORE = /(<\/(?:mi|mn|mrow|mfrac|msub|msup|msubsup)>)(?=<mi[^>]*>[^<]+<\/mi><mo>\u2061<\/mo>)/g;
const AFTER = /(<mo>\u2061<\/mo>)(?!<mo stretchy="false">\(|<mrow><mo fence)/g;
// A bar is a relation to it, with space on both sides; in these pages it stands round an absolute value or a norm.
const BAR = /<mo stretchy="false">([∣∥])<\/mo>/g;

function mathml([formula, displayMode]) {
  const html = katex.renderToString(formula, { displayMode, output: "mathml", throwOnError: true, strict: "ignore" });
  const math = html.slice(html.indexOf("<math"), html.lastIndexOf("</math>") + "</math>".length);
  return math.replace(BEFORE, `$1${SPACE}`).replace(AFTER, `$1${SPACE}`).replace(BAR, '<mo lspace="0" rspace="0" stretchy="false">$1</mo>');
}

process.stdout.write(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map(mathml)));
