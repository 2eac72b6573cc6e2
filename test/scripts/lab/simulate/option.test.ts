import { describe, expect, test } from "vitest";
import { parseSimulateRequest } from "../../../../scripts/lab/simulate/option.ts";
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
