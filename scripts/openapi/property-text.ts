import type { Schema } from "./schema.ts";

/** The description of a property in the document, in addition to the route's schema. */
export interface PropertyText {
  /** Used if the schema has no description. */
  text: string;
  /** A value that a request may have. */
  example: unknown;
  /** Limits that the domain checks, for requests: added to the schema of the value, but not to null. */
  limits?: Schema;
  /** The same for each item of a list. */
  items?: Schema;
  /** Limits of answers: added to the schema of a text that has no closed set, or of the items of a list. */
  answered?: Schema;
  /** For requests: replaces the schema if the schema cannot express the limit. */
  schema?: Schema;
}
