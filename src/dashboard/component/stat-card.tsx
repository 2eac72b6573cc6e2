import { currentLanguage, sayNumber, t } from "../text/text.ts";

interface StatProps {
  label: string;
  value: number | undefined;
  /** Says whether counting continues, so that the number is a minimum. */
  isRefreshing?: boolean;
  previous?: number | undefined;
  href?: string;
}

export function StatCard({ label, value, isRefreshing = false, previous, href }: StatProps) {
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
      {previous !== undefined && value !== undefined && <Change value={value} previous={previous} />}
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

function Change({ value, previous }: { value: number; previous: number }) {
  const share = previous === 0 ? null : (value - previous) / previous;
  const percent = new Intl.NumberFormat(currentLanguage(), {
    style: "percent",
    signDisplay: "exceptZero",
    maximumFractionDigits: 0,
  });
  return (
    <span class="small muted">
      {share === null ? t("stat.noPrevious") : t("stat.change", { share: percent.format(share), previous })}
    </span>
  );
}
