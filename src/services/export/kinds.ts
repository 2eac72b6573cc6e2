import type { HostDetails } from "../../domain/host.ts";
import type { HistoryEntry, HostHistoryEntry } from "../../domain/history.ts";
import type { StoredPage } from "../../domain/stored-page.ts";
import type { Workspace } from "../../domain/workspace.ts";
import { selectRecordDays, selectWorkspaceDays, type DailyClicks } from "../../storage/click/export.ts";
import { selectHashedTokens, type HashedToken } from "../../storage/token/token.ts";
import type { Member } from "../../domain/member.ts";
import type { ServiceContext } from "../context.ts";
import { toView, type RecordView } from "../record/records.ts";
import { hasFeature } from "../../domain/plan.ts";
import { mapConcurrent } from "../../runtime/map-concurrent.ts";
import { selectBlocklist } from "../../storage/blocklist/blocklist.ts";
import { selectRecordHistories, selectHostHistories } from "../../storage/history/read.ts";
import { selectHostPage, selectHosts } from "../../storage/host/read.ts";
import { selectPageTexts } from "../../storage/page/read.ts";
import { selectLastPosition, selectRecordsFrom } from "../../storage/record/export.ts";
import { selectMembers } from "../../storage/user/user.ts";
import { selectWorkspace } from "../../storage/workspace/read.ts";
import { ownName } from "../host/required-dns.ts";
import { readClicksLeft } from "../record/visitor-limit.ts";

export const INCLUDES = ["secrets", "clicks", "history"] as const;
export type Include = (typeof INCLUDES)[number];

export interface ExportItems {
  workspace: Workspace;
  member: Member;
  token: HashedToken;
  blocklist: string[];
  claim: HostDetails["claim"];
  /** `html` is the content: text, or a PNG picture as base64. */
  page: StoredPage & { html: string };
  /** The hash is undefined unless secrets are requested. */
  record: RecordView & { passwordHash?: string | null };
  history: { recordId: string; entry: HistoryEntry };
  host_history: HostHistoryEntry;
  clicks: DailyClicks;
}

export type KindName = keyof ExportItems;

/** The position up to which a kind was read, in a form that the kind decides. Null before the first item. */
export type Place = (string | number)[] | null;

/** One kind of an export. Each stands in `kinds.ts`, and has a shape in `admin/serialize/export.ts`. */
export interface ExportKind<K extends KindName> {
  name: K;
  /** The kind is left out unless this part is requested. */
  include?: Include;
  queries: number;
  /** Reads the next items behind a place. The next place is null at the end. `asked` counts calls of other objects. */
  read(
    ctx: ServiceContext,
    place: Place,
    includes: ReadonlySet<Include>,
  ): Promise<{ items: ExportItems[K][]; next: Place; asked?: number }>;
}

export type ExportItem = { [K in KindName]: { kind: K; item: ExportItems[K] } }[KindName];

/** Returns a kind whose items one query reads in the order of their keys, `limit` at a time. */
function byKey<K extends KindName>(
  { name, limit = 500, ...kind }: Pick<ExportKind<K>, "name" | "include"> & { limit?: number },
  keyOf: (item: ExportItems[K]) => string,
  read: (ctx: ServiceContext, behind: string, limit: number) => Promise<ExportItems[K][]>,
): ExportKind<K> {
  return {
    ...kind,
    name,
    queries: 1,
    async read(ctx, place) {
      const items = await read(ctx, String(place?.[0] ?? ""), limit);
      const last = items.at(-1);
      return { items, next: items.length < limit || last === undefined ? null : [keyOf(last)] };
    },
  };
}

const POSITIONS_A_READ = 500;
const ITEMS_A_READ = 2_000;

/** The records whose items a query reads. */
interface Range {
  /** The positions of records. */
  first: number;
  last: number;
  /** The items of the first record begin after this one. */
  behind: string | number;
  limit: number;
}

/** Reads items that belong to records, in the order of the records, by two queries. */
async function readOfRecords<T extends { position: number }>(
  { env, caller }: ServiceContext,
  place: Place,
  start: string | number,
  read: (range: Range) => Promise<T[]>,
  keyOf: (item: T) => string | number,
): Promise<{ items: T[]; next: Place }> {
  const [first, behind] = [Number(place?.[0] ?? 0), place?.[1] ?? start];
  const last = await selectLastPosition(env.DB, caller.workspace.id, first, POSITIONS_A_READ);
  if (last === null) return { items: [], next: null };
  const items = await read({ first, last, behind, limit: ITEMS_A_READ });
  const item = items.at(-1);
  if (items.length === ITEMS_A_READ && item !== undefined) {
    return { items, next: [item.position, keyOf(item)] };
  }
  return { items, next: [last + 1, start] };
}

const workspaceKind: ExportKind<"workspace"> = {
  name: "workspace",
  queries: 1,
  async read({ env, caller }) {
    const workspace = await selectWorkspace(env.DB, caller.workspace.id);
    return { items: workspace === null ? [] : [workspace], next: null };
  },
};

const memberKind = byKey<"member">(
  { name: "member" },
  ({ id }) => id,
  ({ env, caller }, behind, limit) => selectMembers(env.DB, caller.workspace.id, behind, limit),
);

const tokenKind = byKey<"token">(
  { name: "token", include: "secrets" },
  ({ id }) => id,
  ({ env, caller }, behind, limit) => selectHashedTokens(env.DB, caller.workspace.id, behind, limit),
);

const blocklistKind: ExportKind<"blocklist"> = {
  name: "blocklist",
  queries: 1,
  read: async ({ env, caller }) => ({
    items: [await selectBlocklist(env.DB, caller.workspace.id)],
    next: null,
  }),
};

const claimKind = byKey<"claim">(
  { name: "claim" },
  ({ createdAtMs, key }) => JSON.stringify([createdAtMs, key]),
  async ({ env, caller }, behind, limit) => {
    const after = behind === "" ? null : (JSON.parse(behind) as [createdAtMs: number, key: string]);
    const page = { after, isBackward: false, limit };
    const hosts = await selectHostPage(env.DB, ownName(env), caller.reach, page);
    return hosts.map(({ claim }) => claim);
  },
);

const pageKind = byKey<"page">(
  // Each page has at most 100 kB.
  { name: "page", limit: 20 },
  ({ name }) => name,
  ({ env, caller }, behind, limit) => selectPageTexts(env.DB, caller.workspace.id, behind, limit),
);

const RECORDS_A_READ = 250;
const COUNTERS_AT_ONCE = 5;

const recordKind: ExportKind<"record"> = {
  name: "record",
  queries: 2,
  async read({ env, caller }, place, includes) {
    const from = Number(place?.[0] ?? 0);
    const rows = await selectRecordsFrom(env.DB, caller.workspace.id, from, RECORDS_A_READ);
    const names = rows.map(({ stored }) => stored.record.host);
    const hosts = await selectHosts(env.DB, caller.reach, names);
    const items: ExportItems["record"][] = rows.flatMap(({ stored: { record, passwordHash } }) => {
      const host = hosts.get(record.host);
      if (host === undefined) return [];
      return [{ ...toView(record, host), ...(includes.has("secrets") && { passwordHash }) }];
    });
    const limited = items.filter(({ record }) => record.maxClicks !== null);
    await mapConcurrent(limited, COUNTERS_AT_ONCE, async (item) => {
      item.clicksLeft = await readClicksLeft(env, item.record);
    });
    const last = rows.at(-1)?.position ?? 0;
    return { items, next: rows.length < RECORDS_A_READ ? null : [last + 1], asked: limited.length };
  },
};

const historyKind: ExportKind<"history"> = {
  name: "history",
  include: "history",
  queries: 2,
  async read(ctx, place) {
    const { env, caller } = ctx;
    // As in the history of a single record.
    if (!hasFeature(caller.workspace.plan, "security.audit")) return { items: [], next: null };
    return readOfRecords(
      ctx,
      place,
      "",
      (range) => selectRecordHistories(env.DB, caller.workspace.id, range),
      ({ entry }) => entry.id,
    );
  },
};

const hostHistoryKind = byKey<"host_history">(
  { name: "host_history", include: "history" },
  ({ id }) => id,
  ({ env, caller }, behind, limit) => selectHostHistories(env.DB, caller.workspace.id, behind, limit),
);

/** Reads first the days of the workspace, then the days of each record. */
const clicksKind: ExportKind<"clicks"> = {
  name: "clicks",
  include: "clicks",
  queries: 2,
  async read(ctx, place) {
    const { env, caller } = ctx;
    if (place === null) {
      return { items: await selectWorkspaceDays(env.DB, caller.workspace.id), next: [0, -1] };
    }
    return readOfRecords(
      ctx,
      place,
      -1,
      (range) => selectRecordDays(env.DB, caller.workspace.id, range),
      ({ day }) => day,
    );
  },
};

/** The kinds in the order of an export. Each follows the kinds to which it refers. */
export const KINDS = [
  workspaceKind,
  memberKind,
  tokenKind,
  blocklistKind,
  claimKind,
  pageKind,
  recordKind,
  historyKind,
  hostHistoryKind,
  clicksKind,
] as unknown as ExportKind<KindName>[];
