import { useEffect, useRef, useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { MAX_CHECK_URLS } from "../../../domain/client/words.ts";
import type { Parsed } from "../../../domain/field-error.ts";
import type { UrlList } from "../../../import/read-urls.ts";
import { namesOf, useHosts } from "../../api/shared-reads.ts";
import { Button } from "../../component/button.tsx";
import { CheckField, SelectField, TextArea, useDrop } from "../../component/field.tsx";
import { describeError, Reasons } from "../../component/state.tsx";
import { useStore } from "../../state/store.ts";
import { sayReason } from "../../text/reason.ts";
import { t } from "../../text/text.ts";
import { showUrl } from "../records/show-url.ts";
import { sendCheck, upload } from "./upload.tsx";

interface Source {
  name: string;
  read: () => Promise<Uint8Array | string>;
}

const STATUSES = ["301", "308", "302", ""] as const;
/** The number of URLs and rows that are shown before the check starts. */
const SHOWN = 5;
const PASTE_WAIT_MS = 300;

/** The form of a new check: a file or a list, and the expected answers. */
export function NewCheck() {
  const { route } = useLocation();
  const [pasted, setPasted] = useState("");
  const [source, setSource] = useState<Source | null>(null);
  const [host, setHost] = useState("");
  const [status, setStatus] = useState<string>("301");
  const [asksTargets, setAsksTargets] = useState(false);
  const { read, error } = useUrlList(source, host);
  const isSending = useStore(upload) !== null;
  const hosts = useHosts();
  const list = read?.ok === true ? read.value : null;
  const isTooLong = list !== null && list.urls.length > MAX_CHECK_URLS;
  const waiting = useRef(0);
  const paste = (text: string) => {
    setPasted(text);
    setSource(null);
    clearTimeout(waiting.current);
    if (text.trim() === "") return;
    const read = () => setSource({ name: "", read: async () => text });
    waiting.current = window.setTimeout(read, PASTE_WAIT_MS);
  };
  const submit = async (event: Event) => {
    event.preventDefault();
    if (list === null || list.urls.length === 0 || isTooLong) return;
    const path = location.pathname;
    const id = await sendCheck({
      urls: list.urls,
      status: status === "" ? null : Number(status),
      asksTargets,
    });
    // Stays on another screen if the user has left this one.
    if (id !== null && location.pathname === path) route(`/check/${id}`);
  };
  const choose = (file: File) => {
    clearTimeout(waiting.current);
    setPasted("");
    setSource({ name: file.name, read: async () => new Uint8Array(await file.arrayBuffer()) });
  };
  return (
    <form class="card stack" onSubmit={(event) => void submit(event)} aria-label={t("check.new")}>
      <h2>{t("check.new")}</h2>
      <DropZone onFile={choose} name={source?.name ?? ""} />
      <TextArea
        label={t("check.paste")}
        hint={t("check.pasteHint")}
        rows={4}
        autocapitalize="off"
        value={pasted}
        placeholder={"old.example.com/about\nold.example.com/shop, https://new.example.com/shop"}
        onValue={paste}
      />
      <div role="status">
        {error !== null && <p class="notice notice-bad">{describeError(error)}</p>}
        {read?.ok === false && (
          <p class="notice notice-bad">
            <Reasons of={[sayReason(read.reason)]} />
          </p>
        )}
        {list !== null && <Found list={list} />}
        {isTooLong && <p class="notice notice-bad">{t("check.tooMany", { count: MAX_CHECK_URLS })}</p>}
      </div>
      <div class="columns">
        <SelectField
          label={t("check.status")}
          hint={t("check.statusHint")}
          value={status}
          options={STATUSES.map((value) => ({ value, label: value === "" ? t("check.anyStatus") : value }))}
          onValue={setStatus}
        />
        <SelectField
          label={t("check.host")}
          hint={t("check.hostHint")}
          value={host}
          none={t("check.noHost")}
          options={namesOf(hosts)}
          onValue={setHost}
        />
      </div>
      <CheckField
        label={t("check.askTargets")}
        hint={t("check.askTargetsHint")}
        value={asksTargets}
        onValue={setAsksTargets}
      />
      <div class="line">
        <Button
          kind="main"
          type="submit"
          disabled={isSending || list === null || list.urls.length === 0 || isTooLong}
          label={
            list === null || list.urls.length === 0
              ? t("nav.check")
              : t("check.startCount", { count: list.urls.length })
          }
        />
        <span class="small muted">{t("check.leave")}</span>
      </div>
    </form>
  );
}

interface ReadList {
  /** Null while the input is read, and after an error. */
  read: Parsed<UrlList> | null;
  error: unknown;
}

const NOTHING_READ: ReadList = { read: null, error: null };

/** Reads the input with the readers of all formats, which are loaded on demand. Never returns an earlier input. */
function useUrlList(source: Source | null, host: string): ReadList {
  const [last, setLast] = useState({ source, host, ...NOTHING_READ });
  useEffect(() => {
    if (source === null) return;
    let isStale = false;
    const keep = (found: Partial<ReadList>) =>
      isStale || setLast({ source, host, ...NOTHING_READ, ...found });
    const readSource = async () => {
      const { readUrlList } = await import("../../../import/read-urls.ts");
      const content = await source.read();
      return readUrlList(content, { fileName: source.name, host: host === "" ? null : host });
    };
    void readSource().then(
      (read) => keep({ read }),
      (error: unknown) => keep({ error }),
    );
    return () => {
      isStale = true;
    };
  }, [source, host]);
  return last.source === source && last.host === host ? last : NOTHING_READ;
}

function DropZone({ onFile, name }: { onFile: (file: File) => void; name: string }) {
  const input = useRef<HTMLInputElement>(null);
  const take = (file: File | undefined) => {
    if (file !== undefined) onFile(file);
    if (input.current !== null) input.current.value = "";
  };
  const drop = useDrop(take);
  return (
    <div class="drop-line" {...drop}>
      <label class="button file-button">
        {t("check.choose")}
        <input
          ref={input}
          type="file"
          accept=".txt,.csv,.tsv,.xml,.json,.htaccess,.conf,.map,.toml,.sql,text/*"
          onChange={(event) => take(event.currentTarget.files?.[0])}
        />
      </label>
      <span class="small muted">{name === "" ? t("check.drop") : name}</span>
    </div>
  );
}

function Found({ list: { kind, urls, skipped } }: { list: UrlList }) {
  const expected = urls.filter(({ location }) => location !== undefined).length;
  return (
    <div class="stack-small">
      <p>
        <strong>{t("check.found", { count: urls.length })}</strong> {t(`check.kind.${kind}`)}
        {expected > 0 && <> {t("check.expected", { count: expected })}</>}
      </p>
      <ul class="samples small mono">
        {urls.slice(0, SHOWN).map(({ url, location, status }, index) => (
          <li key={index} class="break">
            {showUrl(url)}
            {location !== undefined && <span class="muted"> → {showUrl(location)}</span>}
            {status !== undefined && <span class="muted"> {status}</span>}
          </li>
        ))}
        {urls.length > SHOWN && <li class="muted">…</li>}
      </ul>
      {skipped.length > 0 && (
        <details class="notice notice-warn">
          <summary>{t("check.skipped", { count: skipped.length })}</summary>
          <ul>
            {skipped.slice(0, 50).map(({ line, text, reason, detail }, index) => (
              <li key={index} class="break">
                {t("list.line", { line: String(line) })} <code>{text}</code>:{" "}
                {reason === "unreadable" ? (
                  <Reasons of={detail.map((one) => sayReason(one))} />
                ) : (
                  t(`check.skip.${reason}`)
                )}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
