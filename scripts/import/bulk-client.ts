import type { ImportMode } from "../../src/services/record/types.ts";
import type { SentRow } from "./ready-row.ts";

/** Where the rows go. `api` ends in `/v1`, without a slash. */
export interface ImportTarget {
  api: string;
  token: string;
  mode: ImportMode;
}

export interface Network {
  fetch: typeof fetch;
  sleep: (seconds: number) => Promise<void>;
}

/** What became of one row; `row` is its 0-based index in the call. */
export interface RowResult {
  row: number;
  result: "created" | "updated" | "unchanged" | "failed";
  errors?: Record<string, string[]>;
}

type CallResult = { isDone: true; results: RowResult[] } | { isDone: false; reason: string };

const retryLimit = 5;
const longestWaitSeconds = 300;

/**
 * Sends one call of `POST /bulk/import`. 429 and 503 are repeated up to five times, after the
 * seconds of `Retry-After`; every other answer but 200, and a connection that fails, ends in a
 * reason.
 */
export async function postBulkImport(
  rows: SentRow[],
  target: ImportTarget,
  network: Network,
): Promise<CallResult> {
  for (let attempt = 0; ; attempt += 1) {
    let response: Response;
    try {
      response = await network.fetch(`${target.api}/bulk/import`, {
        method: "POST",
        headers: {
          Authorization: `Bearer ${target.token}`,
          "Content-Type": "application/json",
        },
        body: toBody(rows, target.mode),
        redirect: "manual",
      });
    } catch (error) {
      return { isDone: false, reason: `cannot reach ${target.api}: ${toCause(error)}` };
    }

    const waitSeconds = toWaitSeconds(response, attempt);
    if (waitSeconds === null) return await readAnswer(response, target.api);
    await response.body?.cancel();
    await network.sleep(waitSeconds);
  }
}

/** Returns the body of a call, also to measure its size. */
export function toBody(rows: SentRow[], mode: ImportMode): string {
  return JSON.stringify({ mode, rows });
}

/** Returns the seconds to wait before a call is repeated; null if it is not repeated. */
export function toWaitSeconds(response: Response, attempt: number): number | null {
  if ((response.status !== 429 && response.status !== 503) || attempt === retryLimit) return null;
  const asked = /^\d+$/.exec(response.headers.get("Retry-After") ?? "");
  const seconds = asked === null ? 2 ** attempt : Number(asked[0]);
  return seconds > longestWaitSeconds ? null : seconds;
}

async function readAnswer(response: Response, api: string): Promise<CallResult> {
  const body = await readJson(response);
  if (response.status === 200 && Array.isArray(body.data)) {
    return { isDone: true, results: body.data as RowResult[] };
  }
  const explanation = [body.message, toReason(body.errors)].filter(Boolean).join(": ");
  const fallback = explanation === "" ? `is ${api} the address of the API?` : explanation;
  return { isDone: false, reason: `the API answered ${response.status}: ${fallback}` };
}

interface Answer {
  data?: unknown;
  message?: string;
  errors?: Record<string, string[]>;
}

async function readJson(response: Response): Promise<Answer> {
  try {
    return (await response.json()) ?? {};
  } catch {
    return {};
  }
}

/** Formats field errors as one line: `url: not connected; status: unknown`. */
export function toReason(errors: Record<string, string[]> | undefined): string {
  return Object.entries(errors ?? {})
    .map(([field, reasons]) => `${field}: ${[reasons].flat().join(", ")}`)
    .join("; ");
}

/** Says why a connection failed. */
export function toCause(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message || error.cause.name : error.message;
}
