import type { Schema } from "./schema.ts";

/** What the document says of a property beside what the route's schema knows. */
export interface PropertyText {
  /** Used where the schema has no description of its own. */
  text: string;
  /** A value that a request may have. */
  example: unknown;
  /** Limits that the domain checks, for requests: added to the schema of the value, beside null. */
  limits?: Schema;
  /** The same for each item of a list. */
  items?: Schema;
  /** Limits of answers: added to the schema of a text that has no closed set, or of the items of a list. */
  answered?: Schema;
  /** For requests: in place of the schema, where it cannot tell. */
  schema?: Schema;
}
