import { HOUR_MS } from "../../src/domain/time.ts";
import { wholeOf } from "../../src/domain/reach.ts";
import { runChange } from "../../src/services/change/internal/run-change.ts";
import type { ServiceContext } from "../../src/services/context.ts";
import { selectTenant } from "../../src/storage/workspace/read.ts";
import { continueChange } from "../../src/services/change/continue-change.ts";
import { requireOk, type RecordBody, type Site } from "./site.ts";
import { envOf, homeOf } from "./home.ts";

/** Works on a change to the end of what it was asked for, whatever a call has time for. */
export async function finishChange(site: Site, id: string): Promise<RecordBody> {
  for (let run = 0; run < 50; run++) {
    const { body } = requireOk(await site.call("GET", `/changes/${id}`));
    if (!["planning", "applying", "undoing"].includes(body.state)) return body;
    // Behind the lease of any run that has died.
    const nowMs = Date.now() + 100_000 * (run + 10);
    await continueChange(envOf(site.id), site.id, id, nowMs, () => nowMs);
  }
  throw new Error("The change does not come to its end.");
}

/** Plans rows that come in parts: each is a block and a chunk of its own. */
export async function planParts(site: Site, body: object, parts: object[][]): Promise<RecordBody> {
  const { id } = requireOk(await site.call("POST", "/changes", { ...body, upload: true })).body;
  for (const [index, rows] of parts.entries()) {
    const text = rows.map((row) => JSON.stringify(row)).join("\n");
    const headers = { "Content-Type": "application/x-ndjson" };
    requireOk(await site.call("PUT", `/changes/${id}/parts/${index + 1}`, text, headers));
  }
  requireOk(await site.call("POST", `/changes/${id}/plan`));
  return finishChange(site, id);
}

/** Applies or undoes a change to the end. */
export async function work(
  site: Site,
  id: string,
  call: "apply" | "undo",
  body?: object,
): Promise<RecordBody> {
  requireOk(await site.call("POST", `/changes/${id}/${call}`, body));
  return finishChange(site, id);
}

/** Takes one step of a change. */
export async function runOneStep(site: Site, id: string): Promise<void> {
  const workspace = await selectTenant(homeOf(site.id), site.id);
  const nowMs = Date.now() + HOUR_MS / 2;
  const ctx: ServiceContext = {
    env: envOf(site.id),
    caller: {
      workspace: workspace!,
      user: { id: site.userId },
      token: { id: "", name: "", lastUsedAtMs: null },
      role: "owner",
      reach: wholeOf(site.id),
    },
    channel: "change",
    nowMs,
    random: Math.random,
    background: () => {},
  };
  await runChange(ctx, id, { clock: () => nowMs, budgetMs: HOUR_MS, maxSteps: 1, isCall: false });
}
