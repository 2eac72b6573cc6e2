import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { formatConformance, renderConformance, toConformance } from "../../scripts/support/conformance.ts";
import { parseContract } from "../../scripts/support/contract.ts";

const CONTRACT = parseContract("## 1. Words\n\n- **1.1** One.\n- **1.2** Two.\n");

it("counts the titles that name a rule", () => {
  const map = toConformance(CONTRACT, [
    {
      path: "test/domain/word.test.ts",
      titles: [
        { rules: ["1.1"], title: "is one" },
        { rules: ["1.1", "1.2"], title: "is both" },
      ],
    },
  ]);
  expect(map).toEqual({
    "1.1": { "test/domain/word.test.ts": ["is one", "is both"] },
    "1.2": { "test/domain/word.test.ts": ["is both"] },
  });
  expect(formatConformance(CONTRACT, map)).toContain(
    "| 1. Words | 1.1 (2) · 1.2 (1) | `domain/word.test.ts` |",
  );
});

it("refuses a title that names a rule which the contract does not have", () => {
  const files = [{ path: "test/word.test.ts", titles: [{ rules: ["1.3"], title: "is three" }] }];
  expect(() => toConformance(CONTRACT, files)).toThrow("test/word.test.ts names rule 1.3");
});

it("docs/conformance is what the test titles say (npm run conformance)", async () => {
  for (const [path, content] of Object.entries(await renderConformance())) {
    expect(readFileSync(path, "utf8"), path).toBe(content);
  }
});

it("docs/conformance.md has at most 150 lines", () => {
  expect(readFileSync("docs/conformance.md", "utf8").split("\n").length).toBeLessThanOrEqual(151);
});
