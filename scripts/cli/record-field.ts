import type { Api } from "./api.ts";
import type { Pair } from "./pair.ts";

export interface FieldOptions {
  title?: string;
  description?: string;
  tag?: string[];
  type?: string;
  starts?: string;
  expires?: string;
  set?: Pair[];
}

type CreateBody = Parameters<Api["links"]["$post"]>[0]["json"];

/** The options for both creating and changing a record; the API validates the values. */
type RecordFields = Omit<CreateBody, "handler" | "host" | "alias" | "url">;

/** Converts options to fields of the API. `--set` overrides the other options. */
export function toFields({
  title,
  description,
  tag,
  type,
  starts,
  expires,
  set = [],
}: FieldOptions): RecordFields {
  const fields = { title, description, type, starts, expires };
  return {
    ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)),
    ...(tag !== undefined && { tags: tag }),
    ...Object.fromEntries(set.map(([name, value]) => [name, toValue(value)])),
  };
}

/** Parses a value as JSON if it is valid JSON: `100`, `true`, `null`, `["a"]`. Everything else is text. */
function toValue(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
