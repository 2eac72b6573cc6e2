import { useState } from "preact/hooks";
import { call } from "../../api/client.ts";
import { refresh, useGet } from "../../api/query.ts";
import type { SharedStatistics } from "../../api/types.ts";
import { Button, ButtonLink } from "../../component/button.tsx";
import { ConfirmDialog } from "../../component/dialog.tsx";
import { Moment } from "../../component/moment.tsx";
import { EmptyState, Loading } from "../../component/state.tsx";
import { showToast } from "../../state/toast.ts";
import { t } from "../../text/text.ts";

/** The statistics that people with a link may read (contract 37.6). */
export default function SharedTab() {
  const read = useGet<{ data: SharedStatistics[] }>(["shared-statistics"], "/shared-statistics");
  const [revoked, setRevoked] = useState<SharedStatistics | null>(null);
  if (read.data === undefined) return <Loading read={read} lines={4} height="3.25rem" />;
  const { data } = read.data;
  return (
    <div class="stack">
      <div class="line-apart">
        <p class="muted">{t("settings.sharedText")}</p>
        <ButtonLink href="/insights" label={t("nav.insights")} />
      </div>
      {data.length === 0 ? (
        <EmptyState title={t("settings.noShared")} text={t("settings.noSharedText")} />
      ) : (
        <ul class="table-box rows" aria-label={t("settings.tab.shared")}>
          {data.map((shared) => (
            <SharedRow key={shared.id} shared={shared} onRevoke={() => setRevoked(shared)} />
          ))}
        </ul>
      )}
      {revoked !== null && (
        <ConfirmDialog
          title={t("settings.revokeTitle", { name: revoked.name })}
          confirmLabel={t("settings.revoke")}
          text={t("settings.revokeShared")}
          isDangerous
          onConfirm={async () => {
            await call("DELETE", `/shared-statistics/${revoked.id}`);
            setRevoked(null);
            showToast(t("settings.revoked", { name: revoked.name }));
            await refresh("shared-statistics");
          }}
          onClose={() => setRevoked(null)}
        />
      )}
    </div>
  );
}

function SharedRow({ shared, onRevoke }: { shared: SharedStatistics; onRevoke: () => void }) {
  const { name, record, host, tag, days, has_password: hasPassword, expires_at: endsAt } = shared;
  const isOver = endsAt !== null && Date.parse(endsAt) <= Date.now();
  return (
    <li>
      <div class="stack-small">
        <div class="line">
          <strong class="break">{name}</strong>
          {hasPassword && <span class="chip">{t("settings.withPassword")}</span>}
          {isOver && <span class="chip chip-bad">{t("settings.over")}</span>}
        </div>
        <div class="small muted">
          {endsAt === null ? (
            t("settings.endsNever")
          ) : (
            <>
              {t("settings.ends")} <Moment at={endsAt} />
            </>
          )}
        </div>
      </div>
      <div class="stack-small small">
        {record === null ? (
          <div class="break">{[host, tag !== null && `#${tag}`].filter(Boolean).join(" · ")}</div>
        ) : (
          <a href={`/links/${record}?tab=stats`}>{t("settings.sharedRecord")}</a>
        )}
        <div class="muted">{t("settings.sharedDays", { count: days })}</div>
      </div>
      <span class="small muted">
        {t("settings.sharedBy", { name: shared.created_by.name })} <Moment at={shared.created_at} />
      </span>
      <Button
        aria-label={t("settings.revokeNamed", { name })}
        onClick={onRevoke}
        label={t("settings.revoke")}
      />
    </li>
  );
}
