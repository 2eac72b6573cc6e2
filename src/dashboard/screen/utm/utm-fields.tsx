import { useLayoutEffect, useRef } from "preact/hooks";
import { UTM_MEMBERS } from "../../../domain/client/words.ts";
import { SelectField } from "../../component/field.tsx";
import { within } from "../../component/form.tsx";
import { useLimit, useMay } from "../../state/session.ts";
import { t } from "../../text/text.ts";
import type { RecordPart } from "../record/record-form.ts";
import { SaveAs } from "../settings/save-as.tsx";
import { checkUtm, fillUtm, isSameUtm, templateFor, useTemplates } from "./templates.ts";
import { UtmInputs } from "./utm-inputs.tsx";

/** The UTM values of a record. A new one gets those of the template for its hostname or a tag, until somebody writes others. */
export function UtmFields({ part, isNew }: { part: RecordPart; isNew: boolean }) {
  const { form, set } = part;
  const templates = useTemplates();
  const isWhole = useLimit() === null;
  const mayName = useMay("manager") && isWhole;
  const fitting = isNew ? templateFor(templates, form.host, form.tags) : undefined;
  const filled = useRef(fillUtm(undefined));
  useLayoutEffect(() => {
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
      {mayName && hasValues && used === undefined && (
        <SaveAs
          setting="utm_templates"
          item={{ utm: form.utm }}
          check={() => checkUtm(form.utm)}
          said={(name) => t("utm.saved", { name })}
        />
      )}
    </div>
  );
}
