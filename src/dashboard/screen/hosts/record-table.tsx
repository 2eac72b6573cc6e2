import { CopyButton } from "../../component/copy-button.tsx";
import { t } from "../../text/text.ts";
import type { DnsRecord, FoundState } from "./dns-record.ts";

interface RecordRow extends DnsRecord {
  text: string;
  /** Of a record that is needed. */
  state?: FoundState;
}

const STYLE = { found: "chip-good", missing: "chip-bad", unknown: "" } as const;

/** DNS records, each part with a button that copies it as a DNS provider wants it. */
export function RecordTable({ title, rows }: { title: string; rows: readonly RecordRow[] }) {
  return (
    <ul class="table-box dns" aria-label={title}>
      {rows.map(({ type, name, value, note, text, state }) => (
        <li key={text}>
          <div class="line">
            <strong class="mono">{type}</strong>
            {state !== undefined && <span class={`chip ${STYLE[state]}`}>{t(`hosts.need.${state}`)}</span>}
          </div>
          <dl>
            {name !== "" && <Part label={t("hosts.recordName")} value={name} />}
            <Part label={t("hosts.recordValue")} value={value} />
          </dl>
          {note !== "" && (
            <p class="small muted" lang="en">
              {note}
            </p>
          )}
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
