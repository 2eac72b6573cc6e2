import type { HostDetails } from "../../domain/host.ts";
import type { HistoryEntry, HostHistoryEntry } from "../../domain/history.ts";
import type { StoredPage } from "../../domain/stored-page.ts";
import type { Workspace } from "../../domain/workspace.ts";
import type { DailyClicks } from "../../storage/click/export.ts";
import type { HashedToken } from "../../storage/token/read.ts";
import type { Member } from "../../domain/member.ts";
import type { ServiceContext } from "../context.ts";
import type { RecordView } from "../record/types.ts";

/** What an export holds only if it is asked for. */
export const INCLUDES = ["secrets", "clicks", "history"] as const;
export type Include = (typeof INCLUDES)[number];

/** The kinds of an export, with what is known of one item of each. */
export interface ExportItems {
  workspace: Workspace;
  member: Member;
  token: HashedToken;
  blocklist: string[];
  claim: HostDetails["claim"];
  page: StoredPage & { html: string };
  /** The hash is undefined unless secrets are asked for. */
  record: RecordView & { passwordHash?: string | null };
  history: { recordId: string; entry: HistoryEntry };
  host_history: HostHistoryEntry;
  clicks: DailyClicks;
}

export type KindName = keyof ExportItems;

/** How far a kind was read: a place of the kind's own. Null before the first item. */
export type Place = (string | number)[] | null;

/** One kind of an export. It has a module of its own in `kind/`, and a shape in `admin/serialize/export.ts`. */
export interface ExportKind<K extends KindName> {
  name: K;
  /** The kind is left out unless this is asked for. */
  include?: Include;
  /** How many queries one read takes. */
  queries: number;
  /** Reads the next items behind a place. The next place is null at the end. */
  read(
    ctx: ServiceContext,
    place: Place,
    includes: ReadonlySet<Include>,
  ): Promise<{ items: ExportItems[K][]; next: Place }>;
}

/** An item with its kind. */
export type ExportItem = { [K in KindName]: { kind: K; item: ExportItems[K] } }[KindName];
