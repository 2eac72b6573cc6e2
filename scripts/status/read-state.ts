import { CommandError } from "../support/command.ts";
import type { ShownState } from "./render.ts";

const DEADLINE_MS = 10_000;

/**
 * Returns what `GET /healthz` answers.
 * @param key the monitor's key, or a token of a workspace; undefined for the public part
 * @throws CommandError if nothing answers, or not as Signpost does
 */
export async function readState(address: string, key: string | undefined): Promise<ShownState> {
  const headers: Record<string, string> = key === undefined ? {} : { Authorization: `Bearer ${key}` };
  const url = `${address}/healthz`;
  const response = await fetch(url, { headers, signal: AbortSignal.timeout(DEADLINE_MS) }).catch(
    (error: unknown) => {
      const { cause, message } = error as Error;
      throw new CommandError(
        `Nothing answers at ${url}: ${cause instanceof Error ? cause.message : message}`,
      );
    },
  );
  if (response.status === 401) throw new CommandError(`${address} does not know this MONITOR_KEY.`);
  const body: unknown = await response.json().catch(() => null);
  if (typeof body !== "object" || body === null || !("status" in body)) {
    throw new CommandError(`${url} answers ${response.status}, and not as Signpost does.`);
  }
  return body as ShownState;
}
