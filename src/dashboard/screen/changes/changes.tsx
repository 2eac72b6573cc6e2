import { Pager, Tabs } from "../../component/tabs.tsx";
import { ButtonLink } from "../../component/button.tsx";
import { useRoute } from "preact-iso";
import { ASK } from "../../first-asks.ts";
import { ApiError } from "../../api/client.ts";
import { type Read, refresh, useAsk, useGet } from "../../api/query.ts";
import type { Change, Page } from "../../api/types.ts";
import { ChangeProgress, ChangeState } from "../../component/change-progress.tsx";
import { EmptyState, Loading } from "../../component/state.tsx";
import { Ago, Moment } from "../../component/moment.tsx";
import { isAtWork } from "../../state/change-task.ts";
import { useSearch, useTitle } from "../../state/page.tsx";
import { useMay } from "../../state/session.ts";
import { t } from "../../text/text.ts";
import { describeChange, describeExample } from "./row-fields.ts";
import { writesOf } from "../../../domain/client/words.ts";
import { useEffect, useRef } from "preact/hooks";
import { noteRecordChange } from "../../state/record-change.ts";
import { announce } from "../../state/toast.ts";
import { ActivityList, Views } from "./activity-list.tsx";
import { ChangePanel } from "./change-panel.tsx";
import { ChangeRows } from "./change-rows.tsx";

/** The states of each tab. The address contains the name of the tab. */
const TABS = {
  all: undefined,
  open: "planned",
  running: ASK.runningChanges[1]["filter[state]"],
  applied: "applied,stopped",
  undone: "undone",
  ended: "expired,failed",
} as const;
type Tab = keyof typeof TABS;

const RUNNING_MS = 2_000;
const IDLE_MS = 30_000;

export default function Changes() {
  const { id } = useRoute().params;
  if (id === "activity") return <ActivityList />;
  return id === undefined ? <ChangeList /> : <ChangeDetail key={id} id={id} />;
}

/** The changes of the workspace, the newest first. Running changes are on top. */
function ChangeList() {
  const heading = useTitle(t("nav.changes"));
  const search = useSearch();
  const mayWrite = useMay("editor");
  const wanted = search.values["state"] ?? "";
  const tab: Tab = wanted in TABS ? (wanted as Tab) : "all";
  const cursor = search.values["cursor"];
  const changes = useGet<Page<Change>>(["changes", tab, cursor ?? ""], "/changes", {
    query: { ...ASK.changes[1], cursor, "filter[state]": TABS[tab] },
    keepsPrevious: true,
    againMs: (page) => (page?.data.some(isAtWork) === true ? RUNNING_MS : IDLE_MS),
  });
  const running = useAsk<Page<Change>>(["changes", "top"], ASK.runningChanges, {
    isEnabled: tab === "all" && cursor === undefined,
    againMs: (page) => (page?.data.some(isAtWork) === true ? RUNNING_MS : IDLE_MS),
  });
  const onTop = tab === "all" && cursor === undefined ? (running.data?.data ?? []) : [];
  const topIds = new Set(onTop.map(({ id }) => id));
  const rest = changes.data?.data.filter(({ id }) => !topIds.has(id)) ?? [];
  return (
    <div class="stack">
      <div class="line-apart">
        {heading}
        {mayWrite && <ButtonLink href="/import" label={t("changes.import")} />}
      </div>
      <Views current="changes" />
      <Tabs
        label={t("changes.tabs")}
        names={Object.keys(TABS) as Tab[]}
        current={tab}
        hrefOf={(name) => (name === "all" ? "/changes" : `/changes?state=${name}`)}
        textOf={(name) => t(`changes.tab.${name}`)}
        wraps
      />
      {onTop.length > 0 && (
        <section class="stack-small" aria-label={t("changes.tab.running")}>
          <ChangeItems changes={onTop} />
        </section>
      )}
      {changes.data === undefined ? (
        <Loading read={changes} lines={6} height="4.25rem" />
      ) : rest.length + onTop.length === 0 ? (
        <NoChanges isFiltered={tab !== "all"} mayWrite={mayWrite} />
      ) : (
        <>
          {rest.length > 0 && <ChangeItems changes={rest} />}
          <Pager cursor={changes.data.meta.cursor} hrefOf={(to) => search.at("/changes", { cursor: to })} />
        </>
      )}
    </div>
  );
}

function NoChanges({ isFiltered, mayWrite }: { isFiltered: boolean; mayWrite: boolean }) {
  if (isFiltered) {
    return (
      <EmptyState title={t("changes.noMatch")}>
        <ButtonLink href="/changes" label={t("changes.showAll")} />
      </EmptyState>
    );
  }
  return (
    <EmptyState title={t("changes.none")}>
      <p>{t("changes.noneText")}</p>
      {mayWrite && (
        <div class="line">
          <ButtonLink kind="main" href="/links" label={t("changes.select")} />
          <ButtonLink href="/import" label={t("changes.import")} />
        </div>
      )}
    </EmptyState>
  );
}

function ChangeItems({ changes }: { changes: Change[] }) {
  return (
    <ul class="table-box change-list">
      {changes.map((change) => (
        <li key={change.id}>
          <div class="change-what">
            <a class="break" href={`/changes/${change.id}`}>
              {describeChange(change)}
            </a>
            <div class="cut small muted">{describeExample(change)}</div>
          </div>
          <div class="small muted">
            <ChangeCounts change={change} />
            <ChangeProgress change={change} />
          </div>
          <div class="small muted change-who">
            <div class="cut">{change.created_by.name}</div>
            <Ago at={change.created_at} />
          </div>
          <div class="change-state">
            <ChangeState change={change} />
          </div>
        </li>
      ))}
    </ul>
  );
}

const WRITTEN = ["created", "changed", "deleted"] as const;
const LEFT = ["invalid", "conflicts"] as const;

/** The numbers of records that a change affects, in one line; with those of its plan if it has not written all. */
function ChangeCounts({ change: { counts, planned, state } }: { change: Change }) {
  const isOnlyPlanned = state === "planning" || state === "planned" || state === "expired";
  const part = isOnlyPlanned ? "plan" : "count";
  const parts = [
    ...WRITTEN.filter((name) => counts[name] > 0).map((name) =>
      t(`changes.${part}.${name}`, { count: counts[name] }),
    ),
    ...LEFT.filter((name) => counts[name] > 0).map((name) =>
      t(`changes.count.${name}`, { count: counts[name] }),
    ),
  ];
  const text = parts.length === 0 ? t("changes.count.nothing") : parts.join(" · ");
  const total = writesOf(planned);
  return <div>{writesOf(counts) < total ? t("changes.count.ofPlanned", { text, count: total }) : text}</div>;
}

const AGAIN_MS = 1_000;

/** One change: its effect on each record, its progress, and its actions. */
function ChangeDetail({ id }: { id: string }) {
  const search = useSearch();
  const change = useGet<Change>(["changes", id], `/changes/${encodeURIComponent(id)}`, {
    againMs: (data) => (data !== undefined && isAtWork(data) ? AGAIN_MS : false),
  });
  const { data } = change;
  const heading = useTitle(data === undefined ? t("nav.changes") : describeChange(data));
  useStateNews(data);
  const isUndoView = search.values["view"] === "undo" && (data?.undo_until ?? null) !== null;
  return (
    <div class="stack">
      <div class="stack-small">
        <BackLink check={search.values["check"]} />
        <div class="line-apart">
          {heading}
          {data !== undefined && <ChangeState change={data} />}
        </div>
        {data !== undefined && (
          <p class="muted small">
            {t("changes.by", { name: data.created_by.name })} <Moment at={data.created_at} />
          </p>
        )}
      </div>
      {data === undefined ? (
        <Missing read={change} />
      ) : (
        <>
          <ChangePanel change={data} isUndoView={isUndoView} />
          <ChangeRows change={data} isUndoView={isUndoView} />
        </>
      )}
    </div>
  );
}

/** The way back: to the check that the change repairs, or to the list. */
function BackLink({ check }: { check: string | undefined }) {
  return (
    <a class="small" href={check === undefined ? "/changes" : `/check/${check}`}>
      {t(check === undefined ? "changes.back" : "changes.backToCheck")}
    </a>
  );
}

function Missing({ read }: { read: Read<Change> }) {
  const { error } = read;
  if (error instanceof ApiError && error.status === 404) {
    return (
      <EmptyState title={t("changes.gone")}>
        <ButtonLink href="/changes" label={t("changes.showAll")} />
      </EmptyState>
    );
  }
  return <Loading read={read} lines={4} height="6rem" />;
}

/** Announces the end of a change to screen readers, and refreshes the lists of records after a write. */
function useStateNews(change: Change | undefined): void {
  const seen = useRef<Change["state"] | undefined>(undefined);
  const state = change?.state;
  useEffect(() => {
    const before = seen.current;
    seen.current = state;
    if (state === undefined || before === undefined || before === state) return;
    announce(t(`change.state.${state}`));
    if (state === "applied" || state === "undone" || state === "stopped") noteRecordChange({ kind: "other" });
    void refresh("changes", "change-rows");
  }, [state]);
}
