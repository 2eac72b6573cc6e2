import { describe, expect, test } from "vitest";
import type { ProveContext } from "../../../scripts/prove/context.ts";
import { different, outcomeOf, seen, unseen, type Observation } from "../../../scripts/prove/observation.ts";
import { createRedaction } from "../../../scripts/prove/redact.ts";
import { isAsDocumented, renderReport, toReport } from "../../../scripts/prove/report.ts";
import { runStep, type Step } from "../../../scripts/prove/step.ts";
import { STEPS } from "../../../scripts/prove/steps.ts";
import { CommandError } from "../../../scripts/support/command.ts";

const context = {} as ProveContext;
const about = { id: "x", title: "X", asks: "It works.", changes: null };
const yes = () => Promise.resolve(null);
const stepOf = (run: () => Promise<Observation[]>, more: Partial<Step> = {}): Step => ({
  ...about,
  run,
  ...more,
});

describe("[25.20] the outcome of a step", () => {
  test.each([
    ["all is as documented", [seen("a"), seen("b")], "seen"],
    ["a part was not looked at", [seen("a"), unseen("b")], "seen"],
    ["nothing was looked at", [unseen("a")], "skipped"],
    ["one thing differs", [seen("a"), different("b", "c"), unseen("d")], "different"],
  ])("%s", (_, observations, outcome) => {
    expect(outcomeOf(observations)).toBe(outcome);
  });

  test.each([
    ["a refused call", new CommandError("Cloudflare refused GET /x"), "Cloudflare refused GET /x"],
    ["anything else", new TypeError("x is not a function"), "TypeError: x is not a function"],
  ])("an error is a failure: %s", async (_, error, message) => {
    const result = await runStep(
      stepOf(() => Promise.reject(error)),
      context,
      yes,
    );
    expect(result).toMatchObject({ outcome: "failed", error: message, observations: [] });
  });

  test("a step that only reads asks nobody", async () => {
    const refuse = () => Promise.reject(new Error("asked"));
    const result = await runStep(
      stepOf(async () => [seen("a")]),
      context,
      refuse,
    );
    expect(result.outcome).toBe("seen");
  });

  test("a step that changes something does not run without consent, nor one that lacks something", async () => {
    const run = () => Promise.reject(new Error("ran"));
    const changing = stepOf(run, { changes: "It makes a link." });
    const asked: string[] = [];
    const result = await runStep(changing, context, async (changes) => {
      asked.push(changes);
      return "You did not agree to it.";
    });
    expect(result).toMatchObject({ outcome: "skipped", observations: [unseen("You did not agree to it.")] });
    expect(asked).toEqual(["It makes a link."]);
    const lacking = await runStep({ ...changing, lacks: () => "no token" }, context, run);
    expect(lacking).toMatchObject({ outcome: "skipped", observations: [unseen("no token")] });
  });
});

test("each step has an id of its own, and those that change something come last", () => {
  expect(new Set(STEPS.map(({ id }) => id)).size).toBe(STEPS.length);
  const first = STEPS.findIndex(({ changes }) => changes !== null);
  expect(STEPS.slice(first).map(({ id }) => id)).toEqual(["link", "click", "edit", "gate", "delete"]);
});

describe("the report", () => {
  const redaction = createRedaction(false);
  redaction.addHost("link", "go.example");
  const results = [
    { ...about, outcome: "seen" as const, observations: [seen("go.example answers.")], error: null },
    {
      ...about,
      id: "y",
      title: "Y",
      changes: "It makes a link.",
      outcome: "different" as const,
      observations: [different("go.example leads here.", "It does\n  not."), unseen("No key.")],
      error: null,
    },
    {
      ...about,
      id: "z",
      title: "Z",
      outcome: "failed" as const,
      observations: [],
      error: "go.example broke",
    },
  ];
  const report = toReport(results, { deployed: null, plan: "paid" }, Date.UTC(2026, 10, 26), redaction);

  test("counts, and has no hostname in any of its members", () => {
    expect(report.counts).toEqual({ seen: 1, different: 1, skipped: 0, failed: 1 });
    expect(JSON.stringify(report)).not.toContain("go.example");
  });

  test("is Markdown", () => {
    expect(renderReport(report)).toBe(`## Signpost ${report.signpost} on Cloudflare

- Date: 2026-11-26
- Version: ${report.signpost} in the checkout, not told deployed
- Plan: paid
- Steps: 1 seen, 1 different, 0 skipped, 1 failed

### X: seen

It works.

- link-1 answers.

### Y: different

It works. It makes a link.

- **Different.** Expected: link-1 leads here. Seen: It does not.
- Not looked at: No key.

### Z: failed

It works.

- **Failed:** link-1 broke`);
  });

  test.each([
    [{ seen: 9, different: 0, skipped: 3, failed: 0 }, true],
    [{ seen: 9, different: 1, skipped: 0, failed: 0 }, false],
    [{ seen: 9, different: 0, skipped: 0, failed: 1 }, false],
  ])("is as documented: %j", (counts, expected) => {
    expect(isAsDocumented({ ...report, counts })).toBe(expected);
  });
});
