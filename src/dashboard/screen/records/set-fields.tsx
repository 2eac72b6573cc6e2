import { REDIRECT_TYPES, UTM_MEMBERS, type UtmTemplate } from "../../../domain/client/words.ts";
import { Button, IconButton } from "../../component/button.tsx";
import { SelectField, TextField } from "../../component/field.tsx";
import { MomentField } from "../../component/moment-field.tsx";
import { errorsAt, type FormPart, itemsOf } from "../../component/form.tsx";
import { memberLabel } from "../../text/field.ts";
import { t } from "../../text/text.ts";
import { useStyles } from "../qr/styles.ts";
import { fillUtm, useTemplates } from "../utm/templates.ts";
import { type BulkForm, NO_FIELD, type SetField, SETTABLE, SETTABLE_NAMES } from "./bulk-form.ts";

/** The fields that get one value in all records: each is chosen by name, and left empty it is cleared. */
export function SetFields({ part }: { part: FormPart<BulkForm> }) {
  const { parts, add, remove } = itemsOf(part, "fields");
  const templates = useTemplates();
  const styles = useStyles();
  const names = new Set(parts.map(({ form }) => form.name));
  return (
    <>
      {parts.map((row, index) => (
        // A row has no identity of its own: its place is what a person sees of it.
        <div class="set-field" key={index}>
          <SelectField
            label={t("bulk.field")}
            none={t("bulk.fieldNone")}
            options={SETTABLE_NAMES.filter((name) => name === row.form.name || !names.has(name)).map(
              (name) => ({ value: name, label: memberLabel(name) }),
            )}
            value={row.form.name}
            onValue={(name) => row.set({ name, value: "" })}
          />
          {row.form.name !== "" && (
            <Value part={row} errors={errorsAt(part.errors, `set.${row.form.name}`)} />
          )}
          {parts.length > 1 && (
            <IconButton
              icon="close"
              label={t("bulk.fieldRemove", { name: row.form.name === "" ? "" : memberLabel(row.form.name) })}
              onClick={() => remove(index)}
            />
          )}
        </div>
      ))}
      {parts.every(({ form }) => form.name !== "") && (
        <Button label={t("bulk.fieldAdd")} onClick={() => add(NO_FIELD)} />
      )}
      {templates.length > 0 && (
        <SelectField
          label={t("bulk.template")}
          none={t("bulk.templateNone")}
          options={templates.map(({ name }) => name)}
          value=""
          onValue={(name) => part.set({ fields: withTemplate(part.form.fields, templates, name) })}
        />
      )}
      {styles.length > 0 && (
        <SelectField
          label={t("bulk.style")}
          hint={t("bulk.styleHint")}
          none={t("bulk.styleNone")}
          options={styles.map(({ name }) => name)}
          value={part.form.qr?.name ?? ""}
          onValue={(name) => part.set({ qr: styles.find((style) => style.name === name) ?? null })}
          errors={errorsAt(part.errors, "set.qr")}
        />
      )}
    </>
  );
}

/** Returns the fields with all UTM values as a template has them: those that it lacks are cleared. */
function withTemplate(
  fields: readonly SetField[],
  templates: readonly UtmTemplate[],
  name: string,
): SetField[] {
  const utm = fillUtm(templates.find((template) => template.name === name));
  const others = fields.filter((field) => field.name !== "" && !field.name.startsWith("utm."));
  return [
    ...others,
    ...UTM_MEMBERS.map((member) => ({ name: `utm.${member}` as const, value: utm[member] })),
  ];
}

const INPUT_TYPES = {
  // The API refuses what is no URL, at its field.
  url: "text",
  text: "text",
  number: "text",
  secret: "text",
} as const;

function Value({ part, errors }: { part: FormPart<SetField>; errors: string[] }) {
  const { name, value } = part.form;
  if (name === "") return null;
  const kind = SETTABLE[name];
  const control = {
    label: t("bulk.value"),
    value,
    onValue: (next: string) => part.set({ value: next }),
    errors,
  };
  if (kind === "none") return <p class="small muted">{t("bulk.valueCleared")}</p>;
  if (kind === "flag" || kind === "state" || kind === "type") {
    return <SelectField {...control} none={t("bulk.asIs")} options={choicesOf(kind)} />;
  }
  if (kind === "moment") {
    return (
      <MomentField {...control} hint={t("bulk.valueHint")} dayTime={name === "starts" ? "00:00" : "23:59"} />
    );
  }
  const hint = t(name === "destination" ? "bulk.destinationHint" : "bulk.valueHint");
  return <TextField {...control} type={INPUT_TYPES[kind]} hint={hint} autocomplete="off" />;
}

function choicesOf(kind: "flag" | "state" | "type"): { value: string; label: string }[] {
  if (kind === "flag") {
    return [
      { value: "true", label: t("word.yes") },
      { value: "false", label: t("word.no") },
    ];
  }
  if (kind === "state") {
    return [
      { value: "paused", label: t("status.paused") },
      { value: "active", label: t("status.active") },
    ];
  }
  // A stored page has no destination, so this type is not offered for many records at once.
  return REDIRECT_TYPES.filter((type) => type !== "html").map((type) => ({
    value: type,
    label: t(`type.${type}`),
  }));
}
