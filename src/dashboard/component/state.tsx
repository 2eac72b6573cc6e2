import type { ComponentChildren } from "preact";
import { ApiError } from "../api/client.ts";
import { session } from "../state/session.ts";
import { useStore } from "../state/store.ts";
import { Button } from "./button.tsx";
import { Reasons } from "./reasons.tsx";
import { t } from "../text/text.ts";

/** A box with the size of the later content. @param height of one line, in CSS */
export function Skeleton({ lines = 1, height = "1.25rem" }: { lines?: number; height?: string }) {
  return (
    <div class="stack-small" aria-hidden="true">
      {Array.from({ length: lines }, (_, index) => (
        <span key={index} class="skeleton" style={{ blockSize: height }} />
      ))}
    </div>
  );
}

export function EmptyState({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="state">
      <h2>{title}</h2>
      {children}
    </div>
  );
}

/** Shows why loading failed, with a button to retry, unless there is nothing to load. */
export function ErrorState({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const hosts = useStore(session)?.hosts?.join(", ");
  if (error instanceof ApiError && error.status === 404) {
    return (
      <EmptyState title={t("error.missing")}>
        <p class="muted">
          {hosts === undefined ? t("error.missingText") : t("error.missingLimited", { hosts })}
        </p>
      </EmptyState>
    );
  }
  return (
    <div class="state state-bad" role="alert">
      <h2>{t("error.title")}</h2>
      <p>
        <Reasons of={[describeError(error)]} />
      </p>
      {onRetry !== undefined && <Button onClick={onRetry}>{t("error.retry")}</Button>}
    </div>
  );
}

export function describeError(error: unknown): string {
  if (!(error instanceof ApiError)) return t("error.unexpected", { message: String(error) });
  const { status, body } = error;
  if (status === 0) return t("error.offline");
  if (status === 429) return t("error.limit", { count: error.retryAfterSeconds ?? 60 });
  if (status === 482) return t("error.planLimit", { allowed: body.allowed ?? 0, used: body.used ?? 0 });
  if (status === 484) return t(body.message.includes("limited to") ? "error.limited" : "error.role");
  if (status === 503) return t("error.storage");
  if (status >= 500) return t("error.server", { id: body.request_id ?? "" });
  return body.message;
}
