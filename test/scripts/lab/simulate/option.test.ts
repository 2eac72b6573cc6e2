import { describe, expect, test } from "vitest";
import { parseDatabasesRequest, parseSimulateRequest } from "../../../../scripts/lab/simulate/option.ts";
import { UsageError } from "../../../../scripts/support/command.ts";

const VARIABLES = { MEMORY_SECONDS: 10, KV_CACHE_SECONDS: 30, LOG_VISITS: 0 };

describe("options of the simulation", () => {
  test("have lifetimes as they are deployed, unless told otherwise", () => {
    expect(parseSimulateRequest([], VARIABLES)).toMatchObject({
      memorySeconds: 10,
      cacheSeconds: 30,
      logVisits: 0,
    });
    const told = ["--memory-seconds", "5", "--cache-seconds=60", "--isolates", "2,3", "--exponents", "0,1.5"];
    expect(parseSimulateRequest(told, VARIABLES)).toMatchObject({
      memorySeconds: 5,
      cacheSeconds: 60,
      isolates: [2, 3],
      exponents: [0, 1.5],
    });
  });

  test("are shown where help is asked for", () => {
    expect(parseSimulateRequest(["--help"], VARIABLES)).toBeNull();
  });

  test.each([
    ["--aliases", "0"],
    ["--aliases", "1.5"],
    ["--isolates", "1,,2"],
    ["--exponents", "-1"],
    ["--visits", "0"],
    ["--visits", "many"],
    ["--log-visits", "1.1"],
    ["--unknown", "1"],
  ])("%s %s is refused", (option, value) => {
    expect(() => parseSimulateRequest([`${option}=${value}`], VARIABLES)).toThrow(UsageError);
  });
});

describe("options of several databases", () => {
  test("have two installations, unless told otherwise", () => {
    const [small, large] = parseDatabasesRequest(["--databases"]) ?? [];
    expect(small).toMatchObject({ links: 1e7, visits: 1e9, values: 1 });
    expect(large).toEqual({ ...small, links: 1e8 });
    const told = ["--databases", "--links", "20000", "--unknown=0.5", "--values", "50", "--edits", "2.5"];
    expect(parseDatabasesRequest(told)).toEqual([
      { ...small, links: 20_000, unknown: 0.5, values: 50, edits: 2.5 },
    ]);
  });

  test("are shown where help is asked for", () => {
    expect(parseDatabasesRequest(["--databases", "--help"])).toBeNull();
  });

  test.each([
    ["--links=0", "--links takes whole numbers from 1 on"],
    ["--links=1000000,", "--links takes whole numbers from 1 on"],
    ["--links=10000000000", "--links takes at most 1000000000"],
    ["--links=5000", "--workspaces takes at most the number of --links"],
    ["--visits=0", "--visits takes a number above 0"],
    ["--visits=1e12", "--visits takes at most 100000000000"],
    ["--workspaces=1.5", "--workspaces takes whole numbers from 1 on"],
    ["--workspaces=20001", "--workspaces takes at most 20000"],
    ["--calls=-1", "--calls takes numbers from 0 on"],
    ["--unknown=2", "--unknown takes a number from 0 to 1"],
    ["--without-snapshot=1.1", "--without-snapshot takes a number from 0 to 1"],
    ["--edits=many", "--edits takes numbers from 0 on"],
    ["--values=2", '--values takes 1, 50, 200, not "2"'],
    ["--daily=1", "--daily"],
    ["more", "more"],
  ])("%s is refused", (option, message) => {
    const parse = () => parseDatabasesRequest(["--databases", option]);
    expect(parse).toThrow(UsageError);
    expect(parse).toThrow(message);
  });
});
