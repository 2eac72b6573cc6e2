import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { namesOf, useHosts } from "../../api/shared-reads.ts";
import { Button } from "../../component/button.tsx";
import { describeError, EmptyState, ErrorState, Reasons, Skeleton } from "../../component/state.tsx";
import { useOpenAfter, useShown } from "../../state/work.ts";
import { useMay } from "../../state/session.ts";
import { useTitle } from "../../state/page.tsx";
import { announce, showToast } from "../../state/toast.ts";
import { sayReason } from "../../text/reason.ts";
import { hasText, sayPercent, t } from "../../text/text.ts";
import { PlanError } from "../records/plan-change.tsx";
import { ColumnMap } from "./column-map.tsx";
import { FileCheck } from "./file-check.tsx";
import { countRows, foreignHosts, HostDecision } from "./host-decision.tsx";
import { ImportOptions } from "./import-options.tsx";
import { OtherRows, ReadAs } from "./other-format.tsx";
import type { FileSummary } from "./reader/message.ts";
import { sendImport } from "./send-import.ts";
import { type ChosenFile, type ImportState, noteChange, useImport } from "./use-import.ts";
import { TextArea, useDrop } from "../../component/field.tsx";

/** Imports the links and redirects of another tool. The file is read in the browser, and planned as a change. */
export default function Import() {
  const heading = useTitle(t("nav.import"));
  const mayWrite = useMay("editor");
  const state = useImport();
  const hosts = useHosts();
  const names = namesOf(hosts);
  useOnlyHost(state, names);
  if (!mayWrite) {
    return (
      <div class="stack">
        {heading}
        <EmptyState title={t("import.role", { role: t("role.editor") })} />
      </div>
    );
  }
  const { fileName, summary, isReading, error } = state;
  return (
    <div class="stack import">
      <div class="stack-small">
        {heading}
        <p class="muted">{t("import.intro")}</p>
      </div>
      {fileName === null ? (
        <PickFile onFile={(file) => void state.open(file)} />
      ) : (
        // The rows that are being sent are those of the present file and choices.
        <fieldset class="stack" disabled={state.sentShare !== null}>
          <FileHead state={state} />
          {error !== null && <ErrorState error={error} onRetry={state.forget} />}
          {summary === null && isReading && <Skeleton lines={6} height="2.5rem" />}
          {summary !== null && !hosts.isPending && <Opened state={state} hosts={names} />}
        </fieldset>
      )}
    </div>
  );
}

/** Uses the only hostname of a workspace for rows without a hostname. */
function useOnlyHost({ choice, choose }: ImportState, hosts: string[]): void {
  const only = hosts.length === 1 ? hosts[0] : undefined;
  useLayoutEffect(() => {
    if (only !== undefined && choice.host === null) choose({ host: only });
  }, [only, choice.host]);
}

/** Names of products alone are the same in all languages, and have no text. */
function sayFormat(key: string, label: string): string {
  const text = `format.${key}`;
  return hasText(text) ? t(text) : label;
}

function FileHead({ state }: { state: ImportState }) {
  const { fileName, summary, lists, choice } = state;
  const formatId = useId();
  return (
    <section class="card line-apart" aria-label={t("import.file")}>
      <div class="stack-small">
        <strong class="break">{fileName}</strong>
        <span class="small muted" role="status">
          {summary === null || state.isReading
            ? t("import.reading")
            : sayFormat(summary.format, summary.label) || t("import.unknown")}
        </span>
      </div>
      <div class="line">
        <div class="line">
          <label class="small" for={formatId}>
            {t("import.format")}
          </label>
          <select
            id={formatId}
            class="input import-format"
            value={choice.format ?? ""}
            onChange={(event) => state.choose({ format: event.currentTarget.value || null, columnMap: [] })}
          >
            <option value="">{t("import.detected")}</option>
            {lists.formats.map(({ key, label }) => (
              <option key={key} value={key} selected={key === choice.format}>
                {sayFormat(key, label)}
              </option>
            ))}
          </select>
        </div>
        <Button onClick={state.forget} label={t("import.other")} />
      </div>
    </section>
  );
}

function Opened({ state, hosts }: { state: ImportState; hosts: string[] }) {
  const { summary, choice, request, lists } = state;
  if (summary === null) return null;
  const { others } = summary;
  const left = countRows(foreignHosts(summary, hosts));
  const readAs = (format: string) => state.choose({ format, columnMap: [] });
  return (
    <>
      {summary.problem !== null && (
        <div class={`notice ${summary.table === null ? "notice-bad" : "notice-warn"}`} role="alert">
          <strong>{t("import.unreadable")}</strong>
          <p class="break">
            {summary.table === null ? <Reasons of={[sayReason(summary.problem)]} /> : t("import.nameColumns")}
          </p>
          <ReadAs others={others} onFormat={readAs} />
        </div>
      )}
      {summary.problem === null && (
        <>
          <OtherRows others={others} onFormat={readAs} />
          <HostDecision summary={summary} choice={choice} hosts={hosts} onChoice={state.choose} />
        </>
      )}
      {summary.table !== null && (
        <ColumnMap
          table={summary.table}
          columns={lists.columns}
          columnMap={choice.columnMap}
          isNeeded={summary.problem !== null}
          onColumnMap={(columnMap) => state.choose({ columnMap })}
        />
      )}
      {summary.problem === null && (
        <>
          <ImportOptions
            summary={summary}
            choice={choice}
            request={request}
            onChoice={state.choose}
            onRequest={state.ask}
          />
          <FileCheck summary={summary} left={left} state={state} />
          <SendBar state={state} summary={summary} left={left} />
        </>
      )}
    </>
  );
}

interface SendProps {
  state: ImportState;
  summary: FileSummary;
  /** The number of rows on hostnames that are not connected. They are sent, and listed by the plan. */
  left: number;
}

/** Sends the rows and opens their plan. Continues after the user leaves the screen. */
function SendBar({ state, summary: { rows: read, refused, hosts }, left }: SendProps) {
  const rows = read - left;
  const openAfter = useOpenAfter();
  const { request, sentShare, setSentShare } = state;
  const [error, setError] = useState<unknown>(null);
  const isShown = useShown();
  const noteId = useId();
  const send = async () => {
    const reader = state.reader.current;
    if (reader === null) return;
    const rowHosts = hosts.map(({ host }) => host);
    setSentShare(0);
    setError(null);
    noteChange("");
    announce(t("import.sending"));
    try {
      const id = await reader.hold(() => sendImport(reader, state.label, request, rowHosts, setSentShare));
      noteChange(id);
      openAfter(`/changes/${id}`, t("import.planned"));
    } catch (failure) {
      noteChange(null);
      if (!isShown.current) showToast(t("import.notPlanned", { reason: describeError(failure) }));
      setError(failure);
      setSentShare(null);
    }
  };
  const isMirror = request.mode === "mirror";
  // The API deletes what a mirror does not name, and never sees a refused row.
  const deletesRefused = isMirror && refused > 0;
  return (
    <section class="bulk" aria-label={t("import.next")}>
      <Button
        kind="main"
        disabled={
          state.isReading || rows === 0 || deletesRefused || (isMirror && request.owner.trim() === "")
        }
        aria-describedby={noteId}
        onClick={() => void send()}
        label={rows === 0 ? t("import.previewNone") : t("import.preview", { count: rows })}
      />
      {sentShare !== null ? (
        <span class="line">
          <progress class="progress" aria-label={t("import.sending")} value={sentShare} max={1} />
          <span class="small muted">{t("import.sent", { share: sayPercent(sentShare) })}</span>
        </span>
      ) : (
        <SendNote id={noteId} rows={rows} deletesRefused={deletesRefused} />
      )}
      {error !== null && <PlanError error={error} />}
    </section>
  );
}

/** Says what the button does, or why nothing can be sent. */
function SendNote({ id, rows, deletesRefused }: { id: string; rows: number; deletesRefused: boolean }) {
  const text = deletesRefused ? "mirrorRefused" : rows === 0 ? "nothing" : "previewNote";
  return (
    <span id={id} class={deletesRefused ? "small bad" : "small muted"}>
      {t(`import.${text}`)}
    </span>
  );
}

function PickFile({ onFile }: { onFile: (file: ChosenFile) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState("");
  const take = (file: File | undefined) => {
    if (file !== undefined) onFile({ name: file.name, content: file });
  };
  const drop = useDrop(take);
  return (
    <>
      <div class="drop" {...drop}>
        <strong>{t("import.drop")}</strong>
        <p class="muted small">{t("import.formats")}</p>
        <Button kind="main" onClick={() => input.current?.click()} label={t("import.choose")} />
        <input
          ref={input}
          type="file"
          hidden
          aria-label={t("import.choose")}
          onChange={(event) => take(event.currentTarget.files?.[0])}
        />
      </div>
      <form
        class="stack-small"
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim() !== "") onFile({ name: t("import.pasted"), content: text });
        }}
      >
        <TextArea
          label={t("import.paste")}
          hint={t("import.pasteHint")}
          rows={6}
          placeholder={"old.example/a,https://new.example/a\nold.example/b,https://new.example/b"}
          value={text}
          onValue={setText}
        />
        <div>
          <Button type="submit" disabled={text.trim() === ""} label={t("import.read")} />
        </div>
      </form>
    </>
  );
}
