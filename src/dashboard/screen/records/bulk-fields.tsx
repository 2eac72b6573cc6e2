import type { ComponentChildren } from "preact";
import { useTagNames } from "../../api/shared-reads.ts";
import type { LinkRecord } from "../../api/types.ts";
import { Diff } from "../../component/diff.tsx";
import { CheckField, TextArea, TextField } from "../../component/field.tsx";
import { bind, type FormPart } from "../../component/form.tsx";
import { TagInput } from "../../component/tag-input.tsx";
import { t } from "../../text/text.ts";
import { firstChanged, type BulkForm } from "./bulk-form.ts";
import { SetFields } from "./set-fields.tsx";

interface FieldsProps {
  part: FormPart<BulkForm>;
  /** Examples for the effect of the change. */
  records: readonly LinkRecord[];
}

/** The fields of a change of many records. Unchanged fields are not written. */
export function BulkFields({ part, records }: FieldsProps) {
  return (
    <>
      <Part title={t("bulk.fields")}>
        <SetFields part={part} />
      </Part>
      <Destinations part={part} records={records} />
      <Tags part={part} />
      <CheckField label={t("bulk.force")} hint={t("bulk.forceHint")} {...bind(part, "isForced")} />
    </>
  );
}

function Part({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <fieldset class="section stack">
      <legend class="field-label">{title}</legend>
      {children}
    </fieldset>
  );
}

function Destinations({ part, records }: FieldsProps) {
  const { form } = part;
  const example = firstChanged(form, records);
  const hasChange = form.find !== "" || form.paramsSet !== "" || form.paramsRemove.length > 0;
  return (
    <Part title={t("bulk.destination")}>
      <div class="columns">
        <TextField
          label={t("bulk.find")}
          hint={t("bulk.findHint")}
          placeholder="www.old.example"
          {...bind(part, "find", "destination_find")}
        />
        <TextField
          label={t("bulk.replace")}
          placeholder="www.new.example"
          {...bind(part, "replace", "destination_replace")}
        />
      </div>
      <div class="columns">
        <TextArea
          label={t("bulk.paramsSet")}
          hint={t("bulk.paramsSetHint")}
          rows={2}
          placeholder="utm_source=print"
          {...bind(part, "paramsSet", "destination_params.set")}
        />
        <TagInput
          label={t("bulk.paramsRemove")}
          hint={t("bulk.paramsRemoveHint")}
          {...bind(part, "paramsRemove")}
        />
      </div>
      {hasChange && records.length > 0 && (
        <div class="stack-small" role="status">
          <span class="small muted">{t("bulk.example")}</span>
          {example === null ? (
            <span class="small">{t("bulk.noExample", { count: records.length })}</span>
          ) : (
            <Diff from={example.from} to={example.to} />
          )}
        </div>
      )}
    </Part>
  );
}

function Tags({ part }: Pick<FieldsProps, "part">) {
  const names = useTagNames();
  return (
    <Part title={t("field.tags")}>
      <div class="columns">
        <TagInput
          label={t("bulk.tagsAdd")}
          choices={{ values: names }}
          {...bind(part, "tagsAdd", "tags_add")}
        />
        <TagInput
          label={t("bulk.tagsRemove")}
          choices={{ values: names }}
          {...bind(part, "tagsRemove", "tags_remove")}
        />
      </div>
    </Part>
  );
}
