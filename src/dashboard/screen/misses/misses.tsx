import { SaveCsv } from "../../component/save-csv.tsx";
import { Tabs } from "../../component/tabs.tsx";
import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { MISS_STATES } from "../../../domain/client/words.ts";
import { call, type Query, takeAnswered } from "../../api/client.ts";
import { useGet } from "../../api/query.ts";
import { namesOf, useHosts } from "../../api/shared-reads.ts";
import { ASK, ROWS_A_PAGE } from "../../first-asks.ts";
import type { Change, Host, Miss, Page } from "../../api/types.ts";
import { Button, ButtonLink } from "../../component/button.tsx";
import { SelectField } from "../../component/field.tsx";
import { EmptyState, ErrorState } from "../../component/state.tsx";
import { followChanges, linkTo } from "../../state/change-task.ts";
import { useSearch, useTitle } from "../../state/page.tsx";
import { showToast } from "../../state/toast.ts";
import { dateLanguage, t } from "../../text/text.ts";
import { type RecordPages, usePages } from "../records/record-pages.ts";
import { useMayConnect } from "../hosts/host-form.ts";
import { HostDrawer } from "./host-drawer.tsx";
import {
  countProbes,
  isAnswerable,
  keptSince,
  KINDS,
  type MissedRow,
  type MissFilter,
  readMissFilter,
  toCurrentRows,
  toMissedRows,
  toMissQuery,
} from "./missed-row.ts";
import { MissBulk } from "./miss-bulk.tsx";
import { MissList } from "./miss-list.tsx";
import { type Resolution, ResolveDialog } from "./resolve-dialog.tsx";
import type { Remedy } from "./resolve-plan.ts";

const SUGGESTED_MS = 4_000;

export default function Misses() {
  const heading = useTitle(t("nav.misses"));
  const search = useSearch();
  const filter = readMissFilter(search.values);
  const query = toMissQuery(filter);
  const first = { ...query, per_page: ROWS_A_PAGE };
  const [pages, reload] = usePages<MissedRow>(
    JSON.stringify(query),
    async (cursor, signal) =>
      toMissedRows(
        await call("GET", "/misses", { query: { ...first, cursor: cursor ?? undefined }, signal }),
      ),
    () => {
      const page = takeAnswered<Page<Miss>>("/misses", first);
      return page && toMissedRows(page);
    },
  );
  const hosts = useHosts();
  const [selected, setSelected] = useState<ReadonlyMap<string, MissedRow>>(new Map());
  const [asked, setAsked] = useState<{ remedy: Remedy; rows: MissedRow[] } | null>(null);
  useLayoutEffect(() => setSelected(new Map()), [pages]);
  useSuggestions(pages, query);
  const settings = search.values["settings"];
  const names = namesOf(hosts);
  const chosen = toCurrentRows(selected.values(), pages.loaded());
  const done = (remedy: Remedy, { changes, count, refusal }: Resolution) => {
    reload();
    if (remedy === "ignore" || remedy === "open") showToast(t(`misses.${remedy}.done`, { count }));
    else void follow({ changes, count, refusal }, reload);
  };
  return (
    <div class="stack">
      <div class="line-apart">
        {heading}
        <div class="line">
          {names.length > 0 && (
            <Button
              onClick={() => search.set({ settings: filter.host || names[0] })}
              label={t("misses.settings")}
            />
          )}
          <SaveCsv path="/misses" query={query} name="misses.csv" />
        </div>
      </div>
      <Tabs
        label={t("misses.states")}
        names={MISS_STATES}
        current={filter.state}
        hrefOf={(state) => search.at("/misses", { state: state === "open" ? undefined : state })}
        textOf={(state) => t(`misses.state.${state}`)}
      />
      <Filters filter={filter} names={names} />
      {!pages.isEmpty && (
        <p class="small muted">
          {filter.state === "open" && <>{t("misses.minimum")} </>}
          {t("misses.visitors")}
        </p>
      )}
      {pages.isEmpty ? (
        <NoMisses filter={filter} hosts={hosts.data?.data} />
      ) : (
        <MissList
          pages={pages}
          filter={filter}
          selected={selected}
          onSelect={setSelected}
          onResolve={(remedy, rows) => setAsked({ remedy, rows })}
        />
      )}
      {pages.error !== null && <ErrorState error={pages.error} onRetry={() => pages.retry()} />}
      <Probes host={filter.host} />
      {selected.size > 0 && (
        <MissBulk
          rows={chosen}
          state={filter.state}
          onResolve={(remedy) => setAsked({ remedy, rows: chosen })}
          onClear={() => setSelected(new Map())}
        />
      )}
      {asked !== null && (
        <ResolveDialog
          {...asked}
          onClose={() => setAsked(null)}
          onDone={(resolution) => done(asked.remedy, resolution)}
        />
      )}
      {settings !== undefined && (
        <HostDrawer
          host={settings}
          hosts={names.includes(settings) ? names : [settings, ...names]}
          onHost={(host) => search.set({ settings: host }, { replaces: true })}
          onClose={() => {
            search.set({ settings: undefined });
            // A new sitemap may have produced new suggestions.
            reload();
          }}
        />
      )}
    </div>
  );
}

function useSuggestions(pages: RecordPages<MissedRow>, query: Query): void {
  const rows = Array.from({ length: Math.min(pages.count, ROWS_A_PAGE) }, (_, index) => pages.rowAt(index));
  const isWaiting = rows.some((row) => row !== undefined && isAnswerable(row) && row.suggestions === null);
  const read = useGet<Page<Miss>>(["misses", "first", JSON.stringify(query)], "/misses", {
    query: { ...query, per_page: ROWS_A_PAGE },
    isEnabled: isWaiting,
    againMs: () => (isWaiting ? SUGGESTED_MS : false),
  });
  useEffect(() => {
    if (read.data !== undefined) for (const row of toMissedRows(read.data).data) pages.replace(row);
  }, [read.data]);
}

/** Reports the result for the paths after the changes have ended, and offers to undo them. */
async function follow({ changes, count, refusal }: Resolution, reload: () => void): Promise<void> {
  const [first] = changes;
  if (first === undefined) return;
  if (changes.some(({ state }) => state !== "applied")) {
    showToast(t("misses.working", { count }), undefined, linkTo(first));
  }
  const say = (ended: Change[]) => {
    const made = ended.reduce((sum, { counts }) => sum + counts.created, 0);
    if (made === count) return t("misses.done", { count });
    return refusal === null
      ? t("misses.doneSome", { count, made })
      : t("misses.refused", { count, made, reason: refusal });
  };
  await followChanges(changes, say, reload);
}

function Filters({ filter, names }: { filter: MissFilter; names: string[] }) {
  const search = useSearch();
  const known = filter.host === "" || names.includes(filter.host) ? names : [filter.host, ...names];
  return (
    <div class="filters">
      <SelectField
        label={t("filter.host")}
        value={filter.host}
        none={t("filter.any")}
        options={known}
        onValue={(host) => search.set({ host: host || undefined })}
      />
      <SelectField
        label={t("misses.filter.kind")}
        value={filter.kind ?? ""}
        none={t("filter.any")}
        options={KINDS.map((kind) => ({ value: kind, label: t(`misses.kind.${kind}`) }))}
        onValue={(kind) => search.set({ kind: kind || undefined })}
      />
      <SelectField
        label={t("misses.filter.sort")}
        value={filter.sort}
        options={[
          { value: "-visits", label: t("misses.sort.visits") },
          { value: "-last_at", label: t("misses.sort.last") },
        ]}
        onValue={(sort) => search.set({ sort: sort === "-visits" ? undefined : sort })}
      />
    </div>
  );
}

function Probes({ host }: { host: string }) {
  const read = useGet<Page<Miss>>(["misses", "probes", host], "/misses", {
    query: { ...ASK.probes[1], "filter[host]": host },
  });
  const count = read.data === undefined ? 0 : countProbes(read.data);
  if (count === 0) return null;
  return (
    <p class="small muted">
      {t("misses.probes", { count })} {t("misses.probes.text")}
    </p>
  );
}

function NoMisses({ filter, hosts }: { filter: MissFilter; hosts: Host[] | undefined }) {
  const search = useSearch();
  const { host, kind, state } = filter;
  const mayConnect = useMayConnect();
  if (kind !== null) {
    return (
      <EmptyState title={t("misses.none.match")}>
        <ButtonLink href={search.at("/misses", { kind: undefined })} label={t("misses.none.everybody")} />
      </EmptyState>
    );
  }
  if (state !== "open") {
    return (
      <EmptyState title={t(`misses.none.${state}`)} text={t(`misses.none.${state}Text`)}>
        <ButtonLink href={search.at("/misses", { state: undefined })} label={t("misses.none.seeOpen")} />
      </EmptyState>
    );
  }
  if (hosts?.length === 0) {
    return (
      <EmptyState title={t("misses.none.host")} text={t("misses.none.hostText")}>
        {mayConnect && <ButtonLink kind="main" href="/hosts/new" label={t("misses.none.connect")} />}
      </EmptyState>
    );
  }
  const one = hosts?.find((known) => known.host === host);
  if (one?.misses === "off") {
    return (
      <EmptyState title={t("misses.none.off", { host })}>
        <ButtonLink
          kind="main"
          href={search.at("/misses", { settings: host })}
          label={t("misses.none.switchOn")}
        />
      </EmptyState>
    );
  }
  const since = keptSince(one === undefined ? (hosts ?? []) : [one], Date.now());
  const day = new Intl.DateTimeFormat(dateLanguage(), { dateStyle: "long" });
  return (
    <EmptyState title={t("misses.none.open", { day: day.format(since) })} text={t("misses.none.openText")}>
      <ButtonLink href="/check" label={t("misses.none.check")} />
    </EmptyState>
  );
}
