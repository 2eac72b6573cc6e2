import { useState } from "preact/hooks";
import { call } from "../../api/client.ts";
import { useGet } from "../../api/query.ts";
import type { HistoryEntry, LinkRecord, Page } from "../../api/types.ts";
import { Button } from "../../component/button.tsx";
import { Diff } from "../../component/diff.tsx";
import { EmptyState, Loading } from "../../component/state.tsx";
import { Moment } from "../../component/moment.tsx";
import { noteRecordChange } from "../../state/record-change.ts";
import { useMay } from "../../state/session.ts";
import { showToast } from "../../state/toast.ts";
import { useWork } from "../../state/work.ts";
import { fieldLabel, showValue } from "../../text/field.ts";
import { t } from "../../text/text.ts";
import { toUndo } from "./save-record.ts";

type History = Page<HistoryEntry> & { meta: { cursor: { total: number } } };

export function HistoryTab({ record }: { record: LinkRecord }) {
  const [limit, setLimit] = useState(20);
  const history = useGet<History>(["history", record.id, limit], `/links/${record.id}/history`, {
    query: { per_page: limit },
    keepsPrevious: true,
  });
  if (history.data === undefined) return <Loading read={history} lines={5} height="4rem" />;
  const { data, meta } = history.data;
  if (data.length === 0) {
    const title =
      meta.cursor.total > 0 ? t("history.hidden", { count: meta.cursor.total }) : t("history.none");
    return <EmptyState title={title} />;
  }
  return (
    <div class="stack">
      <ol class="stack">
        {data.map((entry) => (
          <Entry key={entry.id} entry={entry} record={record} />
        ))}
      </ol>
      {meta.cursor.next !== null && (
        <div>
          <Button onClick={() => setLimit(limit + 80)} label={t("list.more")} />
        </div>
      )}
    </div>
  );
}

function Entry({ entry, record }: { entry: HistoryEntry; record: LinkRecord }) {
  const [isBusy, run] = useWork();
  const mayWrite = useMay("editor");
  const undo = toUndo(entry);
  const take = async () => {
    const written = await call<LinkRecord>("PUT", `/links/${record.id}`, { body: undo });
    noteRecordChange({ kind: "changed", record: written });
    showToast(t("history.undone"));
  };
  return (
    <li class="card stack-small">
      <div class="line-apart">
        <span>
          <strong>{entry.actor.name}</strong>{" "}
          <span class="muted small">
            {t(`source.${entry.source}`)} · <Moment at={entry.created_at} />
          </span>
        </span>
        {mayWrite && undo !== null && (
          <Button disabled={isBusy} onClick={() => void run(take)} label={t("history.undo")} />
        )}
      </div>
      {Object.keys(entry.new).map((name) => (
        <div key={name}>
          <div class="small muted">{fieldLabel(name)}</div>
          <Diff from={show(entry.old, name)} to={show(entry.new, name)} />
        </div>
      ))}
    </li>
  );
}

function show(facts: HistoryEntry["old"], name: string): string {
  return showValue((facts as Record<string, unknown>)[name], "\n");
}
