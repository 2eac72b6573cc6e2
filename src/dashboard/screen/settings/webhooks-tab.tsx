import { useState } from "preact/hooks";
import { call } from "../../api/client.ts";
import { refresh, useGet } from "../../api/query.ts";
import type { Webhook } from "../../api/types.ts";
import { Button } from "../../component/button.tsx";
import { ConfirmDialog } from "../../component/dialog.tsx";
import { Menu, MenuItem } from "../../component/menu.tsx";
import { Ago } from "../../component/moment.tsx";
import { EmptyState, Loading } from "../../component/state.tsx";
import { withProof } from "../../state/proof.tsx";
import { showToast } from "../../state/toast.ts";
import { useWork } from "../../state/work.ts";
import { t } from "../../text/text.ts";
import { ShownReach } from "./reach-fields.tsx";
import { SecretDialog } from "./secret-dialog.tsx";
import { WebhookDialog } from "./webhook-dialog.tsx";
import { WebhookLog } from "./webhook-log.tsx";

type Opened =
  | { kind: "edit"; webhook: Webhook | null }
  | { kind: "rotate" | "remove" | "log"; webhook: Webhook }
  | { kind: "secret"; secret: string };

/** The URLs that are told of events (contract 35.33). */
export default function WebhooksTab() {
  const read = useGet<{ data: Webhook[] }>(["webhooks"], "/webhooks");
  const [open, setOpen] = useState<Opened | null>(null);
  const close = () => setOpen(null);
  if (read.data === undefined) return <Loading read={read} lines={4} height="3.25rem" />;
  const { data } = read.data;
  return (
    <div class="stack">
      <div class="line-apart">
        <p class="muted">{t("settings.webhooksText")}</p>
        <Button
          icon="plus"
          onClick={() => setOpen({ kind: "edit", webhook: null })}
          label={t("settings.makeWebhook")}
        />
      </div>
      {data.length === 0 ? (
        <EmptyState title={t("settings.noWebhooks")} text={t("settings.noWebhooksText")} />
      ) : (
        <ul class="table-box rows" aria-label={t("settings.tab.webhooks")}>
          {data.map((webhook) => (
            <WebhookRow key={webhook.id} webhook={webhook} onOpen={setOpen} />
          ))}
        </ul>
      )}
      {open?.kind === "edit" && (
        <WebhookDialog
          webhook={open.webhook}
          onMade={(secret) => setOpen({ kind: "secret", secret })}
          onClose={close}
        />
      )}
      {open?.kind === "secret" && (
        <SecretDialog
          title={t("settings.webhookSecret")}
          text={t("settings.webhookSecretText")}
          secret={open.secret}
          onClose={close}
        />
      )}
      {open?.kind === "rotate" && (
        <ConfirmDialog
          title={t("settings.rotateTitle")}
          confirmLabel={t("settings.makeSecret")}
          text={t("settings.rotateText")}
          onConfirm={async () => {
            const path = `/webhooks/${open.webhook.id}/secret`;
            const { secret } = await withProof(() => call<{ secret: string }>("POST", path));
            setOpen({ kind: "secret", secret });
          }}
          onClose={close}
        />
      )}
      {open?.kind === "remove" && (
        <ConfirmDialog
          title={t("settings.removeWebhookTitle")}
          confirmLabel={t("action.delete")}
          text={t("settings.removeWebhookText", { url: open.webhook.url })}
          isDangerous
          onConfirm={async () => {
            await call("DELETE", `/webhooks/${open.webhook.id}`);
            close();
            await refresh("webhooks");
          }}
          onClose={close}
        />
      )}
      {open?.kind === "log" && <WebhookLog webhook={open.webhook} onClose={close} />}
    </div>
  );
}

function WebhookRow({ webhook, onOpen }: { webhook: Webhook; onOpen: (open: Opened) => void }) {
  const { id, url, events, hosts, enabled } = webhook;
  const [isBusy, run] = useWork();
  const turn = () =>
    run(async () => {
      await call("PUT", `/webhooks/${id}`, { body: { enabled: !enabled } });
      await refresh("webhooks");
    });
  const test = () =>
    run(async () => {
      await call("POST", `/webhooks/${id}/test`);
      showToast(t("settings.testSent"));
      await refresh("webhook-log");
      onOpen({ kind: "log", webhook });
    });
  return (
    <li>
      <div class="stack-small">
        <strong class="break">{url}</strong>
        <WebhookState webhook={webhook} />
      </div>
      <div class="stack-small small">
        <div>{t("settings.eventCount", { count: events.length })}</div>
        <div class="muted">
          <ShownReach hosts={hosts} />
        </div>
      </div>
      <div class="line">
        {enabled ? (
          <Button disabled={isBusy} onClick={() => void test()} label={t("settings.test")} />
        ) : (
          <Button disabled={isBusy} onClick={() => void turn()} label={t("settings.switchOn")} />
        )}
      </div>
      <div>
        <Menu label={t("settings.webhookMenu", { url })}>
          <MenuItem onChoose={() => onOpen({ kind: "edit", webhook })} label={t("settings.change")} />
          <MenuItem onChoose={() => onOpen({ kind: "log", webhook })} label={t("settings.log")} />
          <MenuItem onChoose={() => onOpen({ kind: "rotate", webhook })} label={t("settings.makeSecret")} />
          {enabled && <MenuItem onChoose={() => void turn()} label={t("settings.switchOff")} />}
          <MenuItem
            isDangerous
            onChoose={() => onOpen({ kind: "remove", webhook })}
            label={t("action.delete")}
          />
        </Menu>
      </div>
    </li>
  );
}

/** Says whether events are sent, and why not. */
function WebhookState({ webhook }: { webhook: Webhook }) {
  const { disabled_at: offAt, disabled_reason: reason, failing_since: since } = webhook;
  if (offAt !== null) {
    return (
      <div class="small">
        <span class={`chip ${reason === "owner" ? "" : "chip-bad"}`}>{t("settings.off")}</span>{" "}
        {t(`settings.off.${reason ?? "owner"}`)} <Ago at={offAt} />
      </div>
    );
  }
  if (since === null) return <div class="small muted">{t("settings.on")}</div>;
  return (
    <div class="small">
      <span class="chip chip-warn">{t("settings.failing")}</span> {t("settings.failingText")}{" "}
      <Ago at={since} />
    </div>
  );
}
