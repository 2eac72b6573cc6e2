import type * as v from "valibot";
import type { ERRORS } from "./error-response.ts";
import type { HeaderName } from "./header.ts";

export const HTML = "text/html";
export const SITEMAP = "application/xml";
export const PICTURE = "image/svg+xml";
/** One JSON value a line. */
export const JSON_LINES = "application/x-ndjson";

/** Describes an operation in the OpenAPI document, beside what its route checks. */
export interface Operation {
  /** The `operationId`: generated clients name their method by it. */
  id: string;
  tag: string;
  summary: string;
  description?: string;
  /** The body of a 200: the schema of JSON, or a media type. */
  answer: v.GenericSchema | typeof HTML | typeof PICTURE | typeof JSON_LINES;
  /** Media types of text in which `Accept` gets the answer, too. */
  forms?: ("text/csv" | "text/html")[];
  /** Headers of a 200 beside those that follow from the answer. */
  headers?: HeaderName[];
  /** Statuses beside those that follow from the route: see `errorsOf`. */
  errors?: (keyof typeof ERRORS)[];
  /** A test sends each example of a request's body to the API. */
  examples: { body?: unknown; answer: unknown };
}
