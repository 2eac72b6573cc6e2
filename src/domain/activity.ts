import type { HistoryDiff } from "./history.ts";
import type { Channel } from "./record.ts";
import type { Role } from "./role.ts";

/** What was done in a workspace (contract 36). */

export const ACTIVITY_KINDS = [
  "record",
  "change",
  "host",
  "file",
  "workspace",
  "member",
  "token",
  "webhook",
  "share",
] as const;
export type ActivityKind = (typeof ACTIVITY_KINDS)[number];

export const ACTIVITY_ACTIONS = [
  "created",
  "changed",
  "deleted",
  "applied",
  "undone",
  "held",
  "lost",
  "invited",
  "joined",
] as const;

/** What was done to a thing. */
export interface Act {
  kind: ActivityKind;
  action: (typeof ACTIVITY_ACTIONS)[number];
  /** The id of the thing, or its name. */
  subject: string;
  /** What it is called at that time. */
  name: string;
  host?: string | null;
  /** The names of the changed fields in the API. */
  fields?: readonly string[] | null;
  /** What a member might do before and after a change of it. */
  limits?: { old: Partial<MemberLimits>; new: Partial<MemberLimits> } | null;
}

/** The role and the reach of a member; null for all hostnames or tags. */
interface MemberLimits {
  role: Role;
  hosts: string[] | null;
  tags: string[] | null;
}

/** An entry of the activity of a workspace. */
export interface Activity extends Act {
  id: string;
  /** Null if no edit of a record is kept under this id. */
  diff: HistoryDiff | null;
  /** The earlier edit of the record that this one takes back; null if it takes back none. */
  undoes: string | null;
  actor: { id: string; name: string };
  /** The token that acted, in the API. */
  tokenId: string | null;
  channel: Channel;
}
