import { describe, expect, it } from "vitest";
import { flatten } from "../../scripts/worker/flatten.ts";

/** As esbuild writes it. */
const HELPER = `var once = (fn, result, error) => () => {
  return fn && (result = fn(fn = 0)), result;
};
`;
const STRING = "a".repeat(30);

/** Flattens code behind the helper, and leaves out what only keeps the columns. */
function flattened(code: string, isEager = false): string {
  const [constants, rest] = flatten(HELPER + code, () => isEager).split(HELPER);
  return `${constants}|${rest?.replaceAll(/ +/g, " ").trim()}`;
}

describe("flatten", () => {
  it.each([
    ["a number", "a = 5", "const a=5;|var load = once(() => { 0 });"],
    ["a short string", 'a = "b"', 'const a="b";|var load = once(() => { 0 });'],
    ["a computed number", "a = -5 * 60", "const a=-5 * 60;|var load = once(() => { 0 });"],
    ["one of several", "a = 5, f()", "const a=5;|var load = once(() => { 0 , f() });"],
  ])("lifts %s", (_, body, expected) => {
    expect(flattened(`var a, load = once(() => { ${body} });`)).toBe(expected);
  });

  it("lifts a number that is computed from a lifted one, behind it", () => {
    const code = "var a, b, load = once(() => { a = 60; b = 5 * a; });";
    expect(flattened(code)).toBe("const a=60;const b=5 * a;|var load = once(() => { 0 ; 0 ; });");
  });

  it.each([
    ["a long string", `a = "${STRING}"`],
    ["an object", "a = {}"],
    ["a pattern", "a = /b/"],
    ["a template", "a = `b`"],
    ["what is computed from a variable", "a = b + 1"],
    ["what is written again", "a = 5; f = () => { a = 6 }"],
    ["what is counted", "a = 5; f = () => a++"],
    ["what is taken out of something", "a = 5; f = () => { [a] = g() }"],
    ["what is written in a loop", "a = 5; f = () => { for (a of []) g() }"],
    ["what is written if it is not there", "a ??= 5"],
    ["what a function of the part writes", "f(() => a = 5)"],
    ["a member", "a.b = 5"],
  ])("leaves %s", (_, body) => {
    const code = `var a, b, f, load = once(() => { ${body} });`;
    expect(flattened(code)).toBe(`|${code}`);
  });

  it("leaves a constant that another declaration declares", () => {
    const code = "var a; var load = once(() => { a = 5 });";
    expect(flattened(code)).toBe(`|${code}`);
  });

  it("takes a part that is evaluated at the start out of its function", () => {
    const code = "var a, load = once(() => { other(), a = f(); });";
    expect(flattened(code, true)).toBe("|var a, load = ()=>{};{ other(), a = f(); } ;");
  });

  it("leaves functions of another kind", () => {
    const code = "var a = other(() => { f(); }); var b = once(async () => { f(); });";
    expect(flattened(code, true)).toBe(`|${code}`);
  });

  it("keeps lines and columns", () => {
    const code = `${HELPER}var a, load = once(() => {\n  a = 5, g();\n}), g;\nvar load2 = once(() => {\n  g();\n});`;
    const places = (text: string) => text.split("\n").map((line) => [line.length, line.indexOf("g()")]);
    const flat = flatten(code, (position) => position > code.indexOf("load2"));
    expect(flat).toContain("()=>{};{");
    expect(places(flat.replace("const a=5;", ""))).toEqual(places(code));
  });

  it("has flattened code that computes the same", () => {
    const code = `${HELPER}var late = 0;
      var a, b, loadA = once(() => { late++; a = 5; b = () => a * 2; });
      var c, loadB = once(() => { loadA(); c = b() + a; });`;
    // Only running it tells what it computes.
    // oxlint-disable-next-line typescript/no-implied-eval
    const run = (text: string) => new Function(`${text}; loadB(); loadB(); return [c, late];`)() as unknown;
    expect(run(code)).toEqual([15, 1]);
    expect(run(flatten(code, () => false))).toEqual([15, 1]);
    expect(run(flatten(code, () => true))).toEqual([15, 1]);
  });

  it("refuses a bundle with another helper", () => {
    expect(() => flatten("var a = 5;", () => true)).toThrow("of another kind");
  });
});
