import { expect, it } from "vitest";
import { findOddRows } from "../../src/import/odd-rows.ts";
import { refuse } from "../../src/domain/refusal/refusal.ts";
import type { ImportRow } from "../../src/import/row.ts";

const ROWS: ImportRow[] = [
  { line: 1, url: "https://old.example/a", destination: "https://new.example/a" },
  { line: 2, url: "https://old.example/b/*", destination: "https://new.example/b" },
  { line: 3, url: "https://old.example/c/:id", destination: "https://new.example/c/:id" },
  { line: 4, host: "old.example", alias: "d", destination: "https://new.example/d" },
];

const nowhere = refuse("file_leads_nowhere", { host: "old.example" });
const on = (line: number) => refuse("file_leads_on", { line });

it.each([
  ["https://new.example/x", []],
  ["https://old.example/x", [nowhere]],
  ["https://OLD.example/a", [on(1)]],
  ["https://old.example/a?x=1#there", [on(1)]],
  ["https://old.example/b", [on(2)]],
  ["https://old.example/b/deep/er", [on(2)]],
  ["https://old.example/c/7", [on(3)]],
  ["https://old.example/c", [nowhere]],
  ["https://old.example/d", [on(4)]],
  ["https://old.example/", [nowhere]],
  ["/x", []],
])("[32.19] tells of a row that leads to %s what is odd about it", (destination, reasons) => {
  const row = { line: 9, url: "https://old.example/from", destination };
  const odd = findOddRows([...ROWS, row]);
  expect(odd.map(({ reason }) => reason)).toEqual(reasons);
  for (const { line, text } of odd) {
    expect([line, text]).toEqual([9, `https://old.example/from → ${destination}`]);
  }
});

it("[32.19] tells nothing of a path that the visitor decides, and of a row without a destination", () => {
  const row = { line: 9, url: "https://old.example/f/*", destination: "https://old.example/x" };
  expect(findOddRows([{ ...row, forward_path: true }])).toEqual([]);
  expect(findOddRows([{ line: 9, url: "https://old.example/g", type: "gone" }])).toEqual([]);
});
