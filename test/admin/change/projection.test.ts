import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import type { Env } from "../../../src/env.ts";
import { drainProjections } from "../../../src/jobs/projection/drain.ts";
import { continueChange } from "../../../src/services/change/continue-change.ts";
import type { ProjectionMessage } from "../../../src/queue-messages.ts";
import { createSite, requireOk } from "../../support/site.ts";

/** So many that they are applied in the background, in three chunks. */
const RECORDS = 600;

it("[28.21] the consumer writes the snapshots of a change while it is applied and undone", async () => {
  const site = await createSite();
  const rows = Array.from({ length: RECORDS }, (_, index) => ({
    host: site.host,
    alias: `a${index}`,
    destination: `https://example.com/${index}`,
  }));
  const { id } = requireOk(await site.call("POST", "/changes", { rows })).body;
  const sent: ProjectionMessage[] = [];
  const PROJECTION = {
    send: async (message: ProjectionMessage) => void sent.push(message),
  } as unknown as Env["PROJECTION"];
  const bindings: Env = { ...env, PROJECTION };
  let nowMs = Date.now();
  const work = async (until: string) => {
    for (let run = 0, state = ""; state !== until && run < 20; run++) {
      nowMs += 100_000;
      await continueChange(bindings, site.id, id, nowMs, () => nowMs);
      state = requireOk(await site.call("GET", `/changes/${id}`)).body.state;
    }
  };
  for (const [begun, end] of [
    ["applying", "applied"],
    ["undoing", "undone"],
  ] as const) {
    await env.DB.prepare("UPDATE changes SET state = ?2, done = 0 WHERE id = ?1").bind(id, begun).run();
    sent.length = 0;
    await work(end);
    expect(sent).toEqual([{ kind: "drain" }, { kind: "drain" }]);
    const behind = async () => requireOk(await site.call("GET", "/projection")).body.behind;
    expect(await behind()).toBeGreaterThanOrEqual(RECORDS);
    for (const _ of sent) await drainProjections(bindings, Date.now() + 100_000);
    expect(await behind()).toBeLessThan(10);
  }
});
