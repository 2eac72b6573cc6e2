import type { LinkRecord } from "../../api/types.ts";
import { t } from "../../text/text.ts";

interface Chip {
  text: string;
  kind?: "good" | "warn" | "bad";
}

const MAX_TAGS = 3;

/** The states and tags of a record: what is wrong comes first. */
export function RecordChips({ record }: { record: LinkRecord }) {
  const chips = [...statesOf(record, Date.now()), ...tagsOf(record)];
  return (
    <span class="line chips">
      {chips.map(({ text, kind }) => (
        <span key={text} class={`chip${kind === undefined ? "" : ` chip-${kind}`}`}>
          <span class="cut">{text}</span>
        </span>
      ))}
    </span>
  );
}

/** Returns what is unusual about a record now. */
export function statesOf(record: LinkRecord, nowMs: number): Chip[] {
  const { paused_by, monitor, expired_at, starts, max_clicks } = record;
  const chips: Chip[] = [];
  if (monitor === "broken") chips.push({ text: t("chip.broken"), kind: "bad" });
  if (paused_by !== null) chips.push({ text: t(`chip.paused.${paused_by}`), kind: "warn" });
  if (expired_at !== null) {
    const isOver = Date.parse(expired_at) <= nowMs;
    chips.push(isOver ? { text: t("chip.expired"), kind: "warn" } : { text: t("chip.expires") });
  }
  if (starts !== null && Date.parse(starts) > nowMs) chips.push({ text: t("chip.starts"), kind: "warn" });
  if (record.has_password) chips.push({ text: t("chip.password") });
  if (record.rules.length > 0) chips.push({ text: t("chip.rules", { count: record.rules.length }) });
  if (max_clicks !== null) chips.push({ text: t("chip.limited") });
  if (record.qr !== null) chips.push({ text: t("chip.qr") });
  if (record.file !== null) chips.push({ text: t("chip.page") });
  return chips;
}

function tagsOf({ tags }: LinkRecord): Chip[] {
  const rest = tags.length - MAX_TAGS;
  const shown = tags.slice(0, MAX_TAGS).map((tag) => ({ text: `#${tag}` }));
  return rest > 0 ? [...shown, { text: `+${rest}` }] : shown;
}
