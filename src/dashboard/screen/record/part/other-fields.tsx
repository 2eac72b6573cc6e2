import { REDIRECT_TYPES } from "../../../../domain/client/words.ts";
import { useGet } from "../../../api/query.ts";
import { useTagNames } from "../../../api/shared-reads.ts";
import type { Plugin, Page } from "../../../api/types.ts";
import { CheckField, FieldError, TextField, SelectField } from "../../../component/field.tsx";
import { MomentField } from "../../../component/moment-field.tsx";
import { bind, errorsAt } from "../../../component/form.tsx";
import { TagInput } from "../../../component/tag-input.tsx";
import { t, type TextKey } from "../../../text/text.ts";
import { useHasFolders } from "../../../state/session.ts";
import type { RecordPart } from "../record-form.ts";
import { zoneText } from "./zone-text.ts";

export function NameFields({ part }: { part: RecordPart }) {
  return (
    <div class="stack-small">
      <TextField label={t("field.title")} {...bind(part, "title")} />
      <TagInput label={t("field.tags")} choices={{ values: useTagNames() }} {...bind(part, "tags")} />
    </div>
  );
}

export function AccessFields({ part, hasPassword }: { part: RecordPart; hasPassword: boolean }) {
  const zone = zoneText();
  return (
    <div class="stack-small">
      <div class="columns">
        <MomentField label={t("form.starts")} hint={zone} dayTime="00:00" {...bind(part, "starts")} />
        <MomentField label={t("field.expires")} hint={zone} dayTime="23:59" {...bind(part, "expires")} />
        <TextField
          label={t("form.maxClicks")}
          hint={t("form.maxClicksHint")}
          inputMode="numeric"
          {...bind(part, "max_clicks")}
        />
      </div>
      <TextField label={t("form.expiredUrl")} inputMode="url" {...bind(part, "expired_url")} />
      <Password part={part} hasPassword={hasPassword} />
    </div>
  );
}

function Password({ part: { form, set, errors }, hasPassword }: { part: RecordPart; hasPassword: boolean }) {
  const isRemoved = form.password === "";
  return (
    <div class="stack-small">
      <TextField
        label={hasPassword ? t("form.newPassword") : t("field.password")}
        hint={isRemoved && hasPassword ? t("form.passwordRemoved") : t("form.passwordHint")}
        spellcheck={false}
        value={form.password ?? ""}
        onValue={(password) => set({ password: password === "" ? null : password })}
        errors={errors["password"]}
      />
      {hasPassword && (
        <CheckField
          label={t("form.removePassword")}
          value={isRemoved}
          onValue={(isOn) => set({ password: isOn ? "" : null })}
        />
      )}
    </div>
  );
}

export function PluginFields({ part: { form, set, errors } }: { part: RecordPart }) {
  const plugins = useGet<{ data: Plugin[] }>(["plugins"], "/shared/plugins");
  const toggle = (key: string, isOn: boolean) =>
    set({ plugins: isOn ? [...form.plugins, key] : form.plugins.filter((other) => other !== key) });
  return (
    <div class="stack-small">
      {(plugins.data?.data ?? []).map(({ key, label, description }) => (
        <CheckField
          key={key}
          label={textOf(`plugin.${key}`, label)}
          hint={textOf(`plugin.${key}.text`, description)}
          value={form.plugins.includes(key)}
          onValue={(isOn) => toggle(key, isOn)}
        />
      ))}
      <FieldError errors={errorsAt(errors, "plugins")} />
    </div>
  );
}

export function MonitorFields({ part }: { part: RecordPart }) {
  return (
    <div class="stack-small">
      <CheckField label={t("form.notify")} hint={t("form.notifyHint")} {...bind(part, "is_notify")} />
      <CheckField
        label={t("form.switch")}
        hint={t("form.switchHint")}
        {...bind(part, "is_switch_unbroken_destination")}
      />
      <FieldError errors={errorsAt(part.errors, "is_notify", "is_switch_unbroken_destination")} />
    </div>
  );
}

/** Returns a text by its key; what the API says if there is none. */
function textOf(key: string, said: string): string {
  const text = t(key as TextKey);
  return text === key ? said : text;
}

export function TypeFields({ part, isNew }: { part: RecordPart; isNew: boolean }) {
  const { type, file } = part.form;
  const hasFolders = useHasFolders();
  const files = useGet<Page<{ name: string }>>(["files"], "/files", {
    query: { per_page: 1000 },
    isEnabled: type === "html" && !hasFolders,
  });
  const names = (files.data?.data ?? []).map(({ name }) => name);
  // A stored page can only be set on an existing link.
  const types = REDIRECT_TYPES.filter((one) => one !== "html" || !isNew);
  return (
    <div class="columns">
      <SelectField
        label={t("field.type")}
        options={types.map((value) => ({ value, label: t(`type.${value}`) }))}
        {...bind(part, "type")}
        errors={errorsAt(part.errors, "type", "status")}
      />
      {type === "html" && (
        <SelectField
          label={t("field.file")}
          none="–"
          options={file !== "" && !names.includes(file) ? [file, ...names] : names}
          {...bind(part, "file")}
        />
      )}
    </div>
  );
}

export function ForwardFields({ part }: { part: RecordPart }) {
  return (
    <div class="columns">
      <CheckField
        label={t("form.forwardPath")}
        hint={t("form.forwardPathHint")}
        {...bind(part, "forward_path")}
      />
      <CheckField
        label={t("form.forwardQuery")}
        hint={t("form.forwardQueryHint")}
        {...bind(part, "forward_query")}
      />
    </div>
  );
}
