import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readUntil } from "../../scripts/lab/testbed/until.ts";
import { startInstallation, type Installation } from "./installation.ts";
import { HOST, type Release } from "./release.ts";

/**
 * Records of which 0.1.0 knows nothing, while both run side by side and after it has come back:
 * it never sends anybody to their destinations, and this release never believes what it says of them.
 */

const TIMEOUT_MS = 240_000;
const OWN = "https://example.com/own";
const RULED = "https://example.com/rule";

const RECORDS = {
  ruled: { destination: OWN, rules: [{ not: { country: ["DE"] }, destination: RULED }] },
  ahead: { destination: OWN, starts: "2999-01-01T00:00:00Z" },
  limited: { destination: OWN, max_clicks: 5 },
  removed: { type: "gone" },
  plain: { destination: OWN },
};
type Name = keyof typeof RECORDS;

/** By HEAD, which takes no place of a limit and learns no destination. */
const RIGHT: Record<Name, { status: number; location?: string }> = {
  ruled: { status: 302, location: RULED },
  ahead: { status: 404 },
  limited: { status: 200 },
  removed: { status: 410 },
  plain: { status: 302, location: OWN },
};

let installation: Installation;
const ids = new Map<string, string>();

beforeAll(async () => {
  installation = await startInstallation("0.1.0");
  await installation.call("previous", "POST", "/host", { host: HOST });
  await installation.migrate();
  await installation.setLive("previous", "current");
  for (const [alias, fields] of Object.entries(RECORDS)) {
    const created = await installation.call("current", "POST", "/link", { host: HOST, alias, ...fields });
    ids.set(alias, created.data[0].id);
  }
}, TIMEOUT_MS);
afterAll(() => installation?.close());

async function answers(release: Release): Promise<Record<string, object>> {
  const entries = Object.keys(RECORDS).map(
    async (alias) => [alias, await installation.visit(release, HOST, `/${alias}`)] as const,
  );
  return Object.fromEntries(await Promise.all(entries));
}

function expectNothingTold(answered: Record<string, object>): void {
  const { plain, ...others } = answered;
  expect(plain).toEqual(RIGHT.plain);
  for (const [alias, answer] of Object.entries(others)) expect(answer, alias).toEqual({ status: 404 });
}

describe("side by side", { timeout: TIMEOUT_MS }, () => {
  it("[24.3] the previous release answers 404, this one as it should, from KV and from the database", async () => {
    for (let turn = 0; turn < 2; turn++) {
      expectNothingTold(await answers("previous"));
      expect(await answers("current")).toEqual(RIGHT);
      await installation.worker.cron();
    }
  });

  it("[24.3] what the previous release writes to such a record is kept, and told by this release alone", async () => {
    for (const alias of Object.keys(RECORDS)) {
      await installation.call("previous", "PUT", `/link/${ids.get(alias)}`, {
        title: "by the previous release",
      });
    }
    // The previous release has put what it can show of them into KV.
    expect(await answers("current")).toEqual(RIGHT);
    expectNothingTold(await answers("previous"));
    const moved = "https://example.com/moved";
    for (const alias of ["ruled", "limited", "ahead"]) {
      await installation.call("previous", "PUT", `/link/${ids.get(alias)}`, { destination: moved });
    }
    expectNothingTold(await answers("previous"));
    for (const alias of ["ruled", "limited", "ahead"]) {
      const record = await installation.call("current", "GET", `/link/${ids.get(alias)}`);
      expect([record.destinations, record.title], alias).toEqual([[moved], "by the previous release"]);
    }
    expect(await answers("current")).toEqual(RIGHT);
  });

  it("[24.3] the previous release alone reveals nothing, and this one is right at once when it takes over again", async () => {
    await installation.setLive("previous");
    await installation.worker.cron();
    expectNothingTold(await answers("previous"));
    await installation.setLive("current");
    await readUntil(
      () => answers("current"),
      (answered) => JSON.stringify(answered) === JSON.stringify(RIGHT),
    );
    // The destination that the previous release wrote belongs to the record without its rules.
    const id = ids.get("ruled");
    await installation.call("current", "PUT", `/link/${id}`, { rules: null });
    expect(await installation.visit("current", HOST, "/ruled")).toEqual({
      status: 302,
      location: "https://example.com/moved",
    });
  });
});
