import { describe, expect, test } from "vitest";
import { waitFor } from "../../../scripts/prove/poll.ts";
import { judgeClicks, judgeDeleted, judgeEdit, judgeNewLink } from "../../../scripts/prove/step/link.ts";

const TO = "https://example.com/?a=%c3%a4";
const answer = (status: number, location: string | null) => ({ status, location, body: "", milliseconds: 5 });
const kindsOf = (observations: { kind: string }[]) => observations.map(({ kind }) => kind);

describe("a new link", () => {
  test.each([
    ["redirects at once", answer(302, TO), true, 40, ["seen", "seen"]],
    ["redirects in time", answer(302, TO), true, 100_000, ["seen", "seen"]],
    ["redirects late", answer(302, TO), true, 100_001, ["different", "seen"]],
    ["has another Location", answer(302, "https://example.com/?a=ä"), true, 40, ["seen", "different"]],
    ["has escapes in upper case", answer(302, TO.toUpperCase()), true, 40, ["seen", "different"]],
    ["does not redirect", answer(404, null), false, 120_000, ["different"]],
    ["does not answer", { problem: "ECONNRESET" }, false, 120_000, ["different"]],
  ])("%s", (_, last, isThere, milliseconds, kinds) => {
    expect(kindsOf(judgeNewLink({ last, isThere, milliseconds }, TO))).toEqual(kinds);
  });

  test("says what was there instead", () => {
    const [one] = judgeNewLink({ last: answer(404, null), isThere: false, milliseconds: 120_000 }, TO);
    expect(one?.text).toBe("After 120.0 seconds the link answers 404.");
  });
});

describe("a changed link", () => {
  test.each([
    ["in time", answer(302, TO), true, 5_000, ["seen", "seen", "unseen"]],
    ["late", answer(302, TO), true, 110_000, ["different", "seen", "unseen"]],
    ["with another byte", answer(302, `${TO}#`), true, 5_000, ["seen", "different", "unseen"]],
    ["not at all", answer(302, "https://example.com/old"), false, 120_000, ["different"]],
  ])("%s", (_, last, isThere, milliseconds, kinds) => {
    expect(kindsOf(judgeEdit({ last, isThere, milliseconds }, TO))).toEqual(kinds);
  });
});

test.each([
  ["one", { clicks: 1, bots: 0 }, "seen", "show 1 click after 4.0 seconds."],
  ["one of a bot", { clicks: 0, bots: 1 }, "seen", "show 1 click of a bot after"],
  ["none", { clicks: 0, bots: 0 }, "different", "After 4.0 seconds there are 0."],
  ["one too many", { clicks: 2, bots: 0 }, "different", "there are 2."],
])("clicks: %s", (_, clicks, kind, text) => {
  const judged = judgeClicks("The statistics show", clicks, { milliseconds: 4_000 });
  expect(judged).toMatchObject({ kind, text: expect.stringContaining(text) });
});

test.each([
  ["gone", answer(404, null), true, 500, "seen"],
  ["gone late", answer(404, null), true, 110_000, "different"],
  ["still there", answer(302, TO), false, 120_000, "different"],
])("a deleted link is %s", (_, last, isThere, milliseconds, kind) => {
  expect(judgeDeleted({ last, isThere, milliseconds }).kind).toBe(kind);
});

describe("waiting", () => {
  function clock() {
    let now = 0;
    const pauses: number[] = [];
    return {
      pauses,
      context: {
        nowMs: () => now,
        pause: async (seconds: number) => {
          pauses.push(seconds);
          now += seconds * 1_000;
        },
      },
    };
  }
  const patience = { seconds: 10, pauseSeconds: 2 };

  test("ends with what is wanted", async () => {
    const { context, pauses } = clock();
    let count = 0;
    const waited = await waitFor(
      context,
      patience,
      async () => ++count,
      (one) => one === 3,
    );
    expect(waited).toEqual({ last: 3, isThere: true, milliseconds: 4_000 });
    expect(pauses).toEqual([2, 2]);
  });

  test("ends with patience", async () => {
    const { context } = clock();
    const waited = await waitFor(
      context,
      patience,
      async () => "old",
      () => false,
    );
    expect(waited).toEqual({ last: "old", isThere: false, milliseconds: 10_000 });
  });
});
