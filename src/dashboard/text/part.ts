import type insights from "./en/insights.json";
import type changes from "./en/changes.json";
import type imported from "./en/import.json";
import type hosts from "./en/hosts.json";
import type look from "./en/look.json";
import type check from "./en/check.json";
import type field from "./en/field.json";
import type fileReason from "./en/file-reason.ts";
import type explain from "./en/explain.json";
import type misses from "./en/misses.json";
import type overview from "./en/overview.json";
import type reason from "./en/reason.ts";
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
  /** What the API says by its codes: refusals, notices and warnings. */
  reason: typeof reason;
  "file-reason": typeof fileReason;
  /** Names of formats that are not the same in all languages, by `format.` and their key. English has none. */
  format: object;
  misses: typeof misses;
  overview: typeof overview;
  records: typeof records;
  settings: typeof settings;
}

export type TextPart = keyof Parts;

export type TextKey = { [Part in TextPart]: keyof Parts[Part] }[TextPart];
