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
import { selectLastPosition, selectRecordsFrom } from "../../storage/record/read.ts";
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
  /** The name begins with the hostname and a slash. */
  host_file: ExportItems["page"];
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

/** Selects items of a workspace in the order of their keys, behind one of these. */
type SelectBehind<T> = (db: D1Database, workspaceId: string, behind: string, limit: number) => Promise<T[]>;

/** Returns a kind whose items one query reads, `limit` at a time. */
function byKey<K extends KindName>(
  { name, limit = 500, ...kind }: Pick<ExportKind<K>, "name" | "include"> & { limit?: number },
  keyOf: (item: ExportItems[K]) => string,
  select: SelectBehind<ExportItems[K]>,
): ExportKind<K> {
  return {
    ...kind,
    name,
    queries: 1,
    async read({ env, caller }, place) {
      const items = await select(env.DB, caller.workspace.id, String(place?.[0] ?? ""), limit);
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
  select: (db: D1Database, workspaceId: string, range: Range) => Promise<T[]>,
  keyOf: (item: T) => string | number,
): Promise<{ items: T[]; next: Place }> {
  const { id } = caller.workspace;
  const [first, behind] = [Number(place?.[0] ?? 0), place?.[1] ?? start];
  const last = await selectLastPosition(env.DB, id, first, POSITIONS_A_READ);
  if (last === null) return { items: [], next: null };
  const items = await select(env.DB, id, { first, last, behind, limit: ITEMS_A_READ });
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

const blocklistKind: ExportKind<"blocklist"> = {
  name: "blocklist",
  queries: 1,
  read: async ({ env, caller }) => ({
    items: [await selectBlocklist(env.DB, caller.workspace.id)],
    next: null,
  }),
};

const CLAIMS_A_READ = 500;

const claimKind: ExportKind<"claim"> = {
  name: "claim",
  queries: 1,
  async read({ env, caller }, place) {
    const behind = String(place?.[0] ?? "");
    const after = behind === "" ? null : (JSON.parse(behind) as [createdAtMs: number, key: string]);
    const page = { after, isBackward: false, limit: CLAIMS_A_READ };
    const claims = (await selectHostPage(env.DB, ownName(env), caller.reach, page)).map(({ claim }) => claim);
    const last = claims.at(-1);
    const isEnd = claims.length < CLAIMS_A_READ || last === undefined;
    return { items: claims, next: isEnd ? null : [JSON.stringify([last.createdAtMs, last.key])] };
  },
};

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
    // As in the history of a single record.
    if (!hasFeature(ctx.caller.workspace.plan, "security.audit")) return { items: [], next: null };
    return readOfRecords(ctx, place, "", selectRecordHistories, ({ entry }) => entry.id);
  },
};

/** Reads first the days of the workspace, then the days of each record. */
const clicksKind: ExportKind<"clicks"> = {
  name: "clicks",
  include: "clicks",
  queries: 2,
  async read(ctx, place) {
    if (place !== null) return readOfRecords(ctx, place, -1, selectRecordDays, ({ day }) => day);
    return { items: await selectWorkspaceDays(ctx.env.DB, ctx.caller.workspace.id), next: [0, -1] };
  },
};

/** The kinds in the order of an export. Each follows the kinds to which it refers. */
export const KINDS = [
  workspaceKind,
  byKey({ name: "member" }, ({ id }) => id, selectMembers),
  byKey({ name: "token", include: "secrets" }, ({ id }) => id, selectHashedTokens),
  blocklistKind,
  claimKind,
  // Each page has at most 100 kB, each file of a hostname 128 kB.
  byKey({ name: "page", limit: 20 }, ({ name }) => name, selectPageTexts(false)),
  byKey({ name: "host_file", limit: 20 }, ({ name }) => name, selectPageTexts(true)),
  recordKind,
  historyKind,
  byKey({ name: "host_history", include: "history" }, ({ id }) => id, selectHostHistories),
  clicksKind,
] as unknown as ExportKind<KindName>[];
