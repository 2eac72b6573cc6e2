import { hc } from "hono/client";
import type { AdminApi } from "../../src/admin/app.ts";
import { CommandError } from "../support/command.ts";
import type { Installation } from "./installation.ts";
import { createPatientFetch, type Network } from "./retry.ts";

/** The API of an installation, typed by its routes. No other file of the command line names routes. */
export type Api = ReturnType<typeof hc<AdminApi>>["v1"];

export function createApi({ url, token }: Installation, network: Network): Api {
  const fetch = createPatientFetch(network);
  return hc<AdminApi>(url, { fetch, headers: { Authorization: `Bearer ${token}` } }).v1;
}

/** A call that the API refused. The message is for the person at the keyboard. */
export class RefusedCall extends CommandError {
  readonly status: number;
  readonly errors: Record<string, string[]>;
  constructor(status: number, { message, errors = {} }: ErrorBody) {
    const reasons = toReason(errors);
    // The API tells programs how to send a token.
    const own = status === 401 ? "the token is not valid, or not any more." : message;
    const said = [own ?? "is this the address of an admin host?", reasons].filter(Boolean).join(" ");
    super(`The API answered ${status}: ${said}${HINTS[status] ?? ""}`);
    this.status = status;
    this.errors = errors;
  }
}

const HINTS: Record<number, string> = {
  401: " Run signpost login again.",
  404: " Is the id right?",
  484: " The token's role is too low for this.",
};

interface ErrorBody {
  message?: string;
  errors?: Record<string, string[]>;
}

/** The part of a typed answer that reading needs. */
interface TypedAnswer<T> {
  status: number;
  json: () => Promise<T>;
}

/** Returns the body of an answer. @throws RefusedCall for all but 200 */
export async function read<T>(call: Promise<TypedAnswer<T>>): Promise<T> {
  const response = await call;
  if (response.status === 200) return await response.json();
  throw await toRefusedCall(response);
}

export async function toRefusedCall(response: TypedAnswer<unknown>): Promise<RefusedCall> {
  const body = await response.json().catch(() => null);
  return new RefusedCall(response.status, typeof body === "object" && body !== null ? body : {});
}

/** Formats field errors as one line: `url: not connected; status: unknown`. */
export function toReason(errors: Record<string, string[]>): string {
  return Object.entries(errors)
    .map(([field, reasons]) => `${field}: ${[reasons].flat().join(", ")}`)
    .join("; ");
}

interface Page<Row> {
  data: Row[];
  meta: { cursor: { next: string | null } };
}

/** Walks a list by its cursors; pages can be short or empty. */
export async function* walk<Row>(
  readPage: (cursor: Record<string, string>) => Promise<Page<Row>>,
): AsyncGenerator<Row> {
  let next: string | null = null;
  do {
    const page: Page<Row> = await readPage(next === null ? {} : { cursor: next });
    yield* page.data;
    ({ next } = page.meta.cursor);
  } while (next !== null);
}

/** Collects the first rows of a list, or all of them. */
export async function collect<Row>(rows: AsyncIterable<Row>, limit = Infinity): Promise<Row[]> {
  const all: Row[] = [];
  if (limit <= 0) return all;
  for await (const row of rows) {
    all.push(row);
    if (all.length === limit) break;
  }
  return all;
}
