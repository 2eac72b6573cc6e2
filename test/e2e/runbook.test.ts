import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { beforeAll, describe, expect, it } from "vitest";
import { D1_FAILURES, KV_FAILURES, type Faults } from "../../scripts/lab/testbed/fault.ts";
import { RUNBOOKS } from "../../scripts/status/reason-text.ts";
import { useBreakableSite } from "../support/breakable-site.ts";
import { MONITOR_KEY } from "../support/breakable-worker.ts";
import { runScript } from "../support/run-script.ts";

/** What docs/runbooks.md says that npm run status prints, against a running worker with that fault. */

const site = useBreakableSite();
const page = await readFile("docs/runbooks.md", "utf8");
const sections = new Map(
  page
    .split("\n## ")
    .slice(1)
    .map((section): [string, string] => {
      const [heading = "", ...lines] = section.split("\n");
      return [heading, lines.join("\n")];
    }),
);

/** The lines that a section says npm run status prints, without their numbers. */
function expectedLines(heading: string): string[] {
  const [, text = ""] = /```text\n(.*?)```/s.exec(sections.get(heading) ?? "") ?? [];
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map(withoutNumbers);
}

const withoutNumbers = (text: string) => text.replaceAll(/\d+/g, "N");

async function status(): Promise<{ exitCode: number; text: string }> {
  const args = ["--url", `http://127.0.0.1:${site.worker.port}`];
  const place = { stateDir: tmpdir(), cwd: tmpdir(), env: { MONITOR_KEY } };
  const { exitCode, stdout, stderr } = await runScript("status", args, place);
  expect(stderr).toBe("");
  return { exitCode, text: withoutNumbers(stdout) };
}

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
});
