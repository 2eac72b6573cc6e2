import { describe, expect, test } from "vitest";
import { ApiError } from "../../../scripts/deploy/api.ts";
import type { Observation } from "../../../scripts/prove/observation.ts";
import { judgeRefusal } from "../../../scripts/prove/step/access.ts";
import { judgeStart } from "../../../scripts/prove/step/bucket.ts";
import { judgeJobs, judgeSchedules } from "../../../scripts/prove/step/cron.ts";
import { judgeSize, judgeStores } from "../../../scripts/prove/step/database.ts";
import { judgeGate } from "../../../scripts/prove/step/gate.ts";
import { judgeQueue, tellBacklog, type WantedConsumer } from "../../../scripts/prove/step/queue.ts";
import { judgeActive, judgeWayBack, listVersions } from "../../../scripts/prove/step/rollback.ts";
import type { ShownState } from "../../../scripts/status/render.ts";

/** Which answer of the platform is which outcome. */

const kindsOf = (observations: Observation[]) => [...new Set(observations.map(({ kind }) => kind))];
const textsOf = (observations: Observation[]) => observations.map(({ text }) => text).join(" ");

describe("permissions", () => {
  const refusal = (status: number) =>
    new ApiError("GET /x", status, [{ code: 10_000, message: "Authentication error" }]);

  test.each([
    ["a call that the deployment needs", 403, false, "different"],
    ["a call that a login by wrangler may not make", 403, true, "unseen"],
    ["an error that is no refusal", 500, true, "different"],
  ] as const)("%s", (_, status, isOptional, kind) => {
    expect(judgeRefusal("the queues", refusal(status), isOptional).kind).toBe(kind);
  });
});

const SIZE = { limit_bytes: 10_000_000_000, growth_bytes_a_day: null, full_on: null, estimated_tables: [] };

describe("the database", () => {
  test.each([
    ["both tell the same", 5_000_000, 5_000_000, ["seen"]],
    ["a small one grew meanwhile", 400_000, 900_000, ["seen"]],
    ["a large one grew by a tenth", 500_000_000, 549_000_000, ["seen"]],
    ["they are far apart", 500_000_000, 600_000_000, ["different"]],
    ["the Worker does not know", 500_000_000, null, ["different"]],
    ["the API does not tell", null, 5, ["unseen"]],
  ])("%s", (_, told, bytes, kinds) => {
    expect(kindsOf(judgeSize(told, { ...SIZE, bytes }))).toEqual(kinds);
  });

  test("nothing is compared without the monitor's key", () => {
    expect(kindsOf(judgeSize(5, null))).toEqual(["seen", "unseen"]);
  });

  test("D1 and KV answer the Worker, or do not", () => {
    const both = judgeStores({ database: "ok", store: "failing" });
    expect(both.map(({ kind }) => kind)).toEqual(["seen", "different"]);
  });
});

describe("cron", () => {
  const job = (seconds: number | null, error: string | null = null) => ({
    succeeded_seconds: seconds,
    failing_since: error === null ? null : "2026-11-26T00:00:00.000Z",
    error,
  });
  const state = (jobs: object | null, reasons: object[] | undefined = []) =>
    ({ status: "ok", database: "ok", store: "ok", jobs, reasons }) as ShownState;

  test.each([
    ["a heartbeat of this minute", state({ heartbeat: job(20), fold: job(20) }), ["seen"]],
    ["one minute that is late", state({ heartbeat: job(179) }), ["seen"]],
    ["a heartbeat that is old", state({ heartbeat: job(180) }), ["different", "seen"]],
    ["none yet", state({ heartbeat: job(null) }), ["different", "seen"]],
    ["a job that fails", state({ heartbeat: job(20), fold: job(90, "D1_ERROR") }), ["seen", "different"]],
    ["no answer of the Durable Object", state(null), ["different"]],
    ["no key of the monitor", { status: "ok", database: "ok", store: "ok" }, ["unseen"]],
    [
      "dead letters",
      state({ heartbeat: job(20) }, [{ code: "dead_letters", values: { count: 2 } }]),
      ["seen", "different"],
    ],
    [
      "a reason that is no matter of cron",
      state({ heartbeat: job(20) }, [{ code: "backup_old", values: { seconds: null } }]),
      ["seen"],
    ],
  ] as [string, ShownState, string[]][])("%s", (_, shown, kinds) => {
    expect(kindsOf(judgeJobs(shown))).toEqual(kinds);
  });

  test.each([
    ["the trigger of wrangler.toml", ["* * * * *"], "seen"],
    ["another one", ["*/5 * * * *"], "different"],
    ["none", [], "different"],
    ["nothing that the API tells", null, "unseen"],
  ] as const)("the Worker has %s", (_, found, kind) => {
    expect(kindsOf(judgeSchedules(["* * * * *"], found === null ? null : [...found]))).toEqual([kind]);
  });
});

describe("queues", () => {
  const wanted: WantedConsumer = {
    queue: "signpost-clicks",
    max_batch_size: 100,
    max_batch_timeout: 2,
    max_retries: 50,
    dead_letter_queue: "signpost-clicks-dead",
  };
  const settings = { batch_size: 100, max_wait_time_ms: 2_000, max_retries: 50 };
  const consumer = { script: "signpost", settings, dead_letter_queue: "signpost-clicks-dead" };
  const judge = (consumers: object[] | undefined, want: WantedConsumer | undefined = wanted) =>
    judgeQueue("signpost-clicks", "signpost", want, {
      queue_id: "q",
      queue_name: "signpost-clicks",
      ...(consumers && { consumers }),
    });

  test.each([
    ["the consumer of wrangler.toml", [consumer], "seen", "has its consumer"],
    [
      "a name in another member",
      [{ ...consumer, script: undefined, script_name: "signpost" }],
      "seen",
      "has its",
    ],
    [
      "members that are not told",
      [{ dead_letter_queue: "signpost-clicks-dead" }],
      "seen",
      "has its consumer",
    ],
    ["no consumer", [], "different", "The queue has none."],
    ["another Worker", [{ ...consumer, script: "shop" }], "different", "Another Worker is."],
    ["another batch", [{ ...consumer, settings: { ...settings, batch_size: 10 } }], "different", "It is 10."],
    [
      "another wait",
      [{ ...consumer, settings: { ...settings, max_wait_time_ms: 5_000 } }],
      "different",
      "It is 5.",
    ],
    ["other retries", [{ ...consumer, settings: { ...settings, max_retries: 3 } }], "different", "It is 3."],
    ["no dead letters", [{ ...consumer, dead_letter_queue: undefined }], "different", "They go to no queue."],
    ["consumers that are not told", undefined, "unseen", "does not tell the consumer"],
  ] as [string, object[] | undefined, string, string][])("%s", (_, consumers, kind, text) => {
    expect(kindsOf(judge(consumers))).toEqual([kind]);
    expect(textsOf(judge(consumers))).toContain(text);
  });

  test("a queue that is not there", () => {
    expect(kindsOf(judgeQueue("signpost-clicks", "signpost", wanted, undefined))).toEqual(["different"]);
  });

  test("the backlog is told where the API tells it", () => {
    expect(tellBacklog("q", 1)).toEqual({ kind: "seen", text: "1 message waits in q." });
    expect(tellBacklog("q", 7)).toEqual({ kind: "seen", text: "7 messages wait in q." });
    expect(tellBacklog("q", null).kind).toBe("unseen");
  });
});

test.each([
  [0, "different"],
  [1, "seen"],
])("a backup of which %d bytes were read", (bytes, kind) => {
  expect(judgeStart(bytes).kind).toBe(kind);
});

describe("the way back", () => {
  const to = (id: string) => ({ versions: [{ version_id: id, percentage: 100 }] });

  test("versions are those that were deployed, each once", () => {
    expect(listVersions([to("c"), to("b"), to("c"), to("a")])).toEqual(["c", "b", "a"]);
  });

  test.each([
    ["one version", [to("a")], ["seen"]],
    ["two versions at once", [{ versions: [{ version_id: "a" }, { version_id: "b" }] }], ["different"]],
    ["versions that are not told", [{ created_on: "2026-01-01" }], ["seen", "unseen"]],
    ["no deployment", [], ["different"]],
  ])("a deployment of %s", (_, deployments, kinds) => {
    expect(kindsOf(judgeActive(deployments))).toEqual(kinds);
  });

  const version = (migration: string | undefined) => ({ id: "a", migration });
  test.each([
    ["the same migration", version("v4"), version("v4"), "there is a way back"],
    ["migrations between", version("v4"), version("v3"), "does not roll back over them"],
    ["the first migration", version("v4"), version(undefined), "(none) and this one (v4)"],
    ["no version before", version("v4"), null, "no way back yet"],
    ["migrations that are not told", version(undefined), version(undefined), "the way back is not known"],
    ["no active version", null, null, "does not tell the active version"],
  ])("%s", (_, active, previous, text) => {
    expect(judgeWayBack(active, previous).text).toContain(text);
    expect(judgeWayBack(active, previous).kind).not.toBe("different");
  });
});

describe("a gate", () => {
  const answer = { status: 303, location: "https://a.example/", body: "", milliseconds: 80 };
  test.each([
    ["opens", answer, "seen", "opened in 80 ms on the free plan, with bcrypt cost 5"],
    [
      "leads elsewhere",
      { ...answer, location: "https://b.example/" },
      "different",
      "Location https://b.example/",
    ],
    ["refuses the password", { ...answer, status: 403, location: null }, "different", "It answers 403."],
    [
      "takes too much CPU",
      { ...answer, status: 503, location: null, body: "error code: 1102" },
      "different",
      "more CPU time than the plan allows",
    ],
    ["does not answer", "ECONNRESET", "different", "No answer: ECONNRESET"],
  ])("%s", (_, one, kind, text) => {
    const [first] = judgeGate(one, ["https://a.example/"], "free", "5");
    expect(first).toMatchObject({ kind, text: expect.stringContaining(text) });
  });
});
