import type { LinkRecord } from "../../api/types.ts";
import { sayNumber, t } from "../../text/text.ts";

interface Chip {
  text: string;
  kind?: "good" | "warn" | "bad";
}

/** The room for chips in a list, in characters. Each chip has the margins of three. */
const ROOM = 32;
const MARGINS = 3;

/** The states and tags of a record. Problems come first. */
export function RecordChips({ record }: { record: LinkRecord }) {
  const tags = record.tags.map((tag): Chip => ({ text: `#${tag}` }));
  const chips = [...statesOf(record, Date.now()), ...tags];
  const shown = chips.slice(0, countFitting(chips));
  const rest = chips.slice(shown.length).map(({ text }) => text);
  return (
    <span class="line chips">
      {shown.map(({ text, kind }) => (
        <span key={text} class={`chip${kind === undefined ? "" : ` chip-${kind}`}`} title={text}>
          <span class="cut">{text}</span>
        </span>
      ))}
      {rest.length > 0 && (
        <span class="chip chip-rest" title={rest.join(", ")}>
          <span aria-hidden="true">+{sayNumber(rest.length)}</span>
          <span class="aloud">{rest.join(", ")}</span>
        </span>
      )}
    </span>
  );
}

function statesOf(record: LinkRecord, nowMs: number): Chip[] {
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

/** Returns how many chips fit whole, at least one. */
function countFitting(chips: readonly Chip[]): number {
  let taken = 0;
  const end = chips.findIndex(({ text }) => (taken += text.length + MARGINS) > ROOM);
  return end === -1 ? chips.length : Math.max(end, 1);
}
