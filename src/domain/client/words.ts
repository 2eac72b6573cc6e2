/** The words of the API that clients need: kinds, states, roles and limits. */

export { ACTIVITY_KINDS } from "../activity.ts";
export { isWritten, ROW_RESULTS, writesOf } from "../change/change.ts";
export { toLabel } from "../change/label.ts";
export { CHECK_RESULTS, MAX_CHECK_URLS, type CheckResult } from "../check/check.ts";
export { toCsv } from "../csv.ts";
export { DOORS, type Door } from "../door.ts";
export { fillText, formatNumber, type Texts, type TextValues } from "../fill-text.ts";
export { HANDLERS, type Handler } from "../handler.ts";
export { momentOf } from "../id-time.ts";
export { isLoopback } from "../loopback.ts";
export {
  MISS_KINDS,
  MISS_SORTS,
  MISS_STATES,
  MISSES,
  type Misses,
  type MissKind,
  type MissSort,
  type MissState,
} from "../misses.ts";
export type { NamedQrStyle } from "../named-qr-style.ts";
export { hasFeature, PLANS } from "../plan.ts";
export { REDIRECT_TYPES, type RedirectType } from "../redirect-type.ts";
export { isRedirectStatus, REDIRECT_STATUSES } from "../redirect-status.ts";
export { isAtLeast, isRole, ROLES, type Role } from "../role.ts";
export { SHARED_DAYS, SHARED_PARTS, type SharedPart } from "../statistics-share.ts";
export { foldTag } from "../tag.ts";
export { templateFor } from "../template-for.ts";
export { MAX_UTM_CHARACTERS, UTM_MEMBERS, type Utm } from "../utm.ts";
export type { UtmTemplate } from "../utm-template.ts";
export { WEBHOOK_EVENTS, type WebhookEventName } from "../webhook.ts";
export { WORKSPACE_SETTINGS, type WorkspaceSetting } from "../workspace.ts";
