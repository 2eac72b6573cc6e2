import { refuse, type Refusal } from "../../domain/refusal/refusal.ts";
import type { Hostname } from "../../domain/hostname.ts";
import { OTHER_PATHS, PROBES } from "../../clicks/missed-path.ts";
import { addFieldError, hasFieldErrors, type FieldErrors } from "../../domain/field-error.ts";
import { isHeld } from "../../domain/host.ts";
import { toCanonicalPath, type CanonicalPath } from "../../domain/path.ts";
import { selectHosts } from "../../storage/host/read.ts";
import { changeState } from "../../storage/change/write.ts";
import { selectNamedMisses, setMissState, type Missed } from "../../storage/miss/read.ts";
import { missSlot } from "../../storage/miss/row.ts";
import type { ServiceContext } from "../context.ts";
import { applyChange } from "../change/apply-change.ts";
import { createChange, getChange } from "../change/changes.ts";
import type { ChangeView, ImportRow } from "../change/types.ts";
import { forgetIfChanged, noteResult } from "../keyed-call.ts";
import type { RecordInput } from "../write/change-record.ts";
import { done, invalid, type Draft, type Result } from "../result.ts";

/** The remedy for missed paths: their best suggestions, one destination, gone, or nothing. */
export type Remedy =
  | { kind: "suggestion" | "gone" | "ignore" | "open" }
  | { kind: "destination"; destination: string };

interface Resolution {
  host?: Hostname;
  /** The literal paths as the caller wrote them, with or without escapes. */
  paths?: string[];
  to?: Remedy;
}

/** The results for the named paths. */
export interface ResolvedMisses {
  paths: string[];
  /** The change that creates the records; null if none is created. */
  change: ChangeView | null;
}

/** Creates records for missed paths, or ignores the paths (`POST /misses/resolve`, contract 31.11). */
export async function resolveMisses(
  ctx: ServiceContext,
  { fields, errors: found }: Draft<Resolution>,
): Promise<Result<ResolvedMisses>> {
  const errors = structuredClone(found);
  const { host, paths, to } = fields;
  for (const name of ["host", "paths", "to"] as const) {
    if (fields[name] === undefined && errors[name] === undefined)
      addFieldError(errors, name, refuse("required"));
  }
  if (host === undefined || paths === undefined) return invalid(errors);
  const { DB } = ctx.env;
  const { id: workspaceId } = ctx.caller.workspace;
  const hosts = await selectHosts(DB, ctx.caller.reach, [host]);
  if (!isHeld(hosts.get(host))) addFieldError(errors, "host", refuse("not_held_here"));
  // A hostname beyond the reach is treated as unknown, like its paths.
  const known = hosts.has(host) ? host : null;
  const chosen = await choose(DB, workspaceId, { host: known, paths, to }, errors);
  if (hasFieldErrors(errors) || to === undefined) return invalid(errors);
  const shown = chosen.map(({ path }) => path);
  if (to.kind === "ignore" || to.kind === "open") {
    const state = to.kind === "ignore" ? "ignored" : "open";
    const slots = chosen.map(({ slot }) => slot);
    await DB.batch([
      setMissState(DB, workspaceId, host, slots, { state, nowMs: ctx.nowMs }),
      ...noteResult(ctx, { paths: shown }),
    ]);
    return done({ paths: shown, change: null });
  }
  const request = { kind: "create" as const, owner: null, hosts: null, adopts: false, isForced: false };
  const rows = chosen.map((missed, index) => ({ ...toRow(missed, to), line: index + 1 }));
  const draft = {
    fields: { request: { ...request, isAtOnce: true }, isUpload: false, rows },
    errors: {},
  };
  const planned = await createChange(ctx, draft, { paths: shown });
  if (!planned.ok) return planned;
  const { change } = planned.value;
  if (change.state !== "planned") return done({ paths: shown, change: planned.value });
  // If another change is running, the caller gets that error, and the plan is dropped.
  const applied = await applyChange(ctx, change.id, {});
  const end = { from: ["planned" as const], to: "expired" as const, endsAtMs: ctx.nowMs };
  if (!applied.ok && (await changeState(DB, change, end, ctx.nowMs, forgetIfChanged(ctx)))) return applied;
  // The job may already have begun to apply the change.
  const view = applied.ok ? applied : await getChange(ctx, change.id);
  return view.ok ? done({ paths: shown, change: view.value }) : view;
}

/** Returns the missed paths of a call, each once. Adds an error for each path that cannot be resolved. */
async function choose(
  db: D1Database,
  workspaceId: string,
  { host, paths, to }: { host: Hostname | null; paths: string[]; to: Remedy | undefined },
  errors: FieldErrors,
): Promise<Missed[]> {
  const canonical = paths.map((path) => (path.startsWith("/") ? toCanonicalPath(path) : path));
  const known = host === null ? [] : await selectNamedMisses(db, workspaceId, host, canonical);
  const plain = new Map(known.filter((one) => !one.isRedacted).map((one) => [one.slot, one]));
  const redacted = new Set(known.filter((one) => one.isRedacted).map(({ slot }) => slot));
  const chosen = new Map<string, Missed>();
  for (const [index, path] of canonical.entries()) {
    const slot = missSlot(path);
    const missed = plain.get(slot);
    const reject = (reason: Refusal) => addFieldError(errors, `paths.${index}`, reason);
    if (path === OTHER_PATHS || path === PROBES) reject(refuse("several_paths"));
    else if (missed === undefined && redacted.has(slot)) reject(refuse("redacted_path"));
    else if (missed === undefined) reject(refuse("not_missed"));
    else if (to?.kind === "suggestion" && !missed.suggestions?.length) reject(refuse("no_suggestion"));
    else chosen.set(slot, missed);
  }
  return [...chosen.values()];
}

/** Returns the row for a missed path. The path is literal: it has no captures and stands for no other path. */
function toRow({ host, path, suggestions }: Missed, to: Remedy): Draft<ImportRow> {
  const place = { host, source: { kind: "exact" as const, path: path as CanonicalPath } };
  const destination =
    to.kind === "destination"
      ? to.destination
      : to.kind === "suggestion"
        ? suggestions?.[0]?.destination
        : null;
  const input: RecordInput = to.kind === "gone" ? { type: "gone" } : { destination: destination ?? null };
  return { fields: { handler: "redirect", place, held: {}, input }, errors: {} };
}
