import type { HostDetails } from "../../domain/host.ts";
import type { HistoryEntry, HostHistoryEntry } from "../../domain/history.ts";
import type { StoredPage } from "../../domain/stored-page.ts";
import type { Workspace } from "../../domain/workspace.ts";
import type { DailyClicks } from "../../storage/click/export.ts";
import type { HashedToken } from "../../storage/token/token.ts";
import type { Member } from "../../domain/member.ts";
import type { ServiceContext } from "../context.ts";
import type { RecordView } from "../record/types.ts";

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
