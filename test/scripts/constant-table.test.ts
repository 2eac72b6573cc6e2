import { describe, expect, it } from "vitest";
import { moveConstants, type Moved } from "../../scripts/worker/constant-table.ts";

const LONG = "a text of more than twenty-four characters";
const NUMBERS = Array.from({ length: 32 }, (_, index) => 2 ** index);
const everywhere = (code: string) => moveConstants(code, "$", () => true);

/** Leaves out what only keeps the columns. */
const squeeze = ({ code, constants }: Moved) => ({ code: code.replaceAll(/ +\)/g, ")"), constants });

describe("moveConstants", () => {
  it.each([
    ["a literal", `f("${LONG}")`, "f($(0))", [LONG]],
    ["a template", `f(\`${LONG}\`)`, "f($(0))", [LONG]],
    [
      "the fixed parts of a template",
      `f(\`${LONG}\${x}${LONG}!\`)`,
      "f(`${$(0)}${x}${$(1)}`)",
      [LONG, `${LONG}!`],
    ],
    ["a template in a template", `f(\`a\${\`${LONG}\`}b\`)`, "f(`a${$(0)}b`)", [LONG]],
    ["SQL without its indentation", `f(\`${LONG}\n    ${LONG}\`)`, "f($(0\n))", [`${LONG} ${LONG}`]],
    ["a text with paragraphs", `f(\`${LONG}\n\n    ${LONG}\`)`, "f($(0\n\n))", [`${LONG}\n\n    ${LONG}`]],
    ["the same string once", `f("${LONG}", '${LONG}')`, "f($(0), $(0))", [LONG]],
    ["a computed name", `x = {["${LONG}"]: 1}`, "x = {[$(0)]: 1}", [LONG]],
    ["what an escape means", `f("\\u00e4\\n${LONG}")`, "f($(0))", [`ä\n${LONG}`]],
  ])("moves %s", (_, code, moved, constants) => {
    expect(squeeze(everywhere(code))).toEqual({ code: moved, constants });
  });

  it.each([
    ["a short string", 'f("short")'],
    ["a name of a property", `x = {"${LONG}": 1}`],
    ["an instruction", `function f() { "${LONG}"; }`],
    ["a module's name", `import "${LONG}"; export * from "${LONG}"; import("${LONG}");`],
    ["a template with a tag", `String.raw\`${LONG}\${1}${LONG}\``],
    ["what separates constants", `f("${LONG}\x1e")`],
    ["a list of numbers that 32 bits do not hold", `f([${NUMBERS}, -1])`],
    ["half of a pair of surrogates", `f("${LONG}\\ud800")`],
    ["a short list of numbers", "f([1, 2, 3])"],
    ["a list with other things", `f([${NUMBERS}, g])`],
    ["a list with a hole", `f([${NUMBERS}, , 1])`],
    ["a pattern", `f(/${LONG}/)`],
  ])("leaves %s", (_, code) => {
    expect(everywhere(code)).toEqual({ code, constants: [] });
  });

  it.each([
    ["a literal", `f("${LONG}", g());`],
    ["a literal of several lines", `f("${LONG}\\\n${LONG}", g());`],
    ["a template", `f(\`SELECT a text\nof several lines\nFROM here\`, g());`],
    ["a template whose last line is empty", `f(\`SELECT a text\nof several lines\n\`, g());`],
    ["a part of a template", `f(\`SELECT a text\nof several lines\nFROM here\${g()}\`);`],
    ["two parts", `f(\`${LONG}\${x}${LONG}\${g()}\`, "${LONG}");`],
  ])("keeps the lines and columns behind %s", (_, code) => {
    const { code: moved, constants } = everywhere(code);
    const placeOf = (text: string) => text.slice(0, text.indexOf("g()")).split("\n");
    const [before, after] = [placeOf(code), placeOf(moved)];
    expect(constants.length).toBeGreaterThan(0);
    expect([after.length, after.at(-1)?.length]).toEqual([before.length, before.at(-1)?.length]);
  });

  it("leaves code that is not lazy", () => {
    const code = `f("${LONG}");g("${LONG}!")`;
    const moved = moveConstants(code, "$", (position) => position > code.indexOf("g"));
    expect(squeeze(moved)).toEqual({ code: `f("${LONG}");g($(0))`, constants: [`${LONG}!`] });
  });

  it.each([
    ["text", `\`${LONG}\\\\\${x}\${"${LONG}" + x}\\\`\${x} and then some more text\``],
    ["numbers", `[${NUMBERS}]`],
  ])("has moved %s that is the same", (_, code) => {
    const { code: moved, constants } = everywhere(code);
    // The runtime of the Worker has it, and that of the tests not yet.
    const bytes = { fromBase64: (text: string) => Uint8Array.from(Buffer.from(text, "base64")) };
    // Only running it tells what it computes.
    const run = (text: string): unknown =>
      // oxlint-disable-next-line typescript/no-implied-eval
      new Function("x", "$", "Uint8Array", `return ${text}`)("{0}", (n: number) => constants[n], bytes);
    expect(constants.length).toBeGreaterThan(0);
    expect(run(moved)).toEqual(run(code));
  });
});
