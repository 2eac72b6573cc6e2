import type insights from "./en/insights.json";
import type changes from "./en/changes.json";
import type imported from "./en/import.json";
import type hosts from "./en/hosts.json";
import type look from "./en/look.json";
import type check from "./en/check.json";
import type field from "./en/field.json";
import type fileReason from "./en/file-reason.json";
import type explain from "./en/explain.json";
import type misses from "./en/misses.json";
import type notice from "./en/notice.json";
import type overview from "./en/overview.json";
import type reason from "./en/reason.json";
import type records from "./en/records.json";
import type settings from "./en/settings.json";
import type start from "./en/start.json";

/**
 * The parts of the texts of a language. Each is a JSON file. `start` is loaded before the first page is
 * drawn, every other part with the first screen that needs it. English is the reference.
 */
interface Parts {
  start: typeof start;
  insights: typeof insights;
  changes: typeof changes;
  import: typeof imported;
  hosts: typeof hosts;
  look: typeof look;
  check: typeof check;
  explain: typeof explain;
  field: typeof field;
  /** Refusals of the API. */
  reason: typeof reason;
  /** Translates the sentences of the API about hostnames, explanations, checks and changes. */
  notice: typeof notice;
  /** Translates the sentences of the readers of files. */
  "file-reason": typeof fileReason;
  misses: typeof misses;
  overview: typeof overview;
  records: typeof records;
  settings: typeof settings;
}

export type TextPart = keyof Parts;

/**
 * The parts whose English texts are the sentences that the API and the domain say. Other languages find their texts by
 * them, and English needs none of them.
 */
export const REASON_PARTS: ReadonlySet<TextPart> = new Set(["reason", "notice", "file-reason"]);

export type TextKey = { [Part in TextPart]: keyof Parts[Part] }[TextPart];
