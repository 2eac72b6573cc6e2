import { WEBHOOK_EVENTS, type WebhookEventName } from "../../../domain/client/words.ts";
import { call } from "../../api/client.ts";
import { refresh } from "../../api/query.ts";
import { namesOf, useHosts } from "../../api/shared-reads.ts";
import type { Webhook } from "../../api/types.ts";
import { CheckField, FieldError, SelectField, TextField } from "../../component/field.tsx";
import { bind, errorsAt, FormDialog, type FormPart } from "../../component/form.tsx";
import { TagInput } from "../../component/tag-input.tsx";
import { withProof } from "../../state/proof.tsx";
import { useSession } from "../../state/session.ts";
import { showToast } from "../../state/toast.ts";
import { t } from "../../text/text.ts";

interface WebhookForm {
  url: string;
  events: WebhookEventName[];
  hosts: string[] | null;
}

interface DialogProps {
  /** The webhook to change; null to make one. */
  webhook: Webhook | null;
  onMade: (secret: string) => void;
  onClose: () => void;
}

export function WebhookDialog({ webhook, onMade, onClose }: DialogProps) {
  const { hosts: limit } = useSession();
  const first: WebhookForm = {
    url: webhook?.url ?? "",
    events: webhook?.events ?? [],
    hosts: webhook === null ? limit : webhook.hosts,
  };
  const isNew = webhook === null;
  return (
    <FormDialog<WebhookForm>
      title={t(isNew ? "settings.makeWebhook" : "settings.changeWebhook")}
      first={first}
      sendLabel={t(isNew ? "settings.makeWebhook" : "form.save")}
      send={async (form) => {
        const body = { ...form, url: form.url.trim() };
        if (webhook === null) {
          const made = await withProof(() => call<{ secret: string }>("POST", "/webhooks", { body }));
          onMade(made.secret);
        } else {
          await call("PUT", `/webhooks/${webhook.id}`, { body });
          onClose();
          showToast(t("settings.saved"));
        }
        await refresh("webhooks");
      }}
      onClose={onClose}
    >
      {(part) => (
        <>
          <TextField
            label={t("settings.webhookUrl")}
            hint={t("settings.webhookUrlHint")}
            type="url"
            inputMode="url"
            placeholder="https://"
            maxLength={2048}
            autofocus
            {...bind(part, "url")}
          />
          <HostsField part={part} isLimited={limit !== null} />
          <EventsField part={part} />
        </>
      )}
    </FormDialog>
  );
}

function HostsField({ part, isLimited }: { part: FormPart<WebhookForm>; isLimited: boolean }) {
  const { hosts } = part.form;
  const connected = useHosts(hosts !== null);
  return (
    <>
      {!isLimited && (
        <SelectField
          label={t("settings.webhookHosts")}
          value={hosts === null ? "all" : "some"}
          options={[
            { value: "all", label: t("settings.reachAll") },
            { value: "some", label: t("settings.reachSome") },
          ]}
          onValue={(value) => part.set({ hosts: value === "all" ? null : [] })}
        />
      )}
      {hosts !== null && (
        <TagInput
          label={t("settings.used.hostnames")}
          hint={t("settings.hostsHint")}
          choices={{ values: namesOf(connected), isClosed: false }}
          {...bind(part, "hosts")}
          value={hosts}
        />
      )}
    </>
  );
}

function EventsField({ part }: { part: FormPart<WebhookForm> }) {
  const { events } = part.form;
  return (
    <fieldset class="stack-small">
      <legend>{t("settings.events")}</legend>
      {WEBHOOK_EVENTS.map((name) => (
        <CheckField
          key={name}
          label={t(`settings.event.${name}`)}
          hint={<code>{name}</code>}
          value={events.includes(name)}
          onValue={(isOn) =>
            part.set({ events: WEBHOOK_EVENTS.filter((one) => (one === name ? isOn : events.includes(one))) })
          }
        />
      ))}
      <FieldError errors={errorsAt(part.errors, "events")} />
    </fieldset>
  );
}
