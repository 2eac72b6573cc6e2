import { useEffect, useRef } from "preact/hooks";
import { ApiError, call } from "../../api/client.ts";
import { refresh, useRead, type Read } from "../../api/query.ts";
import type { Change } from "../../api/types.ts";
import { ChangeState } from "../../component/change-progress.tsx";
import { Loading } from "../../component/loaded.tsx";
import { Moment } from "../../component/moment.tsx";
import { EmptyState } from "../../component/state.tsx";
import { isAtWork } from "../../state/change-task.ts";
import { noteRecordChange } from "../../state/record-change.ts";
import { useSearch } from "../../state/search.ts";
import { useTitle } from "../../state/title.tsx";
import { announce } from "../../state/toast.ts";
import { t } from "../../text/text.ts";
import { ChangePanel } from "./change-panel.tsx";
import { ChangeRows } from "./change-rows.tsx";
import { describeChange } from "./describe-change.ts";

const RUNNING_MS = 1_000;

/** One change: its effect on each record, its progress, and its actions. */
export function ChangeDetail({ id }: { id: string }) {
  const search = useSearch();
  const change = useRead<Change>({
    key: ["changes", id],
    read: (signal) => call("GET", `/changes/${encodeURIComponent(id)}`, { signal }),
    againMs: (data) => (data !== undefined && isAtWork(data) ? RUNNING_MS : false),
  });
  const { data } = change;
  const heading = useTitle(data === undefined ? t("nav.changes") : describeChange(data));
  useStateNews(data);
  const isUndoView = search.values["view"] === "undo" && (data?.undo_until ?? null) !== null;
  return (
    <div class="stack">
      <div class="stack-small">
        <a class="small" href="/changes">
          {t("changes.back")}
        </a>
        <div class="line-apart">
          {heading}
          {data !== undefined && <ChangeState state={data.state} />}
        </div>
        {data !== undefined && (
          <p class="muted small">
            {t("changes.by", { name: data.created_by.name })} <Moment at={data.created_at} />
          </p>
        )}
      </div>
      {data === undefined ? (
        <Missing read={change} />
      ) : (
        <>
          <ChangePanel change={data} isUndoView={isUndoView} />
          <ChangeRows change={data} isUndoView={isUndoView} />
        </>
      )}
    </div>
  );
}

function Missing({ read }: { read: Read<Change> }) {
  const { error } = read;
  if (error instanceof ApiError && error.status === 404) {
    return (
      <EmptyState title={t("changes.gone")}>
        <a class="button" href="/changes">
          {t("changes.showAll")}
        </a>
      </EmptyState>
    );
  }
  return <Loading read={read} lines={4} height="6rem" />;
}

/** Announces the end of a change to screen readers, and refreshes the lists of records after a write. */
function useStateNews(change: Change | undefined): void {
  const seen = useRef<Change["state"] | undefined>(undefined);
  const state = change?.state;
  useEffect(() => {
    const before = seen.current;
    seen.current = state;
    if (state === undefined || before === undefined || before === state) return;
    announce(t(`change.state.${state}`));
    if (state === "applied" || state === "undone" || state === "stopped") noteRecordChange({ kind: "other" });
    void refresh("changes", "change-rows");
  }, [state]);
}
