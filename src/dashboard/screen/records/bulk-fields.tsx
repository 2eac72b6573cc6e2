import type { ComponentChildren } from "preact";
import { REDIRECT_TYPES } from "../../../domain/client/words.ts";
import { call } from "../../api/client.ts";
import { useRead } from "../../api/query.ts";
import type { LinkRecord, Page, Tag } from "../../api/types.ts";
import { Diff } from "../../component/diff.tsx";
import { CheckField, Field, SelectField, TextField } from "../../component/field.tsx";
import { TagInput } from "../../component/tag-input.tsx";
import { t } from "../../text/text.ts";
import { firstChanged, type BulkForm } from "./bulk-form.ts";

interface FieldsProps {
  form: BulkForm;
  records: readonly LinkRecord[];
  errors: Record<string, string[]>;
  onForm: (changed: Partial<BulkForm>) => void;
}

/** The fields of a change of many records. Unchanged fields are not written. */
export function BulkFields(props: FieldsProps) {
  return (
    <>
      <Destinations {...props} />
      <Tags {...props} />
      <State {...props} />
      <Forwarding {...props} />
      <CheckField
        label={t("bulk.force")}
        hint={t("bulk.forceHint")}
        isChecked={props.form.isForced}
        onChecked={(isForced) => props.onForm({ isForced })}
      />
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

function Destinations({ form, records, errors, onForm }: FieldsProps) {
  const example = firstChanged(form, records);
  const hasChange = form.find !== "" || form.paramsSet !== "" || form.paramsRemove.length > 0;
  return (
    <Part title={t("bulk.destination")}>
      <div class="columns">
        <TextField
          label={t("bulk.find")}
          hint={t("bulk.findHint")}
          value={form.find}
          onValue={(find) => onForm({ find })}
          errors={errors["destination_find"]}
          placeholder="www.old.example"
        />
        <TextField
          label={t("bulk.replace")}
          value={form.replace}
          onValue={(replace) => onForm({ replace })}
          errors={errors["destination_replace"]}
          placeholder="www.new.example"
        />
      </div>
      <div class="columns">
        <Field
          label={t("bulk.paramsSet")}
          hint={t("bulk.paramsSetHint")}
          errors={errors["destination_params.set"]}
        >
          {(control) => (
            <textarea
              class="input mono"
              rows={2}
              placeholder="utm_source=print"
              {...control}
              value={form.paramsSet}
              onInput={(event) => onForm({ paramsSet: event.currentTarget.value })}
            />
          )}
        </Field>
        <TagInput
          label={t("bulk.paramsRemove")}
          hint={t("bulk.paramsRemoveHint")}
          values={form.paramsRemove}
          onValues={(paramsRemove) => onForm({ paramsRemove })}
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

function Tags({ form, errors, onForm }: FieldsProps) {
  const tags = useRead<Page<Tag>>({
    key: ["tags", "names"],
    read: (signal) => call("GET", "/tags", { query: { per_page: 500 }, signal }),
  });
  const names = tags.data?.data.map(({ name }) => name) ?? [];
  return (
    <Part title={t("bulk.tags")}>
      <div class="columns">
        <TagInput
          label={t("bulk.tagsAdd")}
          values={form.tagsAdd}
          onValues={(tagsAdd) => onForm({ tagsAdd })}
          suggestions={names}
          errors={errors["tags_add"]}
        />
        <TagInput
          label={t("bulk.tagsRemove")}
          values={form.tagsRemove}
          onValues={(tagsRemove) => onForm({ tagsRemove })}
          suggestions={names}
          errors={errors["tags_remove"]}
        />
      </div>
    </Part>
  );
}

function State({ form, errors, onForm }: FieldsProps) {
  return (
    <Part title={t("bulk.state")}>
      <div class="columns">
        <SelectField
          label={t("column.type")}
          value={form.type}
          options={[
            { value: "", label: t("bulk.asIs") },
            // A stored page has no destination, so this type is not offered for many records at once.
            ...REDIRECT_TYPES.filter((type) => type !== "html").map((type) => ({
              value: type,
              label: t(`type.${type}`),
            })),
          ]}
          onValue={(type) => onForm({ type })}
          errors={errors["set.type"]}
        />
        <SelectField
          label={t("facet.status")}
          value={form.status}
          options={[
            { value: "", label: t("bulk.asIs") },
            { value: "paused", label: t("status.paused") },
            { value: "active", label: t("status.active") },
          ]}
          onValue={(status) => onForm({ status: status as BulkForm["status"] })}
          errors={errors["set.status"]}
        />
      </div>
      <div class="columns">
        <SelectField
          label={t("facet.expired")}
          value={form.expiry}
          options={[
            { value: "", label: t("bulk.asIs") },
            { value: "at", label: t("bulk.expiresAt") },
            { value: "never", label: t("bulk.expiresNever") },
          ]}
          onValue={(expiry) => onForm({ expiry: expiry as BulkForm["expiry"] })}
        />
        {form.expiry === "at" && (
          <TextField
            label={t("form.expires")}
            type="datetime-local"
            value={form.expiresAt}
            onValue={(expiresAt) => onForm({ expiresAt })}
            errors={errors["set.expires"]}
          />
        )}
        {form.expiry === "at" && (
          <TextField
            label={t("form.expiredUrl")}
            type="url"
            value={form.expiredUrl}
            onValue={(expiredUrl) => onForm({ expiredUrl })}
            errors={errors["set.expired_url"]}
          />
        )}
      </div>
    </Part>
  );
}

function Forwarding({ form, onForm }: FieldsProps) {
  const yesOrNo = (name: "forwardPath" | "forwardQuery" | "notify", label: string) => (
    <SelectField
      label={label}
      value={form[name]}
      options={[
        { value: "", label: t("bulk.asIs") },
        { value: "true", label: t("bulk.yes") },
        { value: "false", label: t("bulk.no") },
      ]}
      onValue={(value) => onForm({ [name]: value })}
    />
  );
  return (
    <Part title={t("bulk.forward")}>
      <div class="columns">
        {yesOrNo("forwardPath", t("form.forwardPath"))}
        {yesOrNo("forwardQuery", t("form.forwardQuery"))}
        {yesOrNo("notify", t("form.notify"))}
      </div>
    </Part>
  );
}
