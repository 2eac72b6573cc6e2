import { Button, CopyButton } from "../../component/button.tsx";
import { copyText } from "../../state/clipboard.ts";
import { showToast } from "../../state/toast.ts";
import { t } from "../../text/text.ts";
import { type DnsRecord, type FoundState, toDnsMessage } from "./dns-record.ts";

interface RecordRow extends DnsRecord {
  text: string;
  /** The result of the last check for a needed record; absent for other records. */
  state?: FoundState;
}

const STYLE = {
  found: "chip-good",
  missing: "chip-bad",
  unchecked: "",
  unanswered: "chip-warn",
  unknown: "",
} as const;

/** DNS records, each part with a button that copies it in the form that DNS providers accept. */
export function RecordTable({ title, rows }: { title: string; rows: readonly RecordRow[] }) {
  return (
    <ul class="table-box dns" aria-label={title}>
      {rows.map(({ type, name, value, text, state }) => (
        <li key={text}>
          <div class="line">
            <strong class="mono">{type}</strong>
            {state !== undefined && <span class={`chip ${STYLE[state]}`}>{t(`hosts.need.${state}`)}</span>}
          </div>
          <dl>
            {name !== "" && <Part label={t("hosts.recordName")} value={name} />}
            <Part label={t("hosts.recordValue")} value={value} />
          </dl>
          {type === "ALIAS" && <p class="small muted">{t("hosts.orProxy", { name, target: value })}</p>}
        </li>
      ))}
    </ul>
  );
}

function Part({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt class="small muted">{label}</dt>
      <dd>
        <code class="break">{value}</code>
        <CopyButton text={value} />
      </dd>
    </div>
  );
}

/** Copies needed records as a text for who manages DNS, who may have never heard of any of this. */
export function CopyMessage({ needed }: { needed: readonly string[] }) {
  const copy = async () => {
    const isCopied = await copyText(toDnsMessage(needed));
    showToast(t(isCopied ? "hosts.messageCopied" : "copy.refused"));
  };
  return (
    <div class="line">
      <Button onClick={() => void copy()} label={t("hosts.copyMessage")} />
    </div>
  );
}
