import type { ComponentChildren } from "preact";
import { writesOf } from "../../../domain/client/words.ts";
import type { Change } from "../../api/types.ts";
import { Button, ButtonLink } from "../../component/button.tsx";
import { ChangeProgress } from "../../component/change-progress.tsx";
import { Moment } from "../../component/moment.tsx";
import { Warnings } from "../../component/state.tsx";
import { useSearch } from "../../state/page.tsx";
import { useMay } from "../../state/session.ts";
import { t } from "../../text/text.ts";
import { toSearch } from "../../api/client.ts";
import { ApplyButton, useChangeAction } from "./apply-button.tsx";
import { keptReport } from "../import/import-report.ts";
import { Heading, OddRows } from "./left-out.tsx";
import { roleFor } from "./row-fields.ts";

/** The meaning of a change's state, and the possible actions. */
export function ChangePanel({ change, isUndoView }: { change: Change; isUndoView: boolean }) {
  return (
    <section class="card stack" aria-label={t("changes.panel")}>
      {isUndoView ? <UndoPreview change={change} /> : <StateText change={change} />}
      <Warnings texts={change.warnings} codes={change.warning_codes} />
    </section>
  );
}

function StateText({ change }: { change: Change }) {
  const { state, expires_at: expiresAt, undo_conflicts: undoConflicts } = change;
  const writes = writesOf(change.counts);
  const planned = writesOf(change.planned);
  switch (state) {
    case "planned":
      return <Planned change={change} />;
    case "collecting":
      return (
        <Told title={t("changes.collecting")} text={t("changes.collectingText")}>
          <StopButton change={change} label={t("changes.drop")} />
        </Told>
      );
    case "planning":
      return (
        <Told title={t("changes.planning")} text={t("changes.planningText")}>
          <ChangeProgress change={change} />
          <StopButton change={change} label={t("changes.drop")} />
        </Told>
      );
    case "applying":
    case "undoing":
      return (
        <Told
          title={t(`changes.${state}`, { count: state === "applying" ? planned : writes })}
          text={t("changes.runsOn")}
        >
          <ChangeProgress change={change} />
          <StopButton change={change} label={t("changes.stop")} />
        </Told>
      );
    case "applied":
    case "stopped":
      return (
        <Told
          title={t(`changes.${state}`, state === "applied" ? { count: writes } : { writes, count: planned })}
          text={t(`changes.${state}Text`)}
          leavesOut={change}
        >
          <RecordsLink change={change} />
          <UndoLink change={change} />
        </Told>
      );
    case "undone":
      return (
        <Told
          title={t("changes.undone")}
          text={
            undoConflicts > 0 ? t("changes.undoConflicts", { count: undoConflicts }) : t("changes.undoneText")
          }
        />
      );
    case "expired":
      return (
        <Told title={t("changes.expired")} text={t("changes.expiredText")}>
          <Again change={change} />
        </Told>
      );
    default:
      return (
        <Told title={t("changes.failed")} text={expiresAt === null ? t("changes.failedText") : ""}>
          <Again change={change} />
        </Told>
      );
  }
}

interface ToldProps {
  title: string;
  text: string;
  /** The change whose left-out rows the heading names. */
  leavesOut?: Change;
  children?: ComponentChildren;
}

function Told({ title, text, leavesOut, children }: ToldProps) {
  return (
    <>
      <div class="stack-small">
        {leavesOut === undefined ? <h2>{title}</h2> : <Heading change={leavesOut} title={title} />}
        {text !== "" && <p>{text}</p>}
      </div>
      {children}
    </>
  );
}

function Planned({ change }: { change: Change }) {
  const writes = writesOf(change.counts);
  const { deleted } = change.counts;
  return (
    <>
      <div class="stack-small">
        <Heading
          change={change}
          title={
            writes === 0
              ? t("changes.plannedNothing")
              : t(deleted === writes ? "changes.plannedDeletes" : "changes.planned", { count: writes })
          }
        />
        <p>{t(writes === 0 ? "changes.plannedNothingText" : "changes.plannedText")}</p>
        <OddRows change={change} />
        {deleted > 0 && deleted < writes && (
          <p class="bad">{t("changes.plannedDeletes", { count: deleted })}</p>
        )}
        {writes > 0 && change.expires_at !== null && (
          <p class="small muted">
            {t("changes.waitsUntil")} <Moment at={change.expires_at} />
          </p>
        )}
      </div>
      <div class="line">
        {writes > 0 && <ApplyButton change={change} />}
        <StopButton change={change} label={t("changes.drop")} />
      </div>
      <Remedy change={change} />
    </>
  );
}

function StopButton({ change, label }: { change: Change; label: string }) {
  const mayWrite = useMay("editor");
  const { isBusy, run } = useChangeAction(change);
  if (!mayWrite) return null;
  return (
    <div>
      <Button disabled={isBusy} onClick={() => void run("stop")} label={label} />
    </div>
  );
}

/** Leads from an import to its records in the list: by a tag that all of them got, else by their hostname. */
function RecordsLink({ change }: { change: Change }) {
  const written = change.counts.created + change.counts.changed;
  const filter = keptReport(change.id)?.filter;
  if (filter === undefined || written === 0) return null;
  return (
    <div>
      <ButtonLink href={`/links${toSearch(filter)}`} label={t("changes.seeRecords", { count: written })} />
    </div>
  );
}

function UndoLink({ change }: { change: Change }) {
  const search = useSearch();
  if (change.undo_until === null || writesOf(change.counts) === 0)
    return <p class="muted">{t("changes.noUndo")}</p>;
  return (
    <div class="line">
      <ButtonLink
        href={search.at(`/changes/${change.id}`, { view: "undo", cursor: undefined })}
        label={t("changes.undo")}
      />
      <span class="small muted">
        {t("changes.undoUntil")} <Moment at={change.undo_until} />
      </span>
    </div>
  );
}

function UndoPreview({ change }: { change: Change }) {
  const search = useSearch();
  const role = roleFor(change);
  const mayUndo = useMay(role);
  const { isBusy, run } = useChangeAction(change);
  const { created, changed, deleted } = change.counts;
  const path = `/changes/${change.id}`;
  const home = search.at(path, { view: undefined, cursor: undefined });
  const undo = async () => {
    const isDone = await run("undo");
    // The user may have gone elsewhere meanwhile (contract 32.39).
    if (isDone && location.pathname === path) search.set({ view: undefined });
  };
  return (
    <>
      <div class="stack-small">
        <h2>{t("changes.undoTitle", { count: writesOf(change.counts) })}</h2>
        <ul class="fact-list">
          {changed > 0 && <li>{t("changes.undoChanged", { count: changed })}</li>}
          {deleted > 0 && <li>{t("changes.undoDeleted", { count: deleted })}</li>}
          {created > 0 && <li class="bad">{t("changes.undoCreated", { count: created })}</li>}
          <li>{t("changes.undoEdited")}</li>
        </ul>
      </div>
      <div class="line">
        {mayUndo ? (
          <Button
            kind={created > 0 ? "bad" : "main"}
            disabled={isBusy}
            onClick={() => void undo()}
            label={t("changes.undoNow", { count: writesOf(change.counts) })}
          />
        ) : (
          <p class="muted">{t("changes.needsRole", { role: t(`role.${role}`) })}</p>
        )}
        <ButtonLink kind="plain" href={home} label={t("action.cancel")} />
      </div>
    </>
  );
}

/** How rows that are left out could be written: with other options, or in place of the records that are there. */
function Remedy({ change }: { change: Change }) {
  const { kind, counts } = change;
  const inUse = kind === "create" ? counts.conflicts : 0;
  return (
    <>
      {inUse > 0 && (
        <div class="line">
          <span>{t("changes.inUse", { count: inUse })}</span>
          <ButtonLink
            href={`/import?change=${change.id}&mode=upsert`}
            label={t("changes.changeThem", { count: inUse })}
          />
        </div>
      )}
      {(counts.invalid > 0 || (inUse === 0 && writesOf(counts) === 0)) && <Again change={change} />}
    </>
  );
}

function Again({ change }: { change: Change }) {
  const isOfRows = change.kind !== "edit" && change.kind !== "delete";
  return (
    <div>
      <ButtonLink
        href={isOfRows ? `/import?change=${change.id}` : "/links"}
        label={t(isOfRows ? "changes.importAgain" : "changes.selectAgain")}
      />
    </div>
  );
}
