import { refuse } from "../../../domain/refusal/refusal.ts";
import { formatSource } from "../../../domain/source.ts";
import type { ChangeRequest, Edit, PlannedRow } from "../../../domain/change/change.ts";
import type { PlaceIndex } from "../../../domain/change/place-index.ts";
import type { CheckRow } from "../../../domain/check/check.ts";
import { shortenChain, type Link, type Shortened } from "../../../domain/check/shorten-chain.ts";
import type { LinkRecord } from "../../../domain/record.ts";
import { exactSlot } from "../../../domain/slot.ts";
import type { SlotSnapshot } from "../../../domain/snapshot.ts";
import { answerAll, type Answered } from "../../../explain/answer.ts";
import { recordOf } from "../../../explain/explain.ts";
import { endOf, followAll } from "../../../explain/hop.ts";
import { toAskedByBrowser } from "../../../explain/question.ts";
import { World } from "../../../explain/world.ts";
import { selectCheckRows } from "../../../storage/check/read.ts";
import type { Change } from "../../../storage/change/read.ts";
import { selectStoredRecords } from "../../../storage/record/read.ts";
import { snapshotKey } from "../../../storage/snapshot/key.ts";
import type { ServiceContext } from "../../context.ts";
import { STEP_RECORDS, type PlannedStep } from "../types.ts";
import { type Checks, planEdits, rowOf } from "../../write/plan-edits.ts";

type EditRequest = Extract<ChangeRequest, { kind: "edit" }>;

/**
 * Plans, for the next chains of a check, to point the first record of each directly at the end (contract 30.19).
 * Explains the chains again, because records may have changed since the check. Writes nothing.
 */
export async function planChains(
  ctx: ServiceContext,
  { progress }: Change,
  request: EditRequest,
  checks: Checks,
  index: PlaceIndex,
): Promise<PlannedStep> {
  const { env } = ctx;
  const page = { after: progress.line, isBackward: false, limit: STEP_RECORDS };
  const chains = await selectCheckRows(env.DB, request.chainsOf ?? "", "chain", page);
  const found = await explainChains(ctx, chains);
  const stored = await selectStoredRecords(env.DB, ctx.caller.reach, [...found.keys()]);
  const rows: PlannedRow[] = [];
  const edited: typeof stored = [];
  for (const one of stored) {
    const { record } = one;
    const chain = found.get(record.id);
    // Several URLs of one record may have the same end, so an earlier step may have planned the record.
    if (chain === undefined || index.lineOf(record) !== undefined) continue;
    if (chain.shortened.kind === "set") edited.push(one);
    if (chain.shortened.kind !== "left") continue;
    const reasons = { destination: [refuse("chain_left", { reason: chain.shortened.reason })] };
    rows.push({ ...rowOf(record, chain.line), result: "invalid", reasons });
  }
  const planned = await planEdits(ctx, request, edited, checks, ({ id }) =>
    toEdit(request, found.get(id)?.shortened),
  );
  for (const row of planned) rows.push({ ...row, line: found.get(row.id ?? "")?.line ?? null });
  const last = chains.at(-1)?.line;
  const isEnd = last === undefined || chains.length < STEP_RECORDS;
  return {
    rows: rows.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0)),
    next: isEnd ? null : { ...progress, line: last },
  };
}

function toEdit({ edit }: EditRequest, shortened: Shortened | undefined): Edit {
  if (shortened?.kind !== "set") return edit;
  const { destination, forwardQuery } = shortened;
  return { ...edit, set: { destinations: [destination], forwardQuery } };
}

interface FoundChain {
  line: number;
  shortened: Shortened;
}

/** Explains the present answers of chains. Returns one chain for each first record. */
async function explainChains(
  { env, caller, nowMs }: ServiceContext,
  chains: CheckRow[],
): Promise<Map<string, FoundChain>> {
  const world = new World(env, caller.reach, true);
  const ask = async (urls: string[]) =>
    answerAll(
      env,
      world,
      urls.map((url) => toAskedByBrowser(url, nowMs)),
    );
  const firsts = new Map<string, { line: number; url: string }>();
  for (const [at, answered] of (await ask(chains.map(({ url }) => url))).entries()) {
    const record = recordOf(answered, world);
    const chain = chains[at];
    if (record === null || chain === undefined || firsts.has(record.id)) continue;
    firsts.set(record.id, { line: chain.line, url: withoutQuery(chain.url, record) });
  }
  const ways = await followAll(env, world, await ask(Array.from(firsts.values(), ({ url }) => url)));
  const found = new Map<string, FoundChain>();
  for (const [at, [id, { line }]] of [...firsts].entries()) {
    const way = ways[at];
    if (way === undefined) continue;
    const links = [way.first, ...way.next].map((answered) => toLink(world, answered));
    const end = way.isLoop ? "loop" : endOf(world, way)?.isInside ? "more" : null;
    found.set(id, { line, shortened: shortenChain(links, end) });
  }
  return found;
}

/** Returns the URL without any query except the source's own. */
function withoutQuery(asked: string, { source }: LinkRecord): string {
  const url = new URL(asked);
  url.search = source.kind === "query" ? formatSource(source).slice(source.path.length) : "";
  return url.href;
}

function toLink(world: World, answered: Answered): Link {
  const { outcome, status, location, headers, host, asked } = answered;
  const slot = exactSlot(asked.visit.requested.folded);
  const snapshot = host === null ? undefined : world.snapshotOf(snapshotKey(host.name, slot));
  return {
    record: recordOf(answered, world),
    outcome,
    status,
    location,
    isLasting: headers.get("Cache-Control") !== "no-store",
    hasQuerySources: (snapshot as SlotSnapshot | undefined)?.hasQueries === true,
  };
}
