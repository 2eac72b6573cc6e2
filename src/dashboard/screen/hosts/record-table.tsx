import { CopyButton } from "../../component/button.tsx";
import { CopyTextButton } from "../../component/copy-text-button.tsx";
import { t } from "../../text/text.ts";
import { type FoundState, parseDnsRecord, toDnsMessage } from "./dns-record.ts";

interface TableProps {
  title: string;
  /** In the notation of the API. */
  records: readonly string[];
  /** Returns the result of the last check for a needed record; absent for other records. */
  stateOf?: (record: string) => FoundState;
}

const STYLE = {
  found: "chip-good",
  missing: "chip-bad",
  unchecked: "",
  unanswered: "chip-warn",
  unknown: "",
} as const;

/** DNS records, each part with a button that copies it in the form that DNS providers accept. */
export function RecordTable({ title, records, stateOf }: TableProps) {
  return (
    <ul class="table-box dns" aria-label={title}>
      {records.map((record) => (
        <Row key={record} record={record} state={stateOf?.(record)} />
      ))}
    </ul>
  );
}

function Row({ record, state }: { record: string; state: FoundState | undefined }) {
  const { type, name, value } = parseDnsRecord(record);
  return (
    <li>
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
  return (
    <div class="line">
      <CopyTextButton
        text={toDnsMessage(needed)}
        said={t("hosts.messageCopied")}
        label={t("hosts.copyMessage")}
      />
    </div>
  );
}
