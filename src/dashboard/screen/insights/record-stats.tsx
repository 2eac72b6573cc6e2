import { useState } from "preact/hooks";
import { call, type Query } from "../../api/client.ts";
import { refresh } from "../../api/query.ts";
import type { LinkRecord, Stats } from "../../api/types.ts";
import { Button, CopyButton } from "../../component/button.tsx";
import { ConfirmDialog } from "../../component/dialog.tsx";
import { EmptyState, Loaded } from "../../component/state.tsx";
import { noteRecordChange } from "../../state/record-change.ts";
import { useSearch } from "../../state/page.tsx";
import { useMay } from "../../state/session.ts";
import { showToast } from "../../state/toast.ts";
import { t } from "../../text/text.ts";
import { BreakdownCard, ClicksCard, Numbers, Retention } from "./stats-cards.tsx";
import { CsvMenu } from "./csv-menu.tsx";
import { allClicks, type Names, readValue, RECORD_KINDS, valueFilter } from "./breakdowns.ts";
import { ConversionsCard } from "./conversions-card.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { HoursCard } from "./hours-card.tsx";
import { KeepOne } from "./keep-one.tsx";
import { PeriodPicker } from "./period-picker.tsx";
import { readPeriod, toStatsQuery } from "./period.ts";
import { BesideNote } from "./beside-note.tsx";
import { useBeside } from "./use-beside.ts";
import { useFilterLink } from "./use-filter-link.ts";
import type { Beside } from "./versus.ts";
import { VersusPicker } from "./versus-picker.tsx";
import { fromErrors, useStats } from "./read-stats.ts";
import { ShareButton } from "../share/share-dialog.tsx";
import { showUrl } from "../records/show-url.ts";
import { SplitNote } from "./split-note.tsx";

export default function RecordStats({ record }: { record: LinkRecord }) {
  const search = useSearch();
  const period = readPeriod(search.values, Date.now());
  const path = `/links/${record.id}/stats`;
  const chosen = readValue(search.values);
  const query: Query = {
    ...toStatsQuery(period),
    value: chosen === null ? undefined : search.values["value"],
    previous: true,
  };
  const stats = useStats(path, query);
  const beside = useBeside(path, query, period, record);
  return (
    <div class="stack filtered">
      <div class="line-apart">
        <PeriodPicker period={period} errors={fromErrors(stats.error)}>
          <VersusPicker period={period} errors={fromErrors(beside.read.error)} record={record} />
        </PeriodPicker>
        <div class="line">
          {stats.data !== undefined && (
            <CsvMenu
              path={path}
              query={query}
              stats={stats.data}
              subject={[showUrl(record.url), chosen?.value ?? ""].join(" ")}
              namesOf={() => ruleNames(record)}
            />
          )}
          <ShareButton
            record={record.id}
            first={{ name: record.title || showUrl(record.url).slice(0, 100) }}
          />
        </div>
      </div>
      <FilterBar chosen={chosen} names={ruleNames(record)} />
      {record.clicks_before > 0 && <p>{t("stats.before", { count: record.clicks_before })}</p>}
      <Loaded read={stats} height="26rem">
        {(data) =>
          allClicks(data) + data.bots + (data.previous?.clicks ?? 0) === 0 && beside.versus === null ? (
            <EmptyState title={t("stats.none")} text={t("stats.noneRecordText")}>
              <div class="line">
                <code class="break">{record.url}</code>
                <CopyButton text={record.url} />
              </div>
            </EmptyState>
          ) : (
            <>
              <Numbers stats={data} beside={beside.of(data)} isNarrowed={chosen !== null} />
              <ClicksCard stats={data} beside={beside.of(data)} />
              <HoursCard path={path} filter={{}} period={period} isNarrowed={chosen !== null} />
              <ConversionsCard stats={data} record={record} isNarrowed={chosen !== null} />
              <BesideNote found={beside} beside={beside.of(data)} />
              <Breakdowns
                record={record}
                stats={data}
                beside={beside.of(data)}
                // Rules have names within their record alone.
                isSameRecord={beside.versus?.kind !== "record"}
              />
            </>
          )
        }
      </Loaded>
      <Retention />
      <Forget record={record} />
    </div>
  );
}

interface BreakdownsProps {
  record: LinkRecord;
  stats: Stats;
  beside: Beside | null;
  isSameRecord: boolean;
}

function Breakdowns({ record, stats, beside, isSameRecord }: BreakdownsProps) {
  const filterLink = useFilterLink();
  const ruled = stats.breakdowns.rules.reduce((sum, { clicks }) => sum + clicks, stats.rest.rules);
  const unruled = allClicks(stats) - ruled;
  const kinds = RECORD_KINDS.filter((kind) => kind !== "rules" || record.rules.length + ruled > 0);
  return (
    <div class="breakdowns">
      {kinds.map((kind) => (
        <BreakdownCard
          key={kind}
          kind={kind}
          stats={stats}
          subject={showUrl(record.url)}
          linkOf={(value) => filterLink(valueFilter(kind, value))}
          beside={kind !== "rules" || isSameRecord ? beside : null}
          names={ruleNames(record)}
          {...(kind === "rules" && {
            more: unruled > 0 && ruled > 0 ? [{ key: "", label: t("value.noRule"), value: unruled }] : [],
          })}
        >
          {kind === "destinations" && (
            <>
              <SplitNote record={record} stats={stats} />
              <KeepOne record={record} />
            </>
          )}
        </BreakdownCard>
      ))}
    </div>
  );
}

function ruleNames({ rules }: LinkRecord): Names {
  return new Map(rules.map(({ id, name }, index) => [id, name || t("rules.number", { number: index + 1 })]));
}

/** The button that deletes the clicks of a record. Users below the role of manager do not see it. */
function Forget({ record }: { record: LinkRecord }) {
  const [isAsking, setAsking] = useState(false);
  if (!useMay("manager")) return null;
  const forget = async () => {
    await call("DELETE", `/links/${record.id}/stats`);
    showToast(t("forget.done"));
    noteRecordChange({ kind: "changed", record: { ...record, total_clicks: 0 } });
    await refresh("stats", "record");
  };
  return (
    <div>
      <Button kind="bad" onClick={() => setAsking(true)} label={t("forget.button")} />
      {isAsking && (
        <ConfirmDialog
          title={t("forget.title")}
          confirmLabel={t("forget.confirm")}
          isDangerous
          onConfirm={() => forget().finally(() => setAsking(false))}
          onClose={() => setAsking(false)}
          text={t("forget.text", { count: record.total_clicks })}
        />
      )}
    </div>
  );
}
