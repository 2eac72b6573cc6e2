import { useEffect, useRef, useState } from "preact/hooks";
import { type Utm, UTM_MEMBERS } from "../../../domain/client/words.ts";
import { Button } from "../../component/button.tsx";
import { SelectField, TextField } from "../../component/field.tsx";
import { errorsAt, useSubmission, within } from "../../component/form.tsx";
import { ErrorNotice } from "../../component/state.tsx";
import { useLimit, useMay } from "../../state/session.ts";
import { announce } from "../../state/toast.ts";
import { t } from "../../text/text.ts";
import type { RecordPart } from "../record/record-form.ts";
import { fillUtm, isSameUtm, saveTemplate, templateFor, useTemplates } from "./templates.ts";
import { UtmInputs } from "./utm-inputs.tsx";

/** The UTM values of a record. A new one gets those of the template for its hostname or a tag, until somebody writes others. */
export function UtmFields({ part, isNew }: { part: RecordPart; isNew: boolean }) {
  const { form, set } = part;
  const templates = useTemplates();
  const isWhole = useLimit() === null;
  const mayName = useMay("manager") && isWhole;
  const fitting = isNew ? templateFor(templates, form.host, form.tags) : undefined;
  const filled = useRef(fillUtm(undefined));
  useEffect(() => {
    if (!isNew || !isSameUtm(form.utm, filled.current)) return;
    filled.current = fillUtm(fitting);
    if (!isSameUtm(form.utm, filled.current)) set({ utm: filled.current });
  }, [fitting]);
  const used = templates.find((template) => isSameUtm(fillUtm(template), form.utm));
  const hasValues = UTM_MEMBERS.some((member) => form.utm[member] !== "");
  return (
    <div class="stack-small">
      {templates.length > 0 && (
        <SelectField
          label={t("utm.template")}
          none={t("utm.templateNone")}
          options={templates.map(({ name }) => name)}
          value={used?.name ?? ""}
          onValue={(name) => set({ utm: fillUtm(templates.find((template) => template.name === name)) })}
        />
      )}
      <UtmInputs part={within(part, "utm")} />
      {mayName && hasValues && used === undefined && <SaveAsTemplate utm={form.utm} />}
    </div>
  );
}

/** Names the values. It is no form of its own, since it stands in one. */
function SaveAsTemplate({ utm }: { utm: Utm }) {
  const [name, setName] = useState("");
  const { failure, errors, isBusy, submit } = useSubmission();
  const send = () => {
    const written = name.trim();
    if (written !== "" && !isBusy) {
      void submit(async () => {
        await saveTemplate(written, { name: written, utm });
        announce(t("utm.saved", { name: written }));
      });
    }
  };
  return (
    <div class="set-field">
      <TextField
        label={t("utm.save")}
        placeholder={t("utm.name")}
        maxLength={60}
        value={name}
        onValue={setName}
        errors={errorsAt(errors, "utm_templates")}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.ctrlKey || event.metaKey) return;
          event.preventDefault();
          send();
        }}
      />
      <Button disabled={isBusy || name.trim() === ""} onClick={send} label={t("form.save")} />
      <ErrorNotice failure={failure} fields={["utm_templates"]} />
    </div>
  );
}
