import { useSubmission } from "../../component/form.tsx";
import { useEffect, useRef, useState } from "preact/hooks";
import { call } from "../../api/client.ts";
import { rememberKeys, waitFor } from "../../api/patient.ts";
import { refresh } from "../../api/query.ts";
import type { Host } from "../../api/types.ts";
import { Button, ButtonLink } from "../../component/button.tsx";
import { Drawer } from "../../component/dialog.tsx";
import { describeError, ErrorNotice, Reasons } from "../../component/state.tsx";
import { TextArea } from "../../component/field.tsx";
import { useSearch } from "../../state/page.tsx";
import { announce } from "../../state/toast.ts";
import { sayReason } from "../../text/reason.ts";
import { t } from "../../text/text.ts";
import { connectHosts, type Line, MAX_LINES, parseLines } from "./connect-hosts.ts";
import { stateOf } from "./host-state.tsx";
import { CopyMessage, RecordTable } from "./record-table.tsx";

/** Connects one hostname, or several pasted ones. Each line gets its own answer. */
export function ConnectDialog({ onClose }: { onClose: () => void }) {
  const { values } = useSearch();
  const [text, setText] = useState((values["names"] ?? "").replaceAll(",", "\n"));
  const [lines, setLines] = useState<readonly Line[] | null>(null);
  // The remaining seconds of each call that waits.
  const [waits, setWaits] = useState<readonly number[]>([]);
  const { failure, isBusy, submit: send } = useSubmission();
  const isClosed = useRef(false);
  useEffect(() => () => void (isClosed.current = true), []);
  const parsed = parseLines(text);
  const run = async (start: readonly Line[]) => {
    setLines(start);
    await send(async () => {
      const done = await connectHosts(start, {
        send: (host) =>
          call<Host>("POST", "/host", { body: { host }, headers: { "Idempotency-Key": keyOf(host) } }),
        wait: async (seconds) => {
          setWaits((waits) => [...waits, seconds]);
          await waitFor(seconds);
          setWaits((waits) => waits.slice(1));
        },
        onLines: setLines,
        isStopped: () => isClosed.current,
      });
      announce(describe(done));
    });
    await refresh("hosts", "facets", "workspace");
  };
  const [keyOf] = useState(rememberKeys);
  const submit = (event: Event) => {
    event.preventDefault();
    if (parsed.length > 0 && parsed.length <= MAX_LINES) void run(parsed);
  };
  const errors =
    parsed.length > MAX_LINES ? [t("hosts.tooMany", { count: parsed.length, most: MAX_LINES })] : [];
  const rest = lines?.filter(({ state }) => state.kind === "open" || state.kind === "failed").length ?? 0;
  return (
    <Drawer title={t("hosts.connect")} onClose={onClose}>
      {lines === null ? (
        <form class="stack" onSubmit={submit}>
          <TextArea
            label={t("hosts.names")}
            hint={t("hosts.namesHint", { count: MAX_LINES })}
            errors={errors}
            rows={8}
            autocapitalize="none"
            autofocus
            value={text}
            onValue={setText}
          />
          <div class="line">
            <Button
              kind="main"
              type="submit"
              disabled={parsed.length === 0 || parsed.length > MAX_LINES}
              label={
                parsed.length < 2 ? t("hosts.connectOne") : t("hosts.connectMany", { count: parsed.length })
              }
            />
          </div>
        </form>
      ) : (
        <div class="stack">
          <p role="status">
            <strong>{describe(lines)}</strong>
            {waits.length > 0 && <> {t("hosts.waitingForLimit", { count: Math.max(...waits) })}</>}
          </p>
          <ErrorNotice failure={failure} />
          <Results lines={lines} />
          <NeededText lines={lines} />
          <div class="line">
            {!isBusy && rest > 0 && (
              <Button
                kind="main"
                onClick={() => void run(lines)}
                label={t("hosts.sendRest", { count: rest })}
              />
            )}
            {!isBusy && values["for"] === "import" && (
              <ButtonLink kind="main" href="/import" label={t("hosts.backToImport")} />
            )}
            <Button onClick={onClose} label={isBusy ? t("hosts.stop") : t("action.close")} />
          </div>
        </div>
      )}
    </Drawer>
  );
}

function describe(lines: readonly Line[]): string {
  const done = lines.filter(({ state }) => state.kind === "done").length;
  const failed = lines.filter(({ state }) => state.kind === "failed" || state.kind === "invalid").length;
  return t("hosts.progress", { done, total: lines.length, failed });
}

function Results({ lines }: { lines: readonly Line[] }) {
  return (
    <ol class="list">
      {lines.map(({ host, state }) => (
        <li key={host}>
          <div>
            {state.kind === "done" ? (
              <a class="break" href={`/hosts/${host}`}>
                {host}
              </a>
            ) : (
              <span class="break">{host}</span>
            )}
            {(state.kind === "failed" || state.kind === "invalid") && (
              <div class="small muted break">
                <Reasons of={state.kind === "invalid" ? [sayReason(state.reason)] : reasonsOf(state.error)} />
              </div>
            )}
          </div>
          <LineChip state={state} />
        </li>
      ))}
    </ol>
  );
}

function LineChip({ state }: { state: Line["state"] }) {
  if (state.kind !== "done") {
    const style = state.kind === "failed" || state.kind === "invalid" ? "chip-bad" : "";
    return <span class={`chip ${style}`}>{t(`hosts.line.${state.kind}`)}</span>;
  }
  const found = stateOf(state.host);
  return (
    <span class={`chip ${found === "right" ? "chip-good" : "chip-warn"}`}>
      {t(found === "unchecked" ? "hosts.line.unchecked" : `hosts.state.${found}`)}
    </span>
  );
}

function reasonsOf(error: unknown): string[] {
  const errors = (error as { body?: { errors?: Record<string, string[]> } }).body?.errors;
  return errors === undefined ? [describeError(error)] : Object.values(errors).flat();
}

const MOST_SHOWN = 20;

/** The DNS records that all of them need, to give to the administrator of their DNS. */
function NeededText({ lines }: { lines: readonly Line[] }) {
  const records = lines.flatMap(({ state }) => (state.kind === "done" ? state.host.require : []));
  if (records.length === 0) return null;
  const needed = [...new Set(records)];
  return (
    <details class="section" open={records.length <= MOST_SHOWN}>
      <summary>{t("hosts.neededAll", { count: records.length })}</summary>
      <div class="section-body stack-small">
        <p class="small muted">{t("hosts.neededText")}</p>
        <RecordTable title={t("hosts.needed")} records={needed} />
        <CopyMessage needed={needed} />
      </div>
    </details>
  );
}
