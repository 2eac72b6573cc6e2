import { useRoute } from "preact-iso";
import { call } from "../../api/client.ts";
import { useRead } from "../../api/query.ts";
import type { Change, Page } from "../../api/types.ts";
import { ChangeProgress, ChangeState } from "../../component/change-progress.tsx";
import { Loading } from "../../component/loaded.tsx";
import { Ago } from "../../component/moment.tsx";
import { Pager } from "../../component/pager.tsx";
import { EmptyState } from "../../component/state.tsx";
import { isAtWork } from "../../state/change-task.ts";
import { useSearch } from "../../state/search.ts";
import { useMay } from "../../state/session.ts";
import { useTitle } from "../../state/title.tsx";
import { t } from "../../text/text.ts";
import { describeChange, describeExample, RUNNING } from "./describe-change.ts";
import { ChangeCounts } from "./change-counts.tsx";
import { ChangeDetail } from "./change-detail.tsx";

/** The states of each tab. The address contains the name of the tab. */
const TABS = {
  all: undefined,
  open: "planned",
  running: RUNNING.join(","),
  applied: "applied,stopped",
  undone: "undone",
  ended: "expired,failed",
} as const;
type Tab = keyof typeof TABS;

const PER_PAGE = 30;
const RUNNING_MS = 2_000;
const IDLE_MS = 30_000;

export default function Changes() {
  const { id } = useRoute().params;
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
  const changes = useRead<Page<Change>>({
    key: ["changes", tab, cursor ?? ""],
    read: (signal) =>
      call("GET", "/changes", { query: { per_page: PER_PAGE, cursor, "filter[state]": TABS[tab] }, signal }),
    keepsPrevious: true,
    againMs: (page) => (page?.data.some(isAtWork) === true ? RUNNING_MS : IDLE_MS),
  });
  const running = useRead<Page<Change>>({
    key: ["changes", "top"],
    read: (signal) =>
      call("GET", "/changes", { query: { per_page: 10, "filter[state]": TABS.running }, signal }),
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
        {mayWrite && (
          <a class="button" href="/import">
            {t("changes.import")}
          </a>
        )}
      </div>
      <nav class="tabs tabs-wrap" aria-label={t("changes.tabs")}>
        {(Object.keys(TABS) as Tab[]).map((name) => (
          <a
            key={name}
            href={name === "all" ? "/changes" : `/changes?state=${name}`}
            {...(name === tab && { "aria-current": "page" as const })}
          >
            {t(`changes.tab.${name}`)}
          </a>
        ))}
      </nav>
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
        <a class="button" href="/changes">
          {t("changes.showAll")}
        </a>
      </EmptyState>
    );
  }
  return (
    <EmptyState title={t("changes.none")}>
      <p>{t("changes.noneText")}</p>
      {mayWrite && (
        <div class="line">
          <a class="button button-main" href="/links">
            {t("changes.select")}
          </a>
          <a class="button" href="/import">
            {t("changes.import")}
          </a>
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
            <ChangeState state={change.state} />
          </div>
        </li>
      ))}
    </ul>
  );
}
