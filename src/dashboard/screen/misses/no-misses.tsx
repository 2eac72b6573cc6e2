import { ButtonLink } from "../../component/button.tsx";
import type { Host } from "../../api/types.ts";
import { EmptyState } from "../../component/state.tsx";
import { useSearch } from "../../state/page.tsx";
import { dateLanguage, t } from "../../text/text.ts";
import { keptSince, type MissFilter } from "./missed-row.ts";

export function NoMisses({ filter, hosts }: { filter: MissFilter; hosts: Host[] | undefined }) {
  const search = useSearch();
  const { host, kind, state } = filter;
  if (kind !== null) {
    return (
      <EmptyState title={t("misses.none.match")}>
        <ButtonLink href={search.at("/misses", { kind: undefined })} label={t("misses.none.everybody")} />
      </EmptyState>
    );
  }
  if (state !== "open") return <EmptyState title={t(`misses.none.${state}`)} />;
  if (hosts?.length === 0) {
    return (
      <EmptyState title={t("misses.none.host")}>
        <p class="muted">{t("misses.none.hostText")}</p>
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
    <EmptyState title={t("misses.none.open", { day: day.format(since) })}>
      <p class="muted">{t("misses.none.openText")}</p>
    </EmptyState>
  );
}
