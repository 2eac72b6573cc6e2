import { MAX_CHECK_URLS } from "../../../domain/client/words.ts";
import type { ListedUrl } from "../../../import/read-urls.ts";
import { ApiError, call } from "../../api/client.ts";
import { toParts } from "../../api/parts.ts";
import { walkPatiently } from "../../api/patient.ts";
import { refresh } from "../../api/query.ts";
import { sendParts } from "../../api/send-parts.ts";
import type { Check, CheckRow } from "../../api/types.ts";
import { createStore, useStore, whenForgotten } from "../../state/store.ts";
import { Button } from "../../component/button.tsx";
import { CancelButton } from "../../component/dialog.tsx";
import { describeError } from "../../component/state.tsx";
import { t } from "../../text/text.ts";

/** The check that is being uploaded. The upload continues while other screens are shown. */
interface Upload {
  phase: "reading" | "sending" | "failed";
  done: number;
  total: number;
  error: unknown;
  retry: () => void;
}

export const upload = createStore<Upload | null>(null);
whenForgotten(dismissUpload);

interface CheckPlan {
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

function dismissUpload(): void {
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

/** Returns a URL with its expectations as a line of JSON. */
export function toLine({ url, ...expected }: ListedUrl): string {
  return JSON.stringify(Object.keys(expected).length === 0 ? url : { url, ...expected });
}

async function send({ urls, status, asksTargets }: CheckPlan): Promise<string> {
  return await sendParts({
    path: "/checks",
    body: { upload: true, status, ask_targets: asksTargets },
    parts: toParts(urls.map(toLine)),
    onSent: ({ sent }) => note({ phase: "sending", done: sent }),
    start: "run",
    discard: (id) => call("DELETE", `/checks/${id}`),
  });
}

async function readUrls({ id }: Check): Promise<ListedUrl[]> {
  const urls: ListedUrl[] = [];
  for await (const { data } of walkPatiently<CheckRow>(`/checks/${id}/rows`, {})) {
    for (const { url, expected } of data) {
      const { location, status } = expected;
      urls.push({ url, ...(location !== null && { location }), ...(status !== null && { status }) });
    }
    note({ phase: "reading", done: urls.length });
    if (urls.length >= MAX_CHECK_URLS) break;
  }
  return urls;
}

function note(changed: Pick<Upload, "phase" | "done">): void {
  const current = upload.get();
  if (current !== null) upload.set({ ...current, ...changed });
}

/** The progress of the upload of a new check, or the reason for its failure. */
export function UploadNotice() {
  const current = useStore(upload);
  if (current === null) return null;
  const { phase, done, total, error, retry } = current;
  if (phase === "failed") {
    const reasons = error instanceof ApiError ? Object.values(error.body.errors ?? {}).flat() : [];
    return (
      <div class="notice notice-bad" role="alert">
        <strong>{t("check.upload.failed")}</strong>
        <p>{reasons.length > 0 ? reasons.join("; ") : describeError(error)}</p>
        <div class="line">
          <Button onClick={retry} label={t("error.retry")} />
          <CancelButton onClick={dismissUpload} />
        </div>
      </div>
    );
  }
  const text = t("check.upload.done", { done, total });
  return (
    <div class="card stack-small">
      <span role="status">{t(`check.upload.${phase}.title`)}</span>
      <progress class="progress" value={done} max={Math.max(1, total)} aria-label={text} />
      <span class="small muted">{text}</span>
    </div>
  );
}
