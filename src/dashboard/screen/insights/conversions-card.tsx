import type { LinkRecord, Stats } from "../../api/types.ts";
import { sayNumber, sayPercent, t } from "../../text/text.ts";
import { showUrl } from "../records/show-url.ts";
import { labelOf } from "./breakdowns.ts";
import { judgeShares, shareOf } from "./interval.ts";

type Conversion = Stats["conversions"][number];

interface CardProps {
  stats: Stats;
  /** The only record whose conversions these are. */
  record?: LinkRecord;
  /** Says whether the clicks are those with one value, which conversions cannot be narrowed to. */
  isNarrowed: boolean;
}

/** What came of the clicks, by name; of one record also how often at each destination, and how sure that is. */
export function ConversionsCard({ stats, record, isNarrowed }: CardProps) {
  const { conversions } = stats;
  if (conversions.length === 0) return null;
  return (
    <section class="card stack-small" aria-label={t("conversions.title")}>
      <h2>{t("conversions.title")}</h2>
      {conversions.map((conversion) => (
        <div key={conversion.name} class="stack-small">
          <strong class="break">{sayTotal(conversion)}</strong>
          {record !== undefined && <Rates conversion={conversion} stats={stats} record={record} />}
          <Origins conversion={conversion} record={record} />
        </div>
      ))}
      <p class="small muted">
        {isNarrowed && `${t("conversions.valueNote")} `}
        {t("conversions.note")}
      </p>
    </section>
  );
}

function sayTotal({ name, count, value }: Pick<Conversion, "name" | "count" | "value">): string {
  const values = { name, count: sayNumber(count) };
  return value === 0
    ? t("conversions.plain", values)
    : t("conversions.total", { ...values, value: sayNumber(value) });
}

const ORIGINS = ["utm_campaign", "sources", "rules"] as const;

/** Where the clicks came from. Rules have names where their record is known. */
function Origins({ conversion, record }: { conversion: Conversion; record: LinkRecord | undefined }) {
  const rules = new Map(record?.rules.map(({ id, name }) => [id, name || t("value.noName")]));
  const said = ORIGINS.flatMap((kind) => {
    const known = kind === "rules" ? conversion.rules.filter(({ of }) => rules.has(of)) : conversion[kind];
    if (known.every(({ of }) => of === "")) return [];
    const parts = known.map(({ of, count, value }) =>
      sayTotal({ name: kind === "rules" ? (rules.get(of) ?? of) : labelOf(kind, of), count, value }),
    );
    return [[t(`breakdown.${kind}`), parts.join(" · ")]];
  });
  return said.map(([kind, text]) => (
    <span key={kind} class="small break">
      <span class="muted">{kind}:</span> {text}
    </span>
  ));
}

interface RatesProps {
  conversion: Conversion;
  stats: Stats;
  record: LinkRecord;
}

function Rates({ conversion, stats, record }: RatesProps) {
  const converted = new Map(conversion.destinations.map((one) => [one.of, one]));
  const clicked = new Map(stats.breakdowns.destinations.map((one) => [one.value, one.clicks]));
  const rates = [...new Set(record.destinations)].flatMap((url) => {
    const clicks = clicked.get(url) ?? 0;
    const { count = 0, value = 0 } = converted.get(url) ?? {};
    // A click of the days before may have been reported in these.
    return clicks === 0 ? [] : [{ url, clicks, count, value, ...shareOf(Math.min(count, clicks), clicks) }];
  });
  if (rates.length === 0) return null;
  return (
    <>
      <ul class="small">
        {rates.map(({ url, clicks, count, value, share, low, high }) => (
          <li key={url} class="break">
            {t("conversions.share", {
              destination: showUrl(url),
              count: sayNumber(count),
              clicks: sayNumber(clicks),
              share: sayPercent(share, 1),
              low: sayPercent(low, 1),
              high: sayPercent(high, 1),
            })}
            {value > 0 && <> · {t("conversions.worth", { value: sayNumber(value) })}</>}
          </li>
        ))}
      </ul>
      {rates.length > 1 && <p class="small">{t(`conversions.${judgeShares(rates)}`)}</p>}
    </>
  );
}
