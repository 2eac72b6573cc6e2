import { describe, expect, test } from "vitest";
import { isLocal, parseCommandLine } from "../../../scripts/import/option.ts";
import { UsageError } from "../../../scripts/support/command.ts";

const required = ["list.tsv", "--host", "old.example"];

describe("parseCommandLine", () => {
  test("needs a file, and has a default for the rest", () => {
    expect(parseCommandLine(required, {})).toEqual({
      file: "list.tsv",
      read: {
        host: "old.example",
        origin: null,
        format: null,
        status: null,
        base: "/",
        hostMap: new Map(),
        columnMap: new Map(),
        passwords: "leave-out",
      },
      mode: "upsert",
      api: "http://localhost:8787/v1",
      token: null,
      isDryRun: false,
      isJson: false,
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
    expect(parseCommandLine(args, {})?.read.origin).toBe("https://new.example");
  });

  test("takes pairs of hosts and of columns, and short names of formats", () => {
    const args = [
      "--host-map",
      "bit.ly=go.example,Dub.sh=go.example",
      "--map",
      "Old URL=source,New=destination",
    ];
    const { read } = parseCommandLine([...required, ...args, "--format", "netlify"], {}) ?? {};
    expect(read?.hostMap).toEqual(
      new Map([
        ["bit.ly", "go.example"],
        ["dub.sh", "go.example"],
      ]),
    );
    expect(read?.columnMap).toEqual(
      new Map([
        ["Old URL", "source"],
        ["New", "destination"],
      ]),
    );
    expect(read?.format).toBe("netlify-redirects");
  });

  test("asks for help before it looks at anything else", () => {
    expect(parseCommandLine(["--help"], {})).toBeNull();
  });

  test.each([
    ["no file", ["--host", "old.example"], "FILE is missing"],
    ["two files", ["a", "b", "--host", "old.example"], "Only one FILE is imported at a time"],
    ["a URL for a host", ["list.tsv", "--host", "https://old.example/"], "--host takes a hostname"],
    ["an origin with a path", [...required, "--origin", "https://new.example/x"], "--origin takes"],
    ["an origin without scheme", [...required, "--origin", "new.example"], "--origin takes"],
    ["an unknown format", [...required, "--format", "xml"], "--format xml is not known"],
    ["an unknown mode", [...required, "--mode", "delete"], "--mode is create or upsert"],
    ["a status that is no redirect", [...required, "--status", "200"], "--status is one of"],
    ["an address that is none", [...required, "--api", "localhost"], "--api takes a URL"],
    ["a folder without its last slash", [...required, "--base", "/dpv"], "--base takes a folder"],
    ["half a pair of hosts", [...required, "--host-map", "bit.ly"], "--host-map takes pairs"],
    ["a column that there is not", [...required, "--map", "A=where"], "--map knows no column where"],
    ["another fate of passwords", [...required, "--passwords", "show"], "--passwords is leave-out or hash"],
    ["JSON of an import that is sent", [...required, "--json"], "--json goes with --dry-run"],
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
