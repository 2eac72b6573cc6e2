import { describe, expect, test } from "vitest";
import { parseProveOptions } from "../../../scripts/prove/option.ts";
import { UsageError } from "../../../scripts/support/command.ts";

const parse = (...args: string[]) => parseProveOptions(args, (path) => path === "old.md");

const PLAIN = { isJson: false, report: null, isConfirmed: false, isWithHostnames: false };

describe("the options of npm run prove", () => {
  test.each([
    ["nothing else", [], {}],
    ["--json", ["--json"], { isJson: true }],
    ["--yes", ["--yes"], { isConfirmed: true }],
    ["--report", ["--report", "new.md"], { report: "new.md" }],
    ["--with-hostnames", ["--with-hostnames"], { isWithHostnames: true }],
  ])("are read: %s", (_, args, expected) => {
    expect(parse("--remote", ...args)).toEqual({ ...PLAIN, ...expected });
  });

  test("asks for help before it looks at anything else", () => {
    expect(parse("--help")).toBeNull();
  });

  test.each([
    ["the local runtime", [], "Pass --remote: a local runtime proves nothing about the platform."],
    ["an unknown option", ["--remote", "--all"], "Unknown option '--all'"],
    ["a word", ["--remote", "link"], "Unexpected argument 'link'"],
    ["a report that is there", ["--remote", "--report", "old.md"], "old.md exists already"],
    ["a report without a name", ["--remote", "--report", ""], "--report takes the name of a file"],
  ])("are refused: %s", (_, args, message) => {
    expect(() => parse(...args)).toThrow(UsageError);
    expect(() => parse(...args)).toThrow(message);
  });
});
