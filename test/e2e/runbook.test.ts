import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { beforeAll, describe, expect, it } from "vitest";
import { D1_FAILURES, KV_FAILURES, type Faults } from "../../scripts/lab/testbed/fault.ts";
import { readUntil } from "../../scripts/lab/testbed/until.ts";
import { RUNBOOKS } from "../../scripts/status/reason-text.ts";
import { useBreakableSite } from "../support/breakable-site.ts";
import { MONITOR_KEY } from "../support/breakable-worker.ts";
import { runScript } from "../support/run-script.ts";
import { expectedLines, sections, withoutNumbers } from "../support/runbook.ts";

/** What docs/runbooks.md says that npm run status prints, against a running worker with that fault. */

const site = useBreakableSite();
async function status(): Promise<{ exitCode: number; text: string }> {
  const args = ["--url", `http://127.0.0.1:${site.worker.port}`];
  const place = { stateDir: tmpdir(), cwd: tmpdir(), env: { MONITOR_KEY } };
  const { exitCode, stdout, stderr } = await runScript("status", args, place);
  expect(stderr).toBe("");
  return { exitCode, text: withoutNumbers(stdout) };
}

/** Faults that other tests make. */
const ELSEWHERE: [heading: string, file: string, title: string][] = [
  [
    "A wrong deployment",
    "test/upgrade/upgrade.test.ts",
    "the previous release comes back over what this one has written, and counts right",
  ],
  [
    "A leaked token, a leaked signing key",
    "test/admin/session/session.test.ts",
    "[32.2] ends with its token, with its membership, and after twelve hours",
  ],
  [
    "A leaked token, a leaked signing key",
    "test/services/host/verification.test.ts",
    "an unlocked record stays unlocked, until the previous key is taken away",
  ],
  [
    "A nightly backup is missing or refused",
    "test/scripts/backup.test.ts",
    "[26.5] refuses a file that is no backup, or in which a row was changed, left out or doubled",
  ],
  [
    "A queue is stuck",
    "test/e2e/fault-queue.test.ts",
    "holds up no change, though the store takes no snapshot either",
  ],
];

const sql = (text: string) => site.worker.db.prepare(text).run();
const ELEVEN_MINUTES = 660_000;

beforeAll(async () => {
  await site.createLink("standing", "https://example.com/stands");
});

describe("docs/runbooks.md", () => {
  it("has every runbook that npm run status names, and each fits on a screen", () => {
    expect([...RUNBOOKS].filter((heading) => !sections.has(heading))).toEqual([]);
    expect(sections.size).toBe(12);
    for (const [heading, section] of sections) expect(section.split("\n").length, heading).toBeLessThan(48);
  });

  it("is not needed while all is well", async () => {
    const { exitCode, text } = await status();
    expect({ exitCode, text }).toMatchObject({ exitCode: 0, text: expect.stringContaining(": ok\n") });
    expect(text).not.toContain("!");
  });

  it.each<[heading: string, faults: Faults]>([
    ["An incident of Cloudflare", { DB: { does: "throw", text: D1_FAILURES.lost } }],
    [
      "The database is overloaded, or its quota is used up",
      { DB: { does: "throw", text: D1_FAILURES.overloaded } },
    ],
  ])("%s: what it says is printed", async (heading, faults) => {
    await site.worker.breakBindings(faults);
    const { exitCode, text } = await status();
    expect(exitCode).toBe(1);
    expect(expectedLines(heading).length).toBeGreaterThan(1);
    for (const line of expectedLines(heading)) expect(text).toContain(line);
    expect(await site.visit("/standing")).toEqual([302, "https://example.com/stands"]);
  });

  it("names KV alone while KV is down", async () => {
    await site.worker.breakBindings({ SNAPSHOTS: { does: "throw", text: KV_FAILURES.broken } });
    const { exitCode, text } = await status();
    expect(exitCode).toBe(1);
    expect(text).toContain("KV            failing");
    expect(text).toContain("! KV does not answer.");
    expect(text).not.toContain("The database does not answer");
  });

  it("Links do not follow edits: what it says is printed while a snapshot waits", async () => {
    const atMs = Date.now() - ELEVEN_MINUTES;
    await sql(
      `INSERT INTO pending (seq, host, slot, created_at, leased_until) VALUES (1, 'x.example', 'p/x', ${atMs}, ${Date.now() + 600_000})`,
    );
    await site.worker.breakBindings({ SNAPSHOTS: { does: "count" } });
    const { exitCode, text } = await status();
    await sql("DELETE FROM pending");
    expect(exitCode).toBe(1);
    for (const line of expectedLines("Links do not follow edits")) expect(text).toContain(line);
  });

  it("Clicks stand still: what it says is printed while clicks wait and dead letters are there", async () => {
    const id = (Date.now() - ELEVEN_MINUTES).toString(36).padStart(9, "0");
    await sql(`INSERT INTO click_batches (id, body) VALUES ('${id}-x', '{"v":0}')`);
    await sql(
      "INSERT INTO dead_letters (id, body, received_at) VALUES ('a', '1', 0), ('b', '1', 0), ('c', '1', 0)",
    );
    const { exitCode, text } = await status();
    await sql(`DELETE FROM click_batches WHERE id = '${id}-x'`);
    await sql("DELETE FROM dead_letters");
    expect(exitCode).toBe(1);
    for (const line of expectedLines("Clicks stand still")) expect(text).toContain(line);
  });

  it("The database is full: visits go on while D1 refuses every write", async () => {
    await site.worker.forget();
    await site.worker.breakBindings({
      DB: { does: "throw", text: "D1_ERROR: Exceeded maximum DB size", on: "writes" },
    });
    expect(await site.visit("/standing")).toEqual([302, "https://example.com/stands"]);
    expect(
      (await site.worker.call("POST", "/link", { destination: "https://example.com/" })).status,
    ).toBeGreaterThanOrEqual(422);
    expect((await site.worker.call("GET", "/links")).status).toBe(200);
  });

  it("Cron is not running: what it says is printed, until cron runs again", async () => {
    await site.worker.sweep(-34 * 60_000);
    await site.worker.breakBindings({ SNAPSHOTS: { does: "count" } });
    const stopped = await status();
    expect(stopped.exitCode).toBe(1);
    for (const line of expectedLines("Cron is not running")) expect(stopped.text).toContain(line);
    await site.worker.cron();
    await site.worker.breakBindings({ SNAPSHOTS: { does: "count" } });
    expect(await status()).toMatchObject({ exitCode: 0 });
  });

  it("A queue is stuck: clicks that nobody can store wait, visits go on, and each click counts once", async () => {
    const id = await site.createLink("stuck", "https://example.com/stuck");
    await site.worker.breakBindings({
      DB: { does: "throw", text: D1_FAILURES.overloaded, sql: "click_batches" },
    });
    for (let visit = 0; visit < 3; visit++)
      expect(await site.visit("/stuck")).toEqual([302, "https://example.com/stuck"]);
    const refused = async () => (await site.worker.countFaults()).DB ?? 0;
    await readUntil(refused, (count) => count > 0);
    await site.worker.mend();
    const clicks = async () => (await site.worker.call("GET", `/links/${id}/stats`)).body.clicks as number;
    await readUntil(clicks, (count) => count === 3);
  });

  it("The bill explodes: what it says is printed, with the parts that it explains", async () => {
    const args = ["--bill", "--visits", "50000000", "--links", "100000"];
    const { stdout } = await runScript("lab/simulate", args, { stateDir: tmpdir(), cwd: tmpdir() });
    for (const line of expectedLines("The bill explodes")) expect(withoutNumbers(stdout)).toContain(line);
    const explained = [...(sections.get("The bill explodes") ?? "").matchAll(/^\d\. \*\*(.*?):\*\*/gm)];
    expect(explained.length).toBeGreaterThan(3);
    for (const [, part = ""] of explained) expect(stdout).toMatch(new RegExp(`^\\| ${part}`, "m"));
  });

  it.each(ELSEWHERE)("%s: a test runs its fault", async (heading, file, title) => {
    expect(sections.has(heading)).toBe(true);
    expect(await readFile(file, "utf8")).toContain(title);
  });
});
