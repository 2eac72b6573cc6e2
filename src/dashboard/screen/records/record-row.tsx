import type { LinkRecord } from "../../api/types.ts";
import { Ago } from "../../component/moment.tsx";
import { UrlLink } from "../../component/url-text.tsx";
import { sayNumber, t } from "../../text/text.ts";
import type { PagedRow } from "./record-pages.ts";
import { showUrl } from "./show-url.ts";
import { useLocation } from "preact-iso";
import { useState } from "preact/hooks";
import { call } from "../../api/client.ts";
import { ConfirmDialog } from "../../component/dialog.tsx";
import { Menu, MenuItem } from "../../component/menu.tsx";
import { describeError } from "../../component/state.tsx";
import { noteRecordChange } from "../../state/record-change.ts";
import { useMay } from "../../state/session.ts";
import { announce, showToast } from "../../state/toast.ts";
import { toExplainHref } from "../explain/question.ts";
import { sampleOf } from "../record/preview-location.ts";

type RowProps = PagedRow<LinkRecord> & { href: string; isOpen: boolean };

function Choice({ row, isSelected, onToggle }: PagedRow<LinkRecord>) {
  return (
    <input
      type="checkbox"
      aria-label={t("records.select", { url: showUrl(row.url) })}
      checked={isSelected}
      onClick={(event) => onToggle(event.shiftKey)}
    />
  );
}

export function RecordRow(props: RowProps) {
  const { index, row: record, href, isSelected, isOpen } = props;
  const shown = showUrl(record.url);
  return (
    <tr
      data-row={index}
      data-current={isOpen ? "" : undefined}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
    >
      <td>
        <Choice {...props} />
      </td>
      <th scope="row">
        <UrlLink url={shown} href={href} title={record.title || shown} />
      </th>
      <td>
        <Destination record={record} />
      </td>
      <td>{record.type}</td>
      <td>
        <RecordChips record={record} />
      </td>
      <td class="number">{sayNumber(record.total_clicks)}</td>
      <td class="muted">
        <span class="cut">
          <Ago at={record.updated_at} />
        </span>
      </td>
      <td>
        <RecordMenu record={record} href={href} />
      </td>
    </tr>
  );
}

export function RecordCard(props: RowProps) {
  const { index, row: record, href, isSelected, isOpen } = props;
  const shown = showUrl(record.url);
  return (
    <li
      class="row-card"
      data-row={index}
      data-selected={isSelected ? "" : undefined}
      data-current={isOpen ? "" : undefined}
    >
      <Choice {...props} />
      <div class="row-card-title">
        <UrlLink url={shown} href={href} />
      </div>
      <span class="number small muted">{t("records.clicks", { count: record.total_clicks })}</span>
      <Destination record={record} />
      <RecordChips record={record} />
    </li>
  );
}

/** The first destination on one line, and the number of the others, which is never cut. */
function Destination({ record: { destination, destinations, file, rules } }: { record: LinkRecord }) {
  const more = destinations.length - 1 + rules.length;
  const first = file ?? (destination === null ? "" : showUrl(destination));
  return (
    <span class="first-of muted" title={destination ?? ""}>
      <span class="cut">{first}</span>
      {more > 0 && (
        <span title={t("records.more", { count: more })}>
          <span aria-hidden="true">+{sayNumber(more)}</span>
          <span class="aloud">{t("records.more", { count: more })}</span>
        </span>
      )}
    </span>
  );
}

interface Chip {
  text: string;
  kind?: "good" | "warn" | "bad";
}

/** The room for chips in a list, in characters. Each chip has the margins of three. */
const ROOM = 32;
const MARGINS = 3;

/** The states and tags of a record. Problems come first. */
function RecordChips({ record }: { record: LinkRecord }) {
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

function RecordMenu({ record, href }: { record: LinkRecord; href: string }) {
  const [isDeleting, setDeleting] = useState(false);
  const { route } = useLocation();
  const mayWrite = useMay("editor");
  const shown = showUrl(record.url);
  const withTab = (tab: string) => `${href}${href.includes("?") ? "&" : "?"}tab=${tab}`;
  const copy = () =>
    navigator.clipboard.writeText(record.url).then(
      () => announce(t("copy.done")),
      (error: unknown) => showToast(describeError(error)),
    );
  return (
    <>
      <Menu label={t("record.menu", { url: shown })}>
        <MenuItem onChoose={() => route(href)} label={t("action.open")} />
        <MenuItem onChoose={() => void copy()} label={t("action.copy")} />
        <MenuItem onChoose={() => route(withTab("stats"))} label={t("record.tab.stats")} />
        <MenuItem onChoose={() => route(withTab("history"))} label={t("record.tab.history")} />
        <MenuItem href={toExplainHref(sampleOf(record))} label={t("nav.explain")} />
        {record.alias !== "" && <MenuItem onChoose={() => route(withTab("qr"))} label={t("record.tab.qr")} />}
        {mayWrite && (
          <MenuItem
            disabled={record.paused_by === "system"}
            onChoose={() => void setPaused(record, record.paused_by === null)}
            label={record.paused_by === null ? t("action.pause") : t("action.resume")}
          />
        )}
        {mayWrite && <MenuItem isDangerous onChoose={() => setDeleting(true)} label={t("action.delete")} />}
      </Menu>
      {isDeleting && <DeleteDialog record={record} onClose={() => setDeleting(false)} />}
    </>
  );
}

function DeleteDialog({ record, onClose }: { record: LinkRecord; onClose: () => void }) {
  const shown = showUrl(record.url);
  const remove = async () => {
    await call("DELETE", `/links/${record.id}`);
    onClose();
    noteRecordChange({ kind: "deleted", id: record.id });
    showToast(t("record.deleted", { url: shown }));
  };
  return (
    <ConfirmDialog
      title={t("record.deleteTitle")}
      confirmLabel={t("action.delete")}
      isDangerous
      onConfirm={remove}
      onClose={onClose}
    >
      <p class="break">{t("record.deleteText", { url: shown, count: record.total_clicks })}</p>
    </ConfirmDialog>
  );
}

/** Pauses or resumes a record. The page shows the new state at once, and restores the old one if the API refuses. */
async function setPaused(record: LinkRecord, isPaused: boolean): Promise<void> {
  noteRecordChange({ kind: "changed", record: { ...record, paused_by: isPaused ? "user" : null } });
  try {
    const written = await call<LinkRecord>("POST", `/links/${record.id}/${isPaused ? "pause" : "resume"}`);
    noteRecordChange({ kind: "changed", record: written });
    const text = t(isPaused ? "record.paused" : "record.resumed", { url: showUrl(record.url) });
    showToast(text, { label: t("action.undo"), run: () => void setPaused(written, !isPaused) });
  } catch (error) {
    noteRecordChange({ kind: "changed", record });
    showToast(describeError(error));
  }
}
