import { t } from "../../text/text.ts";

/** Fields of the API that have a name in each language. */
const NAMED = [
  "clicks_before",
  "description",
  "destination",
  "destination_routing",
  "expired_url",
  "expires",
  "forward_path",
  "forward_query",
  "is_notify",
  "managed_by",
  "max_clicks",
  "password",
  "paused_by",
  "rules",
  "starts",
  "tags",
  "title",
  "type",
  "utm",
] as const;

/** Returns what people call a field of a record. */
export function fieldLabel(name: string): string {
  const known = NAMED.find((field) => field === name);
  return known === undefined ? name.replaceAll("_", " ") : t(`changes.field.${known}`);
}
