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
import { type Names, RECORD_KINDS } from "./breakdowns.ts";
import { KeepOne } from "./keep-one.tsx";
import { PeriodPicker } from "./period-picker.tsx";
import { readPeriod, toStatsQuery } from "./period.ts";
import { fromErrors, useStats } from "./read-stats.ts";
import ShareDialog from "../shared/share-dialog.tsx";
import { showUrl } from "../records/show-url.ts";
import { SplitNote } from "./split-note.tsx";

export default function RecordStats({ record }: { record: LinkRecord }) {
  const search = useSearch();
  const period = readPeriod(search.values, Date.now());
  const path = `/links/${record.id}/stats`;
  const query: Query = { ...toStatsQuery(period), previous: true };
  const stats = useStats(path, query);
  const mayShare = useMay("manager");
  const [isSharing, setSharing] = useState(false);
  return (
    <div class="stack">
      <div class="line-apart">
        <PeriodPicker period={period} errors={fromErrors(stats.error)} />
        <div class="line">
          {mayShare && <Button onClick={() => setSharing(true)} label={t("shared.button")} />}
          {stats.data !== undefined && (
            <CsvMenu
              path={path}
              query={query}
              stats={stats.data}
              subject={showUrl(record.url)}
              namesOf={() => ruleNames(record)}
            />
          )}
        </div>
      </div>
      {record.clicks_before > 0 && <p>{t("stats.before", { count: record.clicks_before })}</p>}
      <Loaded read={stats} height="26rem">
        {(data) =>
          data.clicks + data.bots + (data.previous?.clicks ?? 0) === 0 ? (
            <EmptyState title={t("stats.none")} text={t("stats.noneRecordText")}>
              <div class="line">
                <code class="break">{record.url}</code>
                <CopyButton text={record.url} />
              </div>
            </EmptyState>
          ) : (
            <>
              <Numbers stats={data} />
              <ClicksCard stats={data} />
              <Breakdowns record={record} stats={data} />
            </>
          )
        }
      </Loaded>
      {isSharing && (
        <ShareDialog
          record={record.id}
          first={{ name: record.title || showUrl(record.url).slice(0, 100) }}
          onClose={() => setSharing(false)}
        />
      )}
      <Retention />
      <Forget record={record} />
    </div>
  );
}

function Breakdowns({ record, stats }: { record: LinkRecord; stats: Stats }) {
  const ruled = stats.breakdowns.rules.reduce((sum, { clicks }) => sum + clicks, stats.rest.rules);
  const unruled = stats.clicks - ruled;
  const kinds = RECORD_KINDS.filter((kind) => kind !== "rules" || record.rules.length + ruled > 0);
  return (
    <div class="breakdowns">
      {kinds.map((kind) => (
        <BreakdownCard
          key={kind}
          kind={kind}
          stats={stats}
          subject={showUrl(record.url)}
          names={ruleNames(record)}
          {...(kind === "rules" && {
            // Breakdowns cover whole days, so the sum of the hours may be smaller.
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
