import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

/** Every operation of the API has a place on a screen, or a reason why not in docs/dashboard.md. */

const METHODS = new Set(["get", "post", "put", "delete"]);
const document = JSON.parse(readFileSync("docs/openapi.json", "utf8")) as {
  paths: Record<string, Record<string, unknown>>;
};
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.keys(methods)
    .filter((method) => METHODS.has(method))
    .map((method) => `${method.toUpperCase()} ${path.replace("/v1", "").replaceAll(/\{\w+\}/g, "*")}`),
);

/** The calls in the sources, each value of a template as `*`. A path that is handed on goes with any method. */
const sources = globSync("src/dashboard/**/*.{ts,tsx}").map((file) => readFileSync(file, "utf8"));
const TEXT = /(?:"([^"\n]*)"|`([^`]*)`)/.source;
const CALL = new RegExp(`\\bcall(?:Raw|Versioned)?(?:<[^(]*>)?\\(\\s*"(\\w+)",\\s*${TEXT}`, "g");
const PATH = /"(\/[a-z][^"\n]*)"|`(\/[a-z][^`]*)`/g;
const withoutValues = (path: string) => path.replaceAll(/\$\{[^}]*\}/g, "*").replace(/\?.*/, "");
const findCalls = (text: string) =>
  Array.from(text.matchAll(CALL), ([, method, quoted, template]) => `${method} ${quoted ?? template ?? ""}`);
const findPaths = (text: string) =>
  Array.from(text.matchAll(PATH), ([, quoted, template]) => `* ${quoted ?? template}`);
const findLinks = (text: string) => Array.from(text.matchAll(/\/v1(\/[^"`]*)/g), ([, path]) => `GET ${path}`);
const called = new Set(
  sources.flatMap((text) => [...findCalls(text), ...findLinks(text), ...findPaths(text)].map(withoutValues)),
);

/** Returns whether a call may be the operation: `*` stands for a word in either. */
const isCalled = (operation: string) => [...called].some((call) => isAlike(call, operation));

const pathOf = (call: string) => call.slice(call.indexOf(" ") + 1);
const paths = new Set(operations.map(pathOf));

/** Leaves out calls whose very path another operation has. */
const isSurelyCalled = (operation: string) =>
  [...called].some(
    (call) => isAlike(call, operation) && (!paths.has(pathOf(call)) || pathOf(call) === pathOf(operation)),
  );

function isAlike(call: string, operation: string): boolean {
  const [one, other] = [call.split(/[ /]+/), operation.split(/[ /]+/)];
  return (
    one.length === other.length &&
    one.every((word, index) => word === other[index] || word === "*" || (index > 1 && other[index] === "*"))
  );
}

/** The operations in the table of docs/dashboard.md; one line may speak for all of a path. */
const explained = readFileSync("docs/dashboard.md", "utf8")
  .split("\n")
  .filter((line) => /^\| `[A-Z]+ \//.test(line))
  .flatMap((line) => {
    const whole = /the other calls of `(\/\w+)`/.exec(line)?.[1];
    const named = Array.from(line.matchAll(/`([A-Z]+ \/[^`]*)`/g), ([, name]) => name ?? "");
    const others = operations.filter(
      (operation) => operation.split(/[ /]+/)[1] === whole?.slice(1) && !isSurelyCalled(operation),
    );
    return [...named, ...others].map((name) => name.replaceAll(/\{\w+\}/g, "*"));
  });

it("[32.8] has a place on a screen for each operation, or tells why there is none", () => {
  expect(operations.length).toBeGreaterThan(70);
  expect(operations.filter((operation) => !isCalled(operation) && !explained.includes(operation))).toEqual(
    [],
  );
});

it("explains no operation that has a place or does not exist", () => {
  expect(
    explained.filter((operation) => isSurelyCalled(operation) || !operations.includes(operation)),
  ).toEqual([]);
});
