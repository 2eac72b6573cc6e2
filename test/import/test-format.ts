import { describe, expect, test } from "vitest";
import type { ImportOptions } from "../../src/import/row.ts";
import { readFile, toLines } from "./outcome.ts";

type Case = [title: string, lines: string[], outcomes: string[], options?: Partial<ImportOptions>];

/** Tests what a format makes of files: each row as one line of text. */
export function testFormat(format: string, cases: Case[]): void {
  describe(`[18.4] ${format}`, () => {
    test.each(cases)("%s", (_, lines, outcomes, options = {}) => {
      expect(toLines(readFile(lines.join("\n"), { format, ...options }))).toEqual(outcomes);
    });
  });
}
