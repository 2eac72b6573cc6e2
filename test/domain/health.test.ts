import { describe, expect, test } from "vitest";
import {
  conditionsOf,
  destinationsToCheck,
  healthAfter,
  monitorStateOf,
  nextHealth,
  nextNotification,
  stateOf,
  type CheckResult,
  type DestinationHealth,
  type Health,
} from "../../src/domain/health.ts";

const FAIL: CheckResult = { kind: "failure", reason: "status 500" };
const PASS: CheckResult = { kind: "success", latencyMs: 20 };
const SKIP: CheckResult = { kind: "unchecked", reason: "has an address that is not public" };
const A = "https://a.example";
const B = "https://b.example";

const known = (overrides: Partial<DestinationHealth> = {}): DestinationHealth => ({
  state: "healthy",
  failures: 0,
  latencyMs: 10,
  checkedAtMs: 1,
  reason: null,
  ...overrides,
});

/** The health of one destination after results in a row, a millisecond apart. */
function after(...results: CheckResult[]): DestinationHealth | undefined {
  return results.reduce<DestinationHealth | undefined>(
    (previous, result, index) => nextHealth(previous, result, index + 1),
    undefined,
  );
}

describe("a destination", () => {
  test.each<[string, CheckResult[], DestinationHealth["state"]]>([
    ["one failure", [FAIL], "pending"],
    ["two failures", [FAIL, FAIL], "pending"],
    ["three failures", [FAIL, FAIL, FAIL], "broken"],
    ["four failures", [FAIL, FAIL, FAIL, FAIL], "broken"],
    ["one success", [PASS], "healthy"],
    ["a success after three failures", [FAIL, FAIL, FAIL, PASS], "healthy"],
    ["two failures after a success", [PASS, FAIL, FAIL], "healthy"],
    ["three failures after a success", [PASS, FAIL, FAIL, FAIL], "broken"],
    ["three failures with a success between", [FAIL, FAIL, PASS, FAIL], "healthy"],
    ["two failures after a recovery", [FAIL, FAIL, FAIL, PASS, FAIL, FAIL], "healthy"],
    ["nothing but what could not be asked", [SKIP, SKIP, SKIP], "pending"],
    ["two failures and what could not be asked", [FAIL, FAIL, SKIP], "pending"],
    ["three failures with what could not be asked between", [FAIL, SKIP, FAIL, SKIP, FAIL], "broken"],
    ["a break, then what could not be asked", [FAIL, FAIL, FAIL, SKIP], "broken"],
    ["a success, then what could not be asked", [PASS, SKIP], "healthy"],
  ])("[7.3] with %s is as it should be", (_, results, state) => {
    expect(after(...results)?.state).toBe(state);
  });

  test("remembers its last latency, when it was looked at, and why that failed", () => {
    expect(after(PASS)).toEqual(known({ latencyMs: 20 }));
    expect(after(PASS, FAIL)).toEqual(
      known({ latencyMs: 20, failures: 1, checkedAtMs: 2, reason: "status 500" }),
    );
    expect(after(FAIL, PASS)).toEqual(known({ latencyMs: 20, checkedAtMs: 2 }));
    expect(after(PASS, FAIL, SKIP)).toMatchObject({ failures: 1, checkedAtMs: 3 });
  });
});

describe("the health of a record after a run", () => {
  test("takes results, leaves what was not looked at, and forgets what is no destination any more", () => {
    const gone = "https://gone.example";
    const health: Health = { [A]: known(), [B]: known({ failures: 2 }), [gone]: known() };
    const next = healthAfter(
      { destinations: [A, B], health },
      new Map([
        [B, FAIL],
        [gone, FAIL],
      ]),
      7,
    );
    expect(next).toEqual({
      [A]: known(),
      [B]: known({ state: "broken", failures: 3, checkedAtMs: 7, reason: "status 500" }),
    });
  });

  test("has nothing on destinations that were never looked at", () => {
    expect(healthAfter({ destinations: [A], health: {} }, new Map(), 7)).toEqual({});
  });
});

test("destinations are checked once in a run, each once", () => {
  const health: Health = { [A]: known({ checkedAtMs: 100 }), [B]: known({ checkedAtMs: 99 }) };
  const destinations = [A, B, B, "https://new.example"];
  expect(destinationsToCheck({ destinations, health }, 100)).toEqual([B, "https://new.example"]);
});

describe("a record", () => {
  test.each<[string, Health, string]>([
    ["[7.1] is pending before its first check", {}, "pending"],
    ["is pending while one destination is", { [A]: known() }, "pending"],
    ["[7.1] is healthy when all destinations are", { [A]: known(), [B]: known() }, "healthy"],
    ["[7.1] is broken when one destination is", { [A]: known(), [B]: known({ state: "broken" }) }, "broken"],
    ["is broken though another is pending", { [A]: known({ state: "broken" }) }, "broken"],
  ])("%s", (_, health, state) => {
    expect(stateOf({ destinations: [A, B], health })).toBe(state);
    for (const [isNotify, isSwitchUnbrokenDestination] of [
      [true, false],
      [false, true],
    ] as const) {
      const record = { destinations: [A, B], health, isNotify, isSwitchUnbrokenDestination };
      expect(monitorStateOf(record)).toBe(state);
    }
  });

  test("without destinations is pending", () => {
    expect(stateOf({ destinations: [], health: {} })).toBe("pending");
  });

  test("[7.1] that nobody watches is off, whatever was found before", () => {
    const health = { [A]: known({ state: "broken" }) };
    expect(
      monitorStateOf({ destinations: [A], health, isNotify: false, isSwitchUnbrokenDestination: false }),
    ).toBe("off");
  });
});

describe("its owner", () => {
  test.each([
    ["pending", "pending", "pending", null],
    ["pending", "healthy", "healthy", null],
    ["pending", "broken", "broken", "broken"],
    ["healthy", "healthy", "healthy", null],
    ["healthy", "pending", "healthy", null],
    ["healthy", "broken", "broken", "broken"],
    ["broken", "broken", "broken", null],
    ["broken", "pending", "broken", null],
    ["broken", "healthy", "healthy", "healthy"],
  ] as const)(
    "who knows of %s and now sees %s knows of %s, and the news are %s",
    (told, state, next, news) => {
      expect(nextNotification(told, state)).toEqual({ notifiedState: next, news });
    },
  );
});

test("routing goes by the state, and by the latency of the last run alone", () => {
  const health: Health = { [A]: known(), [B]: known({ failures: 1, latencyMs: 5 }) };
  expect(conditionsOf({ destinations: [A, B, "https://new.example"], health })).toEqual([
    { state: "healthy", latencyMs: 10 },
    { state: "healthy", latencyMs: null },
    { state: "pending", latencyMs: null },
  ]);
});
