import { call } from "../../../api/client.ts";
import { useRead } from "../../../api/query.ts";
import type { Page, Plugin, Tag } from "../../../api/types.ts";
import { CheckField, FieldError, TextField } from "../../../component/field.tsx";
import { TagInput } from "../../../component/tag-input.tsx";
import { t, type TextKey } from "../../../text/text.ts";
import { errorsAt, type FormPart } from "../form-context.ts";

/** The fields by which users find a record. */
export function NameFields({ form, set, errors }: FormPart) {
  const tags = useRead<Page<Tag>>({
    key: ["tags", "first"],
    read: (signal) => call("GET", "/tags", { query: { per_page: 200 }, signal }),
  });
  return (
    <div class="stack-small">
      <TextField
        label={t("form.title")}
        value={form.title}
        onValue={(title) => set({ title })}
        errors={errors["title"]}
      />
      <TextField
        label={t("form.description")}
        value={form.description}
        onValue={(description) => set({ description })}
        errors={errors["description"]}
      />
      <TagInput
        label={t("form.tags")}
        values={form.tags}
        suggestions={(tags.data?.data ?? []).map(({ name }) => name)}
        onValues={(next) => set({ tags: next })}
        errors={errorsAt(errors, "tags")}
      />
    </div>
  );
}

/** The limits of access and time. */
export function AccessFields({ form, set, errors, hasPassword }: FormPart & { hasPassword: boolean }) {
  return (
    <div class="stack-small">
      <div class="columns">
        <TextField
          label={t("form.starts")}
          type="datetime-local"
          value={form.starts}
          onValue={(starts) => set({ starts })}
          errors={errors["starts"]}
        />
        <TextField
          label={t("form.expires")}
          type="datetime-local"
          value={form.expires}
          onValue={(expires) => set({ expires })}
          errors={errors["expires"]}
        />
        <TextField
          label={t("form.maxClicks")}
          hint={t("form.maxClicksHint")}
          inputMode="numeric"
          value={form.max_clicks}
          onValue={(max_clicks) => set({ max_clicks })}
          errors={errors["max_clicks"]}
        />
      </div>
      <TextField
        label={t("form.expiredUrl")}
        inputMode="url"
        value={form.expired_url}
        onValue={(expired_url) => set({ expired_url })}
        errors={errors["expired_url"]}
      />
      <Password form={form} set={set} errors={errors} hasPassword={hasPassword} />
    </div>
  );
}

function Password({ form, set, errors, hasPassword }: FormPart & { hasPassword: boolean }) {
  const hint = form.password === "" && hasPassword ? t("form.passwordRemoved") : t("form.passwordHint");
  return (
    <div class="stack-small">
      <TextField
        label={hasPassword ? t("form.newPassword") : t("form.password")}
        hint={hint}
        type="password"
        autocomplete="new-password"
        value={form.password ?? ""}
        onValue={(password) => set({ password: password === "" ? null : password })}
        errors={errors["password"]}
      />
      {hasPassword && (
        <CheckField
          label={t("form.removePassword")}
          isChecked={form.password === ""}
          onChecked={(isRemoved) => set({ password: isRemoved ? "" : null })}
        />
      )}
    </div>
  );
}

/** The preview that chat programs and networks show for the link. */
export function PreviewFields({ form, set, errors }: FormPart) {
  const field = (name: "title" | "description" | "image", label: string) => (
    <TextField
      label={label}
      value={form.preview[name]}
      onValue={(value) => set({ preview: { ...form.preview, [name]: value } })}
      errors={errorsAt(errors, `preview.${name}`)}
    />
  );
  return (
    <div class="stack-small">
      {field("title", t("form.previewTitle"))}
      {field("description", t("form.previewDescription"))}
      {field("image", t("form.previewImage"))}
    </div>
  );
}

export function PluginFields({ form, set, errors }: FormPart) {
  const plugins = useRead<{ data: Plugin[] }>({
    key: ["plugins"],
    read: (signal) => call("GET", "/shared/plugins", { signal }),
  });
  const toggle = (key: string, isOn: boolean) =>
    set({ plugins: isOn ? [...form.plugins, key] : form.plugins.filter((other) => other !== key) });
  return (
    <div class="stack-small">
      {(plugins.data?.data ?? []).map(({ key, label, description }) => (
        <CheckField
          key={key}
          label={textOf(`plugin.${key}`, label)}
          hint={textOf(`plugin.${key}.text`, description)}
          isChecked={form.plugins.includes(key)}
          onChecked={(isOn) => toggle(key, isOn)}
        />
      ))}
      <FieldError errors={errorsAt(errors, "plugins")} />
    </div>
  );
}

/** Returns whether destinations are watched. */
export function MonitorFields({ form, set, errors }: FormPart) {
  return (
    <div class="stack-small">
      <CheckField
        label={t("form.notify")}
        hint={t("form.notifyHint")}
        isChecked={form.is_notify}
        onChecked={(is_notify) => set({ is_notify })}
      />
      <CheckField
        label={t("form.switch")}
        hint={t("form.switchHint")}
        isChecked={form.is_switch_unbroken_destination}
        onChecked={(is_switch_unbroken_destination) => set({ is_switch_unbroken_destination })}
      />
      <FieldError
        errors={[...errorsAt(errors, "is_notify"), ...errorsAt(errors, "is_switch_unbroken_destination")]}
      />
    </div>
  );
}

/** Returns a text by its key; what the API says if there is none. */
function textOf(key: string, said: string): string {
  const text = t(key as TextKey);
  return text === key ? said : text;
}
