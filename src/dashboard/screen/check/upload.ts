import { MAX_CHECK_URLS } from "../../../domain/client/words.ts";
import type { ListedUrl } from "../../../import/read-urls.ts";
import { call, callRaw } from "../../api/client.ts";
import { callPatiently } from "../../api/patient.ts";
import { refresh } from "../../api/query.ts";
import type { Check, CheckRow, Page } from "../../api/types.ts";
import { whenForgotten } from "../../state/forget.ts";
import { createStore } from "../../state/store.ts";
import { toParts } from "./to-parts.ts";

/** The check that is being uploaded. The upload continues while other screens are shown. */
export interface Upload {
  phase: "reading" | "sending" | "failed";
  done: number;
  total: number;
  /** The reason for the failure. */
  error: unknown;
  /** Retries the upload. */
  retry: () => void;
}

export const upload = createStore<Upload | null>(null);
whenForgotten(dismissUpload);

export interface CheckPlan {
  urls: ListedUrl[];
  status: number | null;
  asksTargets: boolean;
}

/** Sends the URLs of a check in parts and starts it. @returns its id; null after a failure, which the store has */
export async function sendCheck(plan: CheckPlan): Promise<string | null> {
  return await track(
    plan.urls.length,
    () => void sendCheck(plan),
    () => send(plan),
  );
}

/** Starts a new check of the URLs of another one. @returns its id; null after a failure */
export async function repeatCheck(check: Check): Promise<string | null> {
  return await track(
    check.total,
    () => void repeatCheck(check),
    async () => {
      const urls = await readUrls(check);
      return await send({ urls, status: check.status, asksTargets: check.ask_targets });
    },
  );
}

/** Removes a failed upload from the store. */
export function dismissUpload(): void {
  upload.set(null);
}

async function track(total: number, retry: () => void, run: () => Promise<string>): Promise<string | null> {
  upload.set({ phase: "sending", done: 0, total, error: null, retry });
  // The next user may not see how the upload of this one ends.
  const isShown = () => upload.get()?.retry === retry;
  addEventListener("beforeunload", askBeforeLeaving);
  try {
    const id = await run();
    if (isShown()) upload.set(null);
    await refresh("checks");
    return id;
  } catch (error) {
    if (isShown()) upload.set({ phase: "failed", done: 0, total, error, retry });
    return null;
  } finally {
    removeEventListener("beforeunload", askBeforeLeaving);
  }
}

function askBeforeLeaving(event: Event): void {
  event.preventDefault();
}

async function send({ urls, status, asksTargets }: CheckPlan): Promise<string> {
  const key = () => ({ "Idempotency-Key": crypto.randomUUID() });
  const { id } = await call<Check>("POST", "/checks", {
    body: { upload: true, status, ask_targets: asksTargets },
    headers: key(),
  });
  try {
    let done = 0;
    for (const [index, { lines, count }] of toParts(urls).entries()) {
      const part = { body: lines, headers: { "Content-Type": "application/x-ndjson" } };
      await callPatiently(() => callRaw("PUT", `/checks/${id}/parts/${index + 1}`, part));
      done += count;
      note({ phase: "sending", done });
    }
    await call("POST", `/checks/${id}/run`, { headers: key() });
  } catch (error) {
    // The incomplete check would block the next attempt.
    await call("DELETE", `/checks/${id}`).catch(() => null);
    throw error;
  }
  return id;
}

async function readUrls({ id }: Check): Promise<ListedUrl[]> {
  const urls: ListedUrl[] = [];
  let cursor: string | null = null;
  do {
    const query: Record<string, string | number | undefined> = {
      per_page: 1_000,
      cursor: cursor ?? undefined,
    };
    const page: Page<CheckRow> = await callPatiently(() => call("GET", `/checks/${id}/rows`, { query }));
    for (const { url, expected } of page.data) {
      const { location, status } = expected;
      urls.push({ url, ...(location !== null && { location }), ...(status !== null && { status }) });
    }
    note({ phase: "reading", done: urls.length });
    cursor = page.meta.cursor.next;
  } while (cursor !== null && urls.length < MAX_CHECK_URLS);
  return urls;
}

function note(changed: Pick<Upload, "phase" | "done">): void {
  const current = upload.get();
  if (current !== null) upload.set({ ...current, ...changed });
}
