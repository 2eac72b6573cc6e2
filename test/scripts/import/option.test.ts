import { describe, expect, test } from "vitest";
import { isLocal, parseCommandLine } from "../../../scripts/import/option.ts";
import { UsageError } from "../../../scripts/support/command.ts";

const required = ["list.tsv", "--host", "old.example"];

describe("parseCommandLine", () => {
  test("needs a file and a host, and has a default for the rest", () => {
    expect(parseCommandLine(required, {})).toEqual({
      file: "list.tsv",
      host: "old.example",
      origin: null,
      format: null,
      status: null,
      mode: "upsert",
      api: "http://localhost:8787/v1",
      token: null,
      isDryRun: false,
      waits: true,
    });
  });

  test("waits unless told otherwise", () => {
    expect(parseCommandLine([...required, "--no-wait"], {})?.waits).toBe(false);
  });

  test("takes address and token from the environment, and from the options before it", () => {
    const env = { SIGNPOST_API: "https://env.example/v1/", SIGNPOST_TOKEN: "sp_env", PORT: "1" };
    expect(parseCommandLine(required, env)).toMatchObject({
      api: "https://env.example/v1",
      token: "sp_env",
    });
    const args = [...required, "--api", "http://127.0.0.1:9/v1", "--token", "sp_option"];
    expect(parseCommandLine(args, env)).toMatchObject({
      api: "http://127.0.0.1:9/v1",
      token: "sp_option",
    });
  });

  test("finds the local API by its port", () => {
    expect(parseCommandLine(required, { PORT: "9000" })?.api).toBe("http://localhost:9000/v1");
  });

  test("takes an origin with a slash at its end", () => {
    const args = [...required, "--origin", "https://new.example/"];
    expect(parseCommandLine(args, {})?.origin).toBe("https://new.example");
  });

  test("asks for help before it looks at anything else", () => {
    expect(parseCommandLine(["--help"], {})).toBeNull();
  });

  test.each([
    ["no file", ["--host", "old.example"], "FILE is missing"],
    ["two files", ["a", "b", "--host", "old.example"], "Only one FILE is imported at a time"],
    ["no host", ["list.tsv"], "--host HOST is missing"],
    ["a URL for a host", ["list.tsv", "--host", "https://old.example/"], "--host takes a hostname"],
    ["an origin with a path", [...required, "--origin", "https://new.example/x"], "--origin takes"],
    ["an origin without scheme", [...required, "--origin", "new.example"], "--origin takes"],
    ["an unknown format", [...required, "--format", "xml"], "--format is netlify or tsv or csv"],
    ["an unknown mode", [...required, "--mode", "delete"], "--mode is create or upsert"],
    ["a status that is no redirect", [...required, "--status", "200"], "--status is one of"],
    ["an address that is none", [...required, "--api", "localhost"], "--api takes a URL"],
    ["an unknown option", [...required, "--dryrun"], "Unknown option '--dryrun'"],
  ])("refuses %s with a clear message", (_, args, message) => {
    const parse = () => parseCommandLine(args, {});
    expect(parse).toThrow(UsageError);
    expect(parse).toThrow(message);
  });
});

test.each([
  ["http://localhost:8787/v1", true],
  ["http://127.0.0.1/v1", true],
  ["http://[::1]:1/v1", true],
  ["https://localhost.example/v1", false],
])("tells of %s whether it is on this machine: %s", (api, expected) => {
  expect(isLocal(api)).toBe(expected);
});
