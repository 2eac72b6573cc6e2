import type * as v from "valibot";
import type { ChangeRowShape, ChangeShape } from "../../admin/schema/change-shape.ts";
import type { CheckRowShape, CheckShape } from "../../admin/schema/check.ts";
import type { ExplanationShape } from "../../admin/schema/explain.ts";
import type { MissShape, ResolvedShape, SitemapShape } from "../../admin/schema/miss-shape.ts";
import type { CursorShape } from "../../admin/schema/part.ts";
import type { AnyRecordShape } from "../../admin/schema/record-shape.ts";
import type { RuleShape } from "../../admin/schema/rule.ts";
import type { SessionShape, MemberShape, WorkspaceShape } from "../../admin/schema/workspace-shape.ts";
import type { HostFileShape } from "../../admin/schema/host-file-shape.ts";
import type { HostShape, HostHistoryShape } from "../../admin/schema/host-shape.ts";
import type {
  AccountShape,
  CountShape,
  FacetsShape,
  FileShape,
  ActivityShape,
  HistoryShape,
  PluginShape,
  TagShape,
  DoorKeyShape,
  SignedDoorKeyShape,
  TokenShape,
} from "../../admin/schema/shape.ts";
import type { DeliveryShape, WebhookShape } from "../../admin/schema/webhook-shape.ts";
import type { SharedNumbers, SharedShape } from "../../admin/schema/shared-statistics-shape.ts";
import type { StatsShape } from "../../admin/schema/stats-shape.ts";

/** The answers of the API, from the same schemas that type its serializers. */

export type SessionAnswer = v.InferOutput<typeof SessionShape>;
export type Session = NonNullable<SessionAnswer["session"]>;
export type Account = v.InferOutput<typeof AccountShape>;
export type LinkRecord = v.InferOutput<typeof AnyRecordShape>;
export type Rule = v.InferOutput<typeof RuleShape>;
export type Counts = v.InferOutput<typeof CountShape>;
export type Facets = v.InferOutput<typeof FacetsShape>;
export type Activity = v.InferOutput<typeof ActivityShape>;
export type HistoryEntry = v.InferOutput<typeof HistoryShape>;
export type Stats = v.InferOutput<typeof StatsShape>;
export type Miss = v.InferOutput<typeof MissShape>;
export type Change = v.InferOutput<typeof ChangeShape>;
export type Check = v.InferOutput<typeof CheckShape>;
export type Host = v.InferOutput<typeof HostShape>;
export type HostHistoryEntry = v.InferOutput<typeof HostHistoryShape>;
export type HostFile = v.InferOutput<typeof HostFileShape>;
export type Member = v.InferOutput<typeof MemberShape>;
export type Token = v.InferOutput<typeof TokenShape>;
export type DoorKey = v.InferOutput<typeof DoorKeyShape>;
export type SignedDoorKey = v.InferOutput<typeof SignedDoorKeyShape>;
export type StoredFile = v.InferOutput<typeof FileShape>;
export type Workspace = v.InferOutput<typeof WorkspaceShape>;
export type Tag = v.InferOutput<typeof TagShape>;
export type Plugin = v.InferOutput<typeof PluginShape>;
export type ChangeRow = v.InferOutput<typeof ChangeRowShape>;
export type CheckRow = v.InferOutput<typeof CheckRowShape>;
export type Explanation = v.InferOutput<typeof ExplanationShape>;
export type Resolved = v.InferOutput<typeof ResolvedShape>;
export type Sitemap = v.InferOutput<typeof SitemapShape>;
export type Webhook = v.InferOutput<typeof WebhookShape>;
export type SharedStatistics = v.InferOutput<typeof SharedShape>;
export type { SharedNumbers };
/** Statistics of which some breakdowns may be left out. */
export type SomeStats = SharedNumbers["stats"];
export type Delivery = v.InferOutput<typeof DeliveryShape>;
export type Cursor = v.InferOutput<typeof CursorShape>;

export interface Page<Item> {
  data: Item[];
  meta: { cursor: Cursor };
}
