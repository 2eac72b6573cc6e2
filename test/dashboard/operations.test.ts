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
const TEXT = /(?:"([^"]*)"|`([^`]*)`)/.source;
const CALL = new RegExp(`\\bcall(?:Raw|Versioned)?(?:<[^(]*>)?\\(\\s*"(\\w+)",\\s*${TEXT}`, "g");
const PATH = new RegExp(`(?<!"[A-Z]+",\\s*)${TEXT}`, "g");
const withoutValues = (path: string) => path.replaceAll(/\$\{[^}]*\}/g, "*").replace(/\?.*/, "");
const findCalls = (text: string) =>
  Array.from(text.matchAll(CALL), ([, method, quoted, template]) => `${method} ${quoted ?? template ?? ""}`);
const findPaths = (text: string) =>
  Array.from(text.matchAll(PATH), ([, quoted, template]) => quoted ?? template ?? "")
    .filter((path) => path.startsWith("/"))
    .map((path) => (path.startsWith("/v1/") ? `GET ${path.slice(3)}` : `* ${path}`));
const called = new Set(
  sources.flatMap((text) => [...findCalls(text), ...findPaths(text)].map(withoutValues)),
);

/** The operations in the table of docs/dashboard.md. */
const explained = new Set(
  Array.from(readFileSync("docs/dashboard.md", "utf8").matchAll(/^\| `([A-Z]+ \/[^`]*)`/gm), ([, name]) =>
    (name ?? "").replaceAll(/\{\w+\}/g, "*"),
  ),
);

/** Whether a call may be the operation: `*` stands for a word in either. */
const isCalled = (operation: string) => [...called].some((call) => isAlike(call, operation));

function isAlike(call: string, operation: string): boolean {
  const [one, other] = [call.split(/[ /]+/), operation.split(/[ /]+/)];
  return (
    one.length === other.length &&
    one.every((word, index) => word === other[index] || word === "*" || (index > 1 && other[index] === "*"))
  );
}

it("[32.8] has a place on a screen for each operation, or tells why there is none", () => {
  expect(operations.length).toBeGreaterThan(70);
  expect(operations.filter((operation) => !isCalled(operation) && !explained.has(operation))).toEqual([]);
});

it("explains no operation that has a place or does not exist", () => {
  expect(
    [...explained].filter((operation) => isCalled(operation) || !operations.includes(operation)),
  ).toEqual([]);
});
