import type { LinkRecord } from "../../api/types.ts";
import { MiddleCut } from "../../component/middle-cut.tsx";
import { sayNumber, sayPercent, t } from "../../text/text.ts";
import { lastingOf } from "./lasting.ts";
import { formatMoment } from "../../component/moment.tsx";
import { sharesOf, splitRouting } from "../record/routing-form.ts";
import { showUrl } from "./show-url.ts";

/** Returns the address of a part of a record. */
export const atTab = (href: string, tab: string) => `${href}${href.includes("?") ? "&" : "?"}tab=${tab}`;

/** The first destination on one line, with how visits are shared, and the number of the others, which is never cut. */
export function Destination({ record }: { record: LinkRecord }) {
  const { destinations, destination_routing, file, rules } = record;
  const lasting = lastingOf(record);
  const destination = lasting ?? record.destination;
  const more = destinations.length - 1 + rules.length;
  const first = file ?? (destination === null ? "" : showUrl(destination));
  const isSplit = destinations.length > 1 && destination_routing !== "primary" && lasting === null;
  const shares = isSplit ? splitShares(record) : null;
  const all = destinations.map((url, index) => {
    const share = shares?.[index];
    return share === undefined ? showUrl(url) : `${sayPercent(share)} ${showUrl(url)}`;
  });
  const ends =
    isSplit && record.routing_ends !== null
      ? t("chip.splitUntil", { date: formatMoment(record.routing_ends.at) })
      : "";
  const whole = all.length > 1 ? [...all, ends].join("\n").trim() : first;
  return (
    <span class="first-of muted">
      <MiddleCut text={first} whole={whole} />
      {isSplit && (
        <span class="chip" title={whole}>
          {shares === null ? t("chip.split") : shares.map((share) => Math.round(share * 100)).join(" : ")}{" "}
          {ends}
        </span>
      )}
      {more > 0 && (
        <span title={t("records.more", { count: more })}>
          <span aria-hidden="true">+{sayNumber(more)}</span>
          <span class="aloud">{t("records.more", { count: more })}</span>
        </span>
      )}
    </span>
  );
}

/** Returns the share of each destination; null if nobody knows it before the visits, or if they are too many for a chip. */
function splitShares({ destinations, destination_routing }: LinkRecord): number[] | null {
  if (destinations.length > MAX_SHARES) return null;
  const split = splitRouting(destinations, destination_routing);
  return sharesOf(split.destinations, split.routing);
}

const MAX_SHARES = 3;

interface Chip {
  text: string;
  kind?: "good" | "warn" | "bad";
}

/** The room for chips in a list, in characters. Each chip has the margins of three. */
const ROOM = 19;
const MARGINS = 3;
/** The room of the chip that counts those that do not fit. */
const COUNTER = MARGINS + 2;

/** The states and tags of a record. Problems come first. */
export function RecordChips({ record }: { record: LinkRecord }) {
  const chips = chipsOf(record);
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

export function hasChips(record: LinkRecord): boolean {
  return chipsOf(record).length > 0;
}

function chipsOf(record: LinkRecord): Chip[] {
  return [...statesOf(record, Date.now()), ...record.tags.map((tag): Chip => ({ text: `#${tag}` }))];
}

function statesOf(record: LinkRecord, nowMs: number): Chip[] {
  const { paused_by, monitor, expired_at, starts, max_clicks } = record;
  const chips: Chip[] = [];
  if (monitor === "broken") chips.push({ text: t("monitor.broken"), kind: "bad" });
  if (paused_by !== null) chips.push({ text: t(`chip.paused.${paused_by}`), kind: "warn" });
  if (expired_at !== null) {
    const isOver = Date.parse(expired_at) <= nowMs;
    chips.push(isOver ? { text: t("expired.true"), kind: "warn" } : { text: t("chip.expires") });
  }
  if (starts !== null && Date.parse(starts) > nowMs) chips.push({ text: t("chip.starts"), kind: "warn" });
  if (record.has_password) chips.push({ text: t("chip.password") });
  if (record.rules.length > 0) chips.push({ text: t("chip.rules", { count: record.rules.length }) });
  if (max_clicks !== null) chips.push({ text: t("chip.limited") });
  if (record.handler === "qr" || record.qr !== null) chips.push({ text: t("chip.qr") });
  if (record.type === "gone") chips.push({ text: t("chip.gone") });
  if (record.file !== null) chips.push({ text: t("chip.page") });
  return chips;
}

/** Returns how many chips fit whole, at least one, with the one that counts the others. */
function countFitting(chips: readonly Chip[]): number {
  const fitting = (room: number) => {
    let taken = 0;
    const end = chips.findIndex(({ text }) => (taken += text.length + MARGINS) > room);
    return end === -1 ? chips.length : end;
  };
  return fitting(ROOM) === chips.length ? chips.length : Math.max(fitting(ROOM - COUNTER), 1);
}
