import { type ComponentChildren, Fragment } from "preact";
import { ApiError } from "../api/client.ts";
import { limitOf, session, useSession } from "../state/session.ts";
import { useStore } from "../state/store.ts";
import { Button } from "./button.tsx";
import { t } from "../text/text.ts";
import { langOf, sayAll } from "../text/reason.ts";
import type { List, Read } from "../api/query.ts";
import type { Role } from "../../domain/client/words.ts";

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

interface EmptyProps {
  title: string;
  text?: string;
  children?: ComponentChildren;
}

export function EmptyState({ title, text, children }: EmptyProps) {
  return (
    <div class="state">
      <h2>{title}</h2>
      {text !== undefined && <p class="muted">{text}</p>}
      {children}
    </div>
  );
}

/** Shows why loading failed, with a button to retry, unless there is nothing to load. */
export function ErrorState({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const current = useStore(session);
  const limit = current === null ? null : limitOf(current);
  if (error instanceof ApiError && error.status === 404) {
    return (
      <EmptyState
        title={t("error.missing")}
        text={limit === null ? t("error.missingText") : t("error.missingLimited", { limit })}
      />
    );
  }
  return (
    <div class="state" role="alert">
      <h2 class="bad">{t("error.title")}</h2>
      <p>
        <Reasons of={[describeError(error)]} />
      </p>
      {onRetry !== undefined && <Button onClick={onRetry} label={t("error.retry")} />}
    </div>
  );
}

export function describeError(error: unknown): string {
  if (!(error instanceof ApiError)) return t("error.unexpected", { message: String(error) });
  const { status, body } = error;
  if (status === 0) return t("error.offline");
  if (status === 429) return t("error.limit", { count: error.retryAfterSeconds ?? 60 });
  if (status === 482 && body.limit !== "database") {
    return t("error.planLimit", { allowed: body.allowed ?? 0, used: body.used ?? 0 });
  }
  if (status === 484) return t(body.message.includes("limited to") ? "error.limited" : "error.role");
  if (status === 503) return t("error.storage");
  if (status >= 500) return t("error.server", { id: body.request_id ?? "" });
  return body.message;
}

/** The reasons of a refusal. English reasons of the API are marked as English. */
export function Reasons({ of: reasons }: { of: readonly string[] }) {
  return (
    <>
      {reasons.map((reason, index) => (
        <Fragment key={index}>
          {index > 0 && "; "}
          <span lang={langOf(reason)}>{reason}</span>
        </Fragment>
      ))}
    </>
  );
}

interface WarningsProps {
  texts: readonly string[];
  codes: Parameters<typeof sayAll>[1];
}

/** The warnings of an answer; nothing if there is none. */
export function Warnings({ texts, codes }: WarningsProps) {
  if (texts.length === 0) return null;
  return (
    <ul class="notice notice-warn small">
      {sayAll(texts, codes).map((warning) => (
        <li key={warning} class="break">
          <Reasons of={[warning]} />
        </li>
      ))}
    </ul>
  );
}

interface NoticeProps {
  failure: unknown;
  /** The fields of the form that show their own errors. */
  fields?: readonly string[];
}

/** Shows why the call of a dialog failed, without the errors that fields show. */
export function ErrorNotice({ failure, fields = [] }: NoticeProps) {
  if (failure === null) return null;
  const errors = failure instanceof ApiError ? Object.entries(failure.body.errors ?? {}) : [];
  const isShown = (name: string) => fields.some((field) => name === field || name.startsWith(`${field}.`));
  const others = errors.filter(([name]) => !isShown(name)).flatMap(([, reasons]) => reasons);
  if (errors.length > 0 && others.length === 0) return null;
  return (
    <div class="notice notice-bad" role="alert">
      <Reasons of={others.length > 0 ? others : [describeError(failure)]} />
    </div>
  );
}

interface SummaryProps {
  failure: unknown;
  errors: Record<string, string[]>;
  labelOf: (field: string) => string;
}

export function ErrorSummary({ failure, errors, labelOf }: SummaryProps) {
  const names = Object.keys(errors);
  return (
    <div class="notice notice-bad" role="alert">
      <strong>
        {names.length > 0 ? (
          t("form.invalid", { count: names.length })
        ) : (
          <Reasons of={[describeError(failure)]} />
        )}
      </strong>
      {names.length > 0 && (
        <ul>
          {names.map((name) => (
            <li key={name}>
              {labelOf(name)}: <Reasons of={errors[name] ?? []} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface LoadingProps {
  read: Pick<Read<unknown>, "isError" | "error" | "refetch">;
  /** The height of a line of the content, so that the layout does not jump. */
  height?: string;
  lines?: number;
}

/** Stands in place of what a read has not loaded: its outlines, or why it failed with a button to retry. */
export function Loading({ read, ...size }: LoadingProps) {
  if (read.isError) return <ErrorState error={read.error} onRetry={() => void read.refetch()} />;
  return <Skeleton {...size} />;
}

interface LoadedProps<Data> {
  read: Read<Data>;
  height: string;
  children: (data: Data) => ComponentChildren;
}

/** A part of a page that loads, fails and is retried independently. */
export function Loaded<Data>({ read, height, children }: LoadedProps<Data>) {
  return read.data === undefined ? <Loading read={read} height={height} /> : <>{children(read.data)}</>;
}

export function RoleNotice({ role }: { role: Role }) {
  const own = t(`role.${useSession().role}`);
  return <p class="muted">{t("error.roleNeeded", { role: t(`role.${role}`), own })}</p>;
}

export function MoreButton({ list }: { list: Pick<List<unknown>, "hasMore" | "more" | "read"> }) {
  if (!list.hasMore) return null;
  return (
    <div>
      <Button disabled={list.read.isFetching} onClick={() => list.more()} label={t("list.more")} />
    </div>
  );
}

/** A line of a list of facts. */
export function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div>
      <dt class="muted">{name}</dt>
      <dd class="break">{children}</dd>
    </div>
  );
}
