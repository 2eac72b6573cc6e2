import { REDIRECT_TYPES, UTM_MEMBERS } from "../../../../domain/client/words.ts";
import { call } from "../../../api/client.ts";
import { useRead } from "../../../api/query.ts";
import type { Page } from "../../../api/types.ts";
import { CheckField, SelectField, TextField } from "../../../component/field.tsx";
import { t } from "../../../text/text.ts";
import { errorsAt, type FormPart } from "../form-context.ts";

/** The type of the redirect, or the page that is served instead. */
export function TypeFields({ form, set, errors, isNew }: FormPart & { isNew: boolean }) {
  const files = useRead<Page<{ name: string }>>({
    key: ["files"],
    read: (signal) => call("GET", "/files", { query: { per_page: 1000 }, signal }),
    isEnabled: form.type === "html",
  });
  const names = (files.data?.data ?? []).map(({ name }) => name);
  const known = form.file !== "" && !names.includes(form.file) ? [form.file, ...names] : names;
  // A stored page can only be set on an existing link.
  const types = REDIRECT_TYPES.filter((type) => type !== "html" || !isNew);
  return (
    <div class="columns">
      <SelectField
        label={t("form.type")}
        value={form.type}
        options={types.map((type) => ({ value: type, label: t(`type.${type}`) }))}
        onValue={(type) => set({ type })}
        errors={[...errorsAt(errors, "type"), ...errorsAt(errors, "status")]}
      />
      {form.type === "html" && (
        <SelectField
          label={t("form.file")}
          value={form.file}
          options={[{ value: "", label: "–" }, ...known.map((name) => ({ value: name, label: name }))]}
          onValue={(file) => set({ file })}
          errors={errors["file"]}
        />
      )}
    </div>
  );
}

export function ForwardFields({ form, set }: FormPart) {
  return (
    <div class="columns">
      <CheckField
        label={t("form.forwardPath")}
        hint={t("form.forwardPathHint")}
        isChecked={form.forward_path}
        onChecked={(forward_path) => set({ forward_path })}
      />
      <CheckField
        label={t("form.forwardQuery")}
        hint={t("form.forwardQueryHint")}
        isChecked={form.forward_query}
        onChecked={(forward_query) => set({ forward_query })}
      />
    </div>
  );
}

export function UtmFields({ form, set, errors }: FormPart) {
  return (
    <div class="columns">
      {UTM_MEMBERS.map((member) => (
        <TextField
          key={member}
          label={`utm_${member}`}
          value={form.utm[member]}
          onValue={(value) => set({ utm: { ...form.utm, [member]: value } })}
          errors={errorsAt(errors, `utm.${member}`)}
          spellcheck={false}
        />
      ))}
    </div>
  );
}
