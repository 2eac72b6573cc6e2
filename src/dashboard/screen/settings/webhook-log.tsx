import { useEffect } from "preact/hooks";
import { call } from "../../api/client.ts";
import { refresh, useList } from "../../api/query.ts";
import type { Delivery, Webhook } from "../../api/types.ts";
import { Button } from "../../component/button.tsx";
import { Drawer } from "../../component/dialog.tsx";
import { Ago, Moment } from "../../component/moment.tsx";
import { EmptyState, Loading, MoreButton } from "../../component/state.tsx";
import { showToast } from "../../state/toast.ts";
import { useWork } from "../../state/work.ts";
import { sayReason } from "../../text/reason.ts";
import { t } from "../../text/text.ts";

const AGAIN_MS = 2_000;

/** What a webhook was told, the newest first, and what became of it. */
export function WebhookLog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const list = useList<Delivery>("webhook-log", `/webhooks/${webhook.id}/log`, { per_page: 50 });
  const [isReading, read] = useWork();
  const { items } = list;
  useEffect(() => {
    // What is sent for the first time is on its way.
    if (!webhook.enabled || !items?.some(({ state, attempts }) => state === "waiting" && attempts === 0))
      return;
    const timer = setTimeout(() => void refresh("webhook-log"), AGAIN_MS);
    return () => clearTimeout(timer);
  }, [items]);
  return (
    <Drawer
      title={t("settings.logOf", { url: webhook.url })}
      actions={
        <Button
          disabled={isReading}
          onClick={() => void read(() => refresh("webhook-log", "webhooks"))}
          label={t("settings.logAgain")}
        />
      }
      onClose={onClose}
    >
      <div class="stack">
        <p class="muted">{t("settings.logText")}</p>
        {items === undefined ? (
          <Loading read={list.read} lines={6} height="3.25rem" />
        ) : items.length === 0 ? (
          <EmptyState title={t("settings.logEmpty")} text={t("settings.logEmptyText")} />
        ) : (
          <ul class="table-box rows log" aria-label={t("settings.log")}>
            {items.map((entry) => (
              <Entry key={entry.id} webhook={webhook} entry={entry} />
            ))}
          </ul>
        )}
        <MoreButton list={list} />
      </div>
    </Drawer>
  );
}

const CHIPS = { accepted: "chip-good", waiting: "chip-warn", failed: "chip-bad" };

function Entry({ webhook, entry }: { webhook: Webhook; entry: Delivery }) {
  const { id, type, state, attempts, status, reason, reason_code: code, payload } = entry;
  const [isBusy, run] = useWork();
  const replay = () =>
    run(async () => {
      await call("POST", `/webhooks/${webhook.id}/replay`, { body: { event: id } });
      showToast(t("settings.replayed"));
      await refresh("webhook-log");
    });
  const said = reason === null || code === null ? null : sayReason(code, reason);
  return (
    <li>
      <div class="stack-small">
        <div class="line">
          <span class={`chip ${CHIPS[state]}`}>{t(`settings.delivery.${state}`)}</span>
          <code>{type}</code>
        </div>
        <div class="small muted">
          <Ago at={entry.created_at} /> · {t("settings.attempts", { count: attempts })}
          {state === "accepted" && status !== null && (
            <> · {t("settings.answered", { status: String(status) })}</>
          )}
          {said !== null && <> · {said}</>}
        </div>
        {entry.next_attempt_at !== null && (
          <div class="small muted">
            {t("settings.nextAttempt")} <Moment at={entry.next_attempt_at} />
          </div>
        )}
        <details class="small">
          <summary>{t("settings.payload")}</summary>
          <pre class="page-text break pre">{JSON.stringify(JSON.parse(payload), null, 2)}</pre>
        </details>
      </div>
      <Button
        disabled={isBusy || !webhook.enabled}
        onClick={() => void replay()}
        label={t("settings.replay")}
        aria-label={t("settings.replayNamed", { name: type })}
      />
    </li>
  );
}
