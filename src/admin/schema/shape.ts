import {
  CodeShape,
  CodesShape,
  CHANNELS,
  CursorShape,
  id,
  nullableRoutingEnd,
  nullableTimestamp,
  Person,
  timestamp,
  countedPageOf,
  numbers,
} from "./part.ts";
import * as v from "valibot";
import { CheckRowShape, CheckShape } from "./check.ts";
import { ExplanationShape } from "./explain.ts";
import { ACTIVITY_ACTIONS, ACTIVITY_KINDS } from "../../domain/activity.ts";
import { FILE_TYPES } from "../../domain/branding.ts";
import { REDIRECT_TYPES } from "../../domain/redirect-type.ts";
import { HANDLERS } from "../../domain/handler.ts";
import { ROLES } from "../../domain/role.ts";
import { ONLY } from "../../domain/token.ts";
import { ChangeRowShape, ChangeShape } from "./change-shape.ts";
import {
  InvitationShape,
  limitedHosts,
  limitedTags,
  MemberShape,
  WorkspaceShape,
} from "./workspace-shape.ts";
import { HostFileShape } from "./host-file-shape.ts";
import { HostShape, HostHistoryShape } from "./host-shape.ts";
import { AnyRecordShape, LinkShape, RedirectShape, UtmShape, SlimShape } from "./record-shape.ts";
import { ConditionsShape, RuleShape } from "./rule.ts";
import { SharedShape } from "./shared-statistics-shape.ts";
import { DeliveryShape, WebhookShape } from "./webhook-shape.ts";
import { StatsShape } from "./stats-shape.ts";

/** The shapes of answers (contract 11.1, 11.2 and 12.14), which give serializers their types. */

const nullableTexts = v.nullable(v.array(v.string()));

const HistoryFacts = v.partial(
  v.object({
    destination: v.nullable(v.array(v.string())),
    destination_routing: v.string(),
    utm: UtmShape,
    type: v.picklist(REDIRECT_TYPES),
    status: v.picklist(["active", "paused"]),
    password: v.boolean(),
    rules: v.array(RuleShape),
    starts: nullableTimestamp,
    expires: nullableTimestamp,
    max_clicks: v.nullable(v.number()),
    expired_url: v.nullable(v.string()),
    routing_ends: nullableRoutingEnd,
    click_id_param: v.nullable(v.string()),
    forward_path: v.boolean(),
    forward_query: v.boolean(),
  }),
);

export const HistoryShape = v.object({
  id,
  old: HistoryFacts,
  new: HistoryFacts,
  actor: Person,
  source: v.picklist(CHANNELS),
  change: v.nullable(id),
  undoes: v.nullable(id),
  created_at: timestamp,
});

export const HistoryPage = countedPageOf(HistoryShape);

/** Those of an edit of a record, or the limits of a member. */
const ActivityFacts = v.object({
  ...HistoryFacts.entries,
  ...v.partial(v.object({ role: v.picklist(ROLES), hosts: nullableTexts, tags: nullableTexts })).entries,
});

export const ActivityShape = v.object({
  id,
  kind: v.picklist(ACTIVITY_KINDS),
  action: v.picklist(ACTIVITY_ACTIONS),
  subject: v.string(),
  name: v.string(),
  host: v.nullable(v.string()),
  fields: v.nullable(v.array(v.string())),
  old: v.nullable(ActivityFacts),
  new: v.nullable(ActivityFacts),
  undoes: v.nullable(id),
  // The platform has no id.
  actor: v.object({ id: v.string(), name: v.string() }),
  token: v.nullable(id),
  source: v.picklist(CHANNELS),
  created_at: timestamp,
});

const refreshing = v.optional(v.literal(true));

export const CountShape = v.object({ total: v.number(), paused: v.number(), refreshing });

export const FacetsShape = v.object({
  total: v.number(),
  hosts: v.array(v.object({ value: v.string(), count: v.number() })),
  hosts_total: v.number(),
  tags: v.array(v.string()),
  untagged: v.number(),
  qr: v.object(numbers("qr_codes", "links_with_qr")),
  kinds: v.object(numbers("link", "qr", "redirect", "migration", "html")),
  handlers: v.object(numbers(...HANDLERS)),
  health: v.object(numbers("paused", "broken", "dns_issue", "no_clicks")),
  created: v.object(numbers("last_7_days", "last_30_days")),
  last_changed_at: nullableTimestamp,
  refreshing: v.boolean(),
});

export const SummaryShape = v.object({
  total: v.number(),
  by_kind: v.object(numbers("link", "qr", "redirect", "migration")),
  paused: v.number(),
  recent_traffic: v.object({ links: v.number(), visits: v.number(), weeks: v.number(), since: timestamp }),
  ...numbers("changed", "invalid", "conflicts"),
  sample: v.array(
    v.object({
      id,
      url: v.string(),
      from: v.nullable(v.string()),
      to: v.nullable(v.string()),
      reason: v.optional(v.string()),
      reason_code: v.optional(CodeShape),
    }),
  ),
  refreshing,
});

export const ProjectionShape = v.object(numbers("behind", "oldest_seconds"));

export const BlocklistShape = v.object({
  hosts: v.array(v.string()),
});

export const NotifySecretShape = v.object({
  secret: v.string(),
});

const Named = v.object({ id, name: v.string() });

export const TestShape = v.object({ live: v.literal(true), workspace: Named, token: Named });
export const AccountShape = v.object({
  id,
  name: v.string(),
  email: v.string(),
  role: v.picklist(ROLES),
  hosts: limitedHosts,
  tags: limitedTags,
  workspace: Named,
});

export const TokenShape = v.object({
  id,
  name: v.string(),
  role: v.picklist(ROLES),
  hosts: limitedHosts,
  tags: limitedTags,
  only: v.nullable(v.picklist(ONLY)),
  created_at: timestamp,
  expires_at: nullableTimestamp,
  last_used_at: nullableTimestamp,
});
export const CreatedTokenShape = v.object({
  ...TokenShape.entries,
  token: v.string(),
});

export const DoorKeyShape = v.object({
  ...TokenShape.entries,
  url: v.string(),
});
export const SignedDoorKeyShape = v.object({
  ...DoorKeyShape.entries,
  signature: v.string(),
});

export const FileShape = v.object({
  name: v.string(),
  type: v.picklist(FILE_TYPES),
  size: v.number(),
  created_at: timestamp,
  updated_at: timestamp,
});

export const TagShape = v.object({
  name: v.string(),
  count: v.number(),
});

export const KeyShape = v.object({ key: v.string(), label: v.string(), description: v.string() });
export const PluginShape = v.object({
  ...KeyShape.entries,
  feature: v.nullable(v.string()),
});

export const ImportShape = v.object({
  data: v.array(
    v.object({
      row: v.number(),
      result: v.picklist(["created", "updated", "unchanged", "failed"]),
      id: v.nullable(id),
      errors: v.optional(v.record(v.string(), v.array(v.string()))),

      codes: v.optional(CodesShape),
    }),
  ),
  meta: v.object(numbers("created", "updated", "unchanged", "failed")),
  change: v.nullable(id),
});

export const DeletedShape = v.object({ data: v.null() });

const ErrorShape = v.object({
  message: v.string(),
  message_code: CodeShape,
  errors: v.optional(v.record(v.string(), v.array(v.string()))),
  codes: v.optional(CodesShape),
  limit: v.optional(v.picklist(["records", "hostnames", "keys", "webhooks", "shares", "qr_styles", "names"])),
  used: v.optional(v.number()),
  allowed: v.optional(v.number()),
  id: v.optional(v.string()),
  needs: v.optional(v.literal("proof")),
  request_id: v.string(),
});

/** The shapes that have a name in the OpenAPI document. */
export const SHAPES = {
  Code: CodeShape,
  Link: LinkShape,
  Redirect: RedirectShape,
  Record: AnyRecordShape,
  SlimRecord: SlimShape,
  Rule: RuleShape,
  Conditions: ConditionsShape,
  HistoryEntry: HistoryShape,
  Activity: ActivityShape,
  Cursor: CursorShape,
  Check: CheckShape,
  CheckRow: CheckRowShape,
  Explanation: ExplanationShape,
  Facets: FacetsShape,
  BulkPreview: SummaryShape,
  Change: ChangeShape,
  ChangeRow: ChangeRowShape,
  Stats: StatsShape,
  Hostname: HostShape,
  HostHistoryEntry: HostHistoryShape,
  HostFile: HostFileShape,
  Workspace: WorkspaceShape,
  Blocklist: BlocklistShape,
  Projection: ProjectionShape,
  Account: AccountShape,
  Token: TokenShape,
  DoorKey: DoorKeyShape,
  Member: MemberShape,
  Invitation: InvitationShape,
  File: FileShape,
  Tag: TagShape,
  Webhook: WebhookShape,
  Delivery: DeliveryShape,
  SharedStatistics: SharedShape,
  RedirectType: KeyShape,
  Plugin: PluginShape,
  Error: ErrorShape,
} as const;
