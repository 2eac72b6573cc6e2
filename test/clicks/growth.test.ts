import { describe, expect, test } from "vitest";
import { classifyAgent } from "../../src/clicks/classify.ts";
import { toReferrer } from "../../src/clicks/referrer.ts";
import { growingTexts, PATTERNS } from "../support/growing-text.ts";

/** Headers are as long as visitors like. */

const AGENTS = [
  "",
  "Mozilla/5.0 (",
  "Mozilla/5.0 (iPhone; CPU iPhone OS ",
  "Mozilla/5.0 (Linux; Android 14; ",
  "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/",
  "Opera/",
  "Version/",
];
const WORDS = [
  "Mozilla/5.0 ",
  "bot",
  "(",
  "1.",
  "_1",
  "; ",
  "/",
  "Android ",
  "Safari/1",
  "like ",
  "Version/1.",
];

const READERS: Record<string, { read: (text: string) => unknown; behind: string[] }> = {
  toReferrer: { read: toReferrer, behind: ["", "https://", "https://a@", "https://h:", "https://www."] },
  classifyAgent: { read: classifyAgent, behind: AGENTS },
};

describe.each(Object.entries(READERS))("%s", (_, { read, behind }) => {
  test.each([...PATTERNS, ...WORDS])(
    "comes to an end on any number of %j",
    { timeout: 40_000 },
    (pattern) => {
      for (const text of growingTexts(pattern, behind)) expect(() => read(text)).not.toThrow();
    },
  );
});
