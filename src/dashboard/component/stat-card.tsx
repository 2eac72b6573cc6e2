import { currentLanguage, sayNumber, t } from "../text/text.ts";

interface StatProps {
  label: string;
  value: number | undefined;
  /** Says whether counting continues, so that the number is a minimum. */
  isRefreshing?: boolean;
  previous?: number | undefined;
  /** The name of what `previous` is of, if that is not the period before. */
  beside?: string | undefined;
  href?: string;
}

export function StatCard({ label, value, isRefreshing = false, previous, beside, href }: StatProps) {
  const content = (
    <>
      <span class="muted">{label}</span>
      <span class="stat-number">
        {value === undefined ? (
          <span class="skeleton" style={{ blockSize: "2.1rem", inlineSize: "5rem" }} />
        ) : (
          <Count value={value} isRefreshing={isRefreshing} />
        )}
      </span>
      {previous !== undefined && value !== undefined && (
        <Change value={value} previous={previous} beside={beside} />
      )}
    </>
  );
  return href === undefined ? (
    <div class="stat">{content}</div>
  ) : (
    <a class="stat" href={href}>
      {content}
    </a>
  );
}

export function Count({ value, isRefreshing = false }: { value: number; isRefreshing?: boolean }) {
  const text = sayNumber(value);
  if (!isRefreshing) return <>{text}</>;
  return (
    <span title={t("count.refreshing")}>
      <small class="muted">{t("count.atLeast")}</small> {text}
    </span>
  );
}

interface ChangeProps {
  value: number;
  previous: number;
  beside: string | undefined;
}

function Change({ value, previous, beside }: ChangeProps) {
  const share = previous === 0 ? null : (value - previous) / previous;
  const percent = new Intl.NumberFormat(currentLanguage(), {
    style: "percent",
    signDisplay: "exceptZero",
    maximumFractionDigits: 0,
  });
  if (beside !== undefined) {
    const values = { previous, name: beside };
    return (
      <span class="small muted break">
        {share === null
          ? t("stat.besideNone", values)
          : t("stat.beside", { ...values, share: percent.format(share) })}
      </span>
    );
  }
  return (
    <span class="small muted">
      {share === null ? t("stat.noPrevious") : t("stat.change", { share: percent.format(share), previous })}
    </span>
  );
}
