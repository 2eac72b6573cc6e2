import type { ListPart } from "../../domain/list.ts";
import { emptyOf } from "../../domain/field/field.ts";
import { HOST_FIELDS } from "../../domain/field/host.ts";
import { HANDLERS, type Handler } from "../../domain/handler.ts";
import type { HostHistoryEntry } from "../../domain/history.ts";
import type { Host, HostDetails } from "../../domain/host.ts";
import type { Hostname } from "../../domain/hostname.ts";
import { toProofMode, requiresProof } from "../../domain/proof-mode.ts";
import { isWhole } from "../../domain/reach.ts";
import { selectHostHistoryCount, selectHostHistory } from "../../storage/history/read.ts";
import { selectHostDetails, selectHostPage, selectHosts } from "../../storage/host/read.ts";
import type { ServiceContext } from "../context.ts";
import { isMomentPosition, readPage, type MomentPosition, type Page, type PageRequest } from "../cursor.ts";
import { done, NOT_FOUND, type Result } from "../result.ts";
import { areOwnTargetsGood } from "./internal/own-target.ts";
import { ownName, requiredRecords } from "./required-dns.ts";
import type { HostView } from "./types.ts";

export async function getHost(ctx: ServiceContext, host: Hostname): Promise<Result<HostView>> {
  const found = await selectHostDetails(ctx.env.DB, ownName(ctx.env), ctx.caller.reach, host);
  return found === null ? NOT_FOUND : done(await toHostView(ctx, found));
}

type HostFilter = Omit<Parameters<typeof selectHostPage>[3], keyof ListPart>;

export async function listHosts(
  ctx: ServiceContext,
  { filter, ...request }: PageRequest & { filter: HostFilter },
): Promise<Result<Page<HostView>>> {
  const page = await readPage<HostDetails, MomentPosition>({
    list: ["hosts", filter],
    ...request,
    isPosition: isMomentPosition,
    positionOf: ({ claim }) => [claim.createdAtMs, claim.key],
    read: (part) => selectHostPage(ctx.env.DB, ownName(ctx.env), ctx.caller.reach, { ...filter, ...part }),
  });
  if (!page.ok) return page;
  return done({
    ...page.value,
    items: await Promise.all(page.value.items.map((details) => toHostView(ctx, details))),
  });
}

/** The hostnames that take short links which can be opened. */
export const TAKES_LINKS = { shortLinksEnabled: true, isHeld: true, isWildcard: false };

/** Returns the hostname that takes short links and was connected first, for callers who name none; null if there is none. */
export async function getDefaultHost({ env, caller }: ServiceContext): Promise<Hostname | null> {
  const part = { ...TAKES_LINKS, after: null, isBackward: true, limit: 1 };
  const [oldest] = await selectHostPage(env.DB, ownName(env), caller.reach, part);
  return oldest?.claim.name ?? null;
}

export interface HostHistoryPage extends Page<HostHistoryEntry> {
  total: number;
}

/**
 * Lists the times when the caller's workspace gained or lost a hostname, newest first
 * (`GET /host/{host}/history`). The list stays readable after the claim has ended, except for a caller with `hosts`
 * (contract 27.2).
 */
export async function listHostHistory(
  ctx: ServiceContext,
  host: Hostname,
  page: PageRequest,
): Promise<Result<HostHistoryPage>> {
  const { DB } = ctx.env;
  const { reach } = ctx.caller;
  const isConnected = (await selectHosts(DB, reach, [host])).has(host);
  const total = isConnected || isWhole(reach) ? await selectHostHistoryCount(DB, reach, host) : 0;
  if (total === 0 && !isConnected) return NOT_FOUND;
  const read = await readPage<HostHistoryEntry, string>({
    list: ["host-history", host],
    ...page,
    positionOf: (entry) => entry.id,
    read: (part) => selectHostHistory(DB, reach, host, part),
  });
  return read.ok ? done({ ...read.value, total }) : read;
}

const NO_RECORDS = Object.fromEntries(HANDLERS.map((handler) => [handler, 0])) as Record<Handler, number>;

/** What a caller with tags sees: the name, whether it works and takes links, and what any visitor can see. */
const SEEN_WITH_TAGS: readonly string[] = [
  "name",
  "domain",
  "isDnsCorrect",
  "httpsRequested",
  "forceHttps",
  "certificateIssuedAtMs",
  "connectedAtMs",
  "shortLinksEnabled",
  "checkedAtMs",
  "isPreviewOff",
  "createdAtMs",
  "updatedAtMs",
  "waitingSinceMs",
  // It cannot be empty.
  "misses",
] satisfies (keyof Host)[];

/** Returns a hostname with nothing else, so that a new field is not seen until it is named (contract 27.17). */
function hideSettings(claim: Host): Host {
  const hidden = Object.entries(HOST_FIELDS).filter(([name]) => !SEEN_WITH_TAGS.includes(name));
  return {
    ...claim,
    ...Object.fromEntries(hidden.map(([name, { kind }]) => [name, kind === "texts" ? [] : emptyOf(kind)])),
    proof: null,
    errors: [],
    recordCounts: NO_RECORDS,
    appearance: { branding: null, pages: null },
  };
}

export async function toHostView(
  { env, nowMs, caller }: ServiceContext,
  { claim, creatorName, targetSeenAtMs, workspaceCount }: HostDetails,
): Promise<HostView> {
  const rules = {
    hasOwnTargets: areOwnTargetsGood(targetSeenAtMs, nowMs),
    isRequired: requiresProof(toProofMode(env.HOSTNAME_PROOF) ?? "auto", workspaceCount),
  };
  const createdBy = { id: claim.createdBy, name: creatorName };
  const required = await requiredRecords(env, claim, rules);
  if (caller.reach.tags === null) return { host: claim, createdBy, ...required };
  return { host: hideSettings(claim), createdBy: { ...createdBy, name: "" }, ...required, require: [] };
}
