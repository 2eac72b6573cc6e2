import type { ComponentChild } from "preact";
import { useState } from "preact/hooks";
import { ApiError, call, type Versioned } from "../../../api/client.ts";
import { refresh, useGet } from "../../../api/query.ts";
import type { HistoryEntry, LinkRecord, Page } from "../../../api/types.ts";
import { Button } from "../../../component/button.tsx";
import { ConfirmDialog } from "../../../component/dialog.tsx";
import { Diff } from "../../../component/diff.tsx";
import { formatMoment, Moment, momentOfId } from "../../../component/moment.tsx";
import { Loading } from "../../../component/state.tsx";
import { noteRecordChange } from "../../../state/record-change.ts";
import { useMay } from "../../../state/session.ts";
import { showToast } from "../../../state/toast.ts";
import { useWork } from "../../../state/work.ts";
import { fieldLabel } from "../../../text/field.ts";
import { t } from "../../../text/text.ts";
import { changedFields } from "../changed-fields.ts";
import { toReturn, toUndo, updateRecord } from "../save-record.ts";

type History = Page<HistoryEntry> & { meta: { cursor: { total: number } } };

export function HistoryTab({ loaded }: { loaded: Versioned<LinkRecord> }) {
  const record = loaded.body;
  const [limit, setLimit] = useState(20);
  const mayWrite = useMay("editor");
  const history = useGet<History>(["history", record.id, limit], `/links/${record.id}/history`, {
    query: { per_page: limit },
    keepsPrevious: true,
  });
  if (history.data === undefined) return <Loading read={history} lines={5} height="4rem" />;
  const { data, meta } = history.data;
  const undone = undoneIn(data);
  const hidden = data.length === 0 ? meta.cursor.total : 0;
  return (
    <div class="stack">
      {mayWrite && data.length > 0 && <p class="small muted">{t("history.undoHint")}</p>}
      {hidden > 0 && <p class="muted">{t("history.hidden", { count: hidden })}</p>}
      <ol class="stack history">
        {data.map((entry, index) => (
          <Entry
            key={entry.id}
            entry={entry}
            record={record}
            isUndone={undone.has(entry.id)}
            mayWrite={mayWrite}
            back={
              mayWrite && <BackButton loaded={loaded} at={entry.created_at} later={data.slice(0, index)} />
            }
          />
        ))}
        {meta.cursor.next === null && (
          <li class="card">
            <div class="line-apart">
              <span>
                <strong>{t("history.created", { name: record.creator.name })}</strong>{" "}
                <Origin source={record.created_via} at={momentOfId(record.id)} />
              </span>
              {mayWrite && <BackButton loaded={loaded} at={momentOfId(record.id)} later={data} />}
            </div>
            {madeLongBefore(record) && (
              <div class="small muted">
                {t("history.atOrigin")} <Moment at={record.created_at} />
              </div>
            )}
          </li>
        )}
      </ol>
      {meta.cursor.next !== null && (
        <div>
          <Button onClick={() => setLimit(limit + 80)} label={t("list.more")} />
        </div>
      )}
    </div>
  );
}

const A_MINUTE_MS = 60_000;

/** A file may tell an earlier moment as the creation of a record than the one at which it came to be here. */
function madeLongBefore({ id, created_at }: LinkRecord): boolean {
  return Date.parse(created_at) < Date.parse(momentOfId(id)) - A_MINUTE_MS;
}

/** Returns the entries whose undo still holds. @param entries the newest first */
function undoneIn(entries: readonly HistoryEntry[]): Set<string> {
  const undone = new Set<string>();
  for (const { id, undoes } of entries) if (undoes !== null && !undone.has(id)) undone.add(undoes);
  return undone;
}

interface EntryProps {
  entry: HistoryEntry;
  isUndone: boolean;
  record: LinkRecord;
  mayWrite: boolean;
  /** What brings back the version that the entry made. */
  back: ComponentChild;
}

function Entry({ entry, record, isUndone, mayWrite, back }: EntryProps) {
  const [isBusy, run] = useWork();
  const undo = toUndo(entry);
  const take = async () => {
    const written = await call<LinkRecord>("PUT", `/links/${record.id}`, { body: undo });
    noteRecordChange({ kind: "changed", record: written });
    showToast(t(written.updated_at === record.updated_at ? "history.alreadyUndone" : "history.undone"));
  };
  return (
    <li class="card stack-small">
      <div class="line-apart">
        <span>
          <strong>{entry.actor.name}</strong> <Origin source={entry.source} at={entry.created_at} />
        </span>
        <span class="line">
          {isUndone && <span class="chip">{t("history.isUndone")}</span>}
          {back}
          {mayWrite && !isUndone && undo !== null && (
            <Button disabled={isBusy} onClick={() => void run(take)} label={t("history.undo")} />
          )}
        </span>
      </div>
      {entry.undoes !== null && (
        <div class="small">{t("history.undid", { when: formatMoment(momentOfId(entry.undoes)) })}</div>
      )}
      <FieldChanges of={entry} />
    </li>
  );
}

interface BackProps {
  loaded: Versioned<LinkRecord>;
  /** When the version was made. */
  at: string;
  /** The entries that came later, the newest first. */
  later: readonly HistoryEntry[];
}

/** Brings back what the record was before the entries that came later. It asks: the list moves under a second click. */
function BackButton({ loaded, at, later }: BackProps) {
  const [isAsked, setAsked] = useState(false);
  const change = toReturn(later);
  if (change === null) return null;
  const take = async () => {
    try {
      await updateRecord(loaded.body, change, loaded.etag);
      showToast(t("history.isBack"));
    } catch (error) {
      // There is an entry that is not listed: its fields would stay.
      if (!(error instanceof ApiError) || error.status !== 412) throw error;
      await Promise.all([refresh("record"), refresh("history")]);
      showToast(t("history.newer"));
    }
    setAsked(false);
  };
  return (
    <>
      <Button onClick={() => setAsked(true)} label={t("history.back")} />
      {isAsked && (
        <ConfirmDialog
          title={t("history.backTitle", { moment: formatMoment(at) })}
          text={t("history.backText")}
          confirmLabel={t("history.back")}
          onConfirm={take}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  );
}

/** The fields of an entry, old and new side by side. */
export function FieldChanges({ of: entry }: { of: Pick<HistoryEntry, "old" | "new"> }) {
  return (
    <>
      {changedFields(entry).map(({ name, pairs }) => (
        <div key={name}>
          <div class="small muted">{fieldLabel(name)}</div>
          <div class="stack-small">
            {pairs.map((pair, index) => (
              <Diff key={index} {...pair} />
            ))}
          </div>
        </div>
      ))}
    </>
  );
}

/** By what somebody made a change, and when. */
export function Origin({ source, at }: { source: HistoryEntry["source"]; at: string }) {
  return (
    <span class="muted small">
      {t(`source.${source}`)} · <Moment at={at} />
    </span>
  );
}
