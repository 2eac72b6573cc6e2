import type * as v from "valibot";
import type { ERRORS } from "./error-response.ts";
import type { HeaderName } from "./header.ts";

export const HTML = "text/html";
export const TEXT = "text/plain";
export const SITEMAP = "application/xml";
export const PICTURE = "image/svg+xml";
/** One JSON value a line. */
export const JSON_LINES = "application/x-ndjson";

export type Answer = v.GenericSchema | typeof HTML | typeof TEXT | typeof PICTURE | typeof JSON_LINES;

/** The description of an operation in the OpenAPI document, in addition to the requirements of its route. */
export interface Operation {
  /** The `operationId`: generated clients name their method by it. */
  id: string;
  tag?: string;
  summary: string;
  description?: string;
  /** The body of a 200: the schema of JSON, or a media type. Absent for that of a deletion. */
  answer?: Answer;
  /** The thing that the path names need not exist. */
  alwaysFound?: true;
  /** Media types of text that `Accept` can also request. */
  forms?: ("text/csv" | "text/html")[];
  /** Headers of a 200 in addition to those that follow from the answer. */
  headers?: HeaderName[];
  /** Statuses in addition to those that follow from the route: see `errorsOf`. */
  errors?: (keyof typeof ERRORS)[];
  /** A test sends each example of a request's body to the API. The answer is absent if it is that of its shape. */
  examples?: { body?: unknown; answer?: unknown };
}
