import { refuse } from "./refusal/refusal.ts";
import { addFieldError, type FieldErrors } from "./field-error.ts";
import { defaultType, type Handler } from "./handler.ts";
import { isSameList } from "./list.ts";
import type { RecordChange } from "./record-change.ts";
import type { RecordSettings } from "./record.ts";
import { GONE_STATUS, statusOfType, typeOfStatus, type RedirectType } from "./redirect-type.ts";
import { isRedirectStatus } from "./redirect-status.ts";
import type { Rule } from "./rule/rule.ts";

/** Returns the type after a write of `type`, `status` and `file`, which must agree (contract 6.1). */
export function changeType(
  handler: Handler,
  before: RecordSettings,
  change: RecordChange,
  file: string | null,
  errors: FieldErrors,
): RedirectType {
  const { type, status } = change;
  const code = typeof status === "number" ? status : undefined;
  if (file !== null) return checkPageType(type, code, errors);
  const unchanged = before.type === "html" || before.type === "gone" ? defaultType(handler) : before.type;
  if (type === "html") {
    addFieldError(errors, "type", refuse("html_needs_file"));
    return unchanged;
  }
  if (type !== undefined) {
    if (code !== undefined && code !== statusOfType(type)) {
      addFieldError(errors, "status", refuse("contradicts_type", { type }));
    }
    return type;
  }
  if (code === undefined) return unchanged;
  if (isRedirectStatus(code)) return typeOfStatus(code);
  addFieldError(
    errors,
    "status",
    refuse("not_one_of", { names: "301, 302, 303, 307, 308, 410, active, paused" }),
  );
  return unchanged;
}

function checkPageType(
  type: RedirectType | undefined,
  code: number | undefined,
  errors: FieldErrors,
): RedirectType {
  if (type !== undefined && type !== "html") {
    addFieldError(errors, "type", refuse("file_has_type_html"));
  }
  if (code !== undefined && code !== 200) {
    addFieldError(errors, "status", refuse("file_has_status_200"));
  }
  return "html";
}

/** Returns whether the record is `gone` after a write (contract 24.4). */
export function isGoneAfter(
  before: RecordSettings,
  { type, status }: RecordChange,
  after: Pick<RecordSettings, "destinations" | "rules" | "file">,
  errors: FieldErrors,
): boolean {
  const hasNewDestination =
    after.destinations.length > 0 && !isSameList(after.destinations, before.destinations);
  const hasNewAnswer = hasNewDestination || (after.file !== null && after.file !== before.file);
  const wroteOtherStatus = typeof status === "number" && status !== GONE_STATUS;
  if (before.type === "gone") {
    if (hasNewAnswer || type !== undefined || wroteOtherStatus) return false;
    if (after.rules.length > 0) addFieldError(errors, "rules", refuse("gone_has_no_rules"));
    return true;
  }
  if (type !== "gone" && status !== GONE_STATUS) return false;
  if (hasNewAnswer || wroteRules(before, after.rules)) {
    addFieldError(errors, "type", refuse("gone_has_nothing"));
  }
  if (type !== undefined && type !== "gone")
    addFieldError(errors, "status", refuse("contradicts_type", { type }));
  if (wroteOtherStatus) addFieldError(errors, "status", refuse("contradicts_type", { type: "gone" }));
  return true;
}

/** Returns whether a write changes the rules of the record. */
export function wroteRules(before: RecordSettings, rules: Rule[]): boolean {
  return rules.length > 0 && JSON.stringify(rules) !== JSON.stringify(before.rules);
}
