import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Versioned } from "../../api/client.ts";
import { keepAnswer } from "../../api/query.ts";
import { rememberKeys } from "../../api/patient.ts";
import type { LinkRecord } from "../../api/types.ts";
import { EditForm } from "../../component/edit-form.tsx";
import { TextField } from "../../component/field.tsx";
import { bind, errorsAt } from "../../component/form.tsx";
import { formatMoment } from "../../component/moment.tsx";
import { fieldLabel } from "../../text/field.ts";
import { t } from "../../text/text.ts";
import { DestinationFields } from "./part/destination-fields.tsx";
import { RoutingEndFields } from "./part/routing-end-fields.tsx";
import {
  AccessFields,
  ForwardFields,
  MonitorFields,
  NameFields,
  PluginFields,
  TypeFields,
} from "./part/other-fields.tsx";
import { PreviewFields } from "./part/preview-fields.tsx";
import { LocationPreview } from "./part/location-preview.tsx";
import { RuleFields } from "./part/rule-fields.tsx";
import { SourceFields } from "./part/source-fields.tsx";
import { UtmFields } from "../utm/utm-fields.tsx";
import { isLink, type RecordForm, type RecordPart, toForm, toWrite } from "./record-form.ts";
import { checkWeights, createRecord, loadRecord, updateRecord, type WrittenRecord } from "./save-record.ts";
import { readUsualHost } from "./use-link-hosts.ts";

interface EditorProps {
  loaded: Versioned<LinkRecord> | null;
  first: RecordForm;
  formId: string;
  mayWrite: boolean;
  onDirty: (isDirty: boolean) => void;
  onBusy: (isBusy: boolean) => void;
  onSaved: (record: WrittenRecord) => void;
}

const toEdition = ({ body, etag }: Versioned<LinkRecord>) => ({ form: toForm(body), version: etag });
const leads = ({ type }: RecordForm) => type !== "html" && type !== "gone";

export function RecordEditor({ loaded, first, formId, mayWrite, onSaved, ...on }: EditorProps) {
  const [keyOf] = useState(rememberKeys);
  return (
    <EditForm<RecordForm>
      {...on}
      id={formId}
      first={{ form: first, version: loaded?.etag ?? null }}
      toFields={toWrite}
      labelOf={fieldLabel}
      disabled={!mayWrite}
      isNew={loaded === null}
      aside={(form) => leads(form) && <LocationPreview form={form} isSaved={loaded !== null} />}
      save={async (change, version, form) => {
        checkWeights(form);
        if (loaded === null) {
          // The list of hostnames may not be loaded yet (contract 32.29).
          const host = form.host === "" && isLink(form) ? await readUsualHost() : form.host;
          onSaved(await createRecord({ ...form, host }, keyOf));
          return null;
        }
        const written = await updateRecord(loaded.body, change, version);
        onSaved(written.body);
        return toEdition(written);
      }}
      readNow={async () => {
        const id = loaded?.body.id ?? "";
        const now = await loadRecord(id);
        await keepAnswer(["record", id], now);
        return toEdition(now);
      }}
    >
      {(part) => <RecordFields part={part} record={loaded?.body ?? null} />}
    </EditForm>
  );
}

/** All fields, in the order in which people need them; those that most do not need are in sections. @param props.record null for a new one */
function RecordFields({ part, record }: { part: RecordPart; record: LinkRecord | null }) {
  const { form, errors } = part;
  const isRefused = (...fields: string[]) => errorsAt(errors, ...fields).length > 0;
  const access = ["starts", "expires", "max_clicks", "expired_url", "password"];
  const [hadUtm] = useState(() => Object.values(form.utm).some(Boolean));
  const [isUnusual] = useState(() => form.type !== "302" || form.forward_path || form.forward_query);
  const isLinkForm = isLink(form);
  const answer = (
    <div class="stack">
      <TypeFields part={part} isNew={record === null} />
      <ForwardFields part={part} />
    </div>
  );
  return (
    <>
      {leads(form) && <DestinationFields part={part} isFocused={record === null && isLinkForm} />}
      {leads(form) && <RoutingEndFields part={part} />}
      <SourceFields part={part} id={record?.id ?? null} />
      {!isLinkForm && answer}
      <NameFields part={part} />
      <Section title={t("field.utm")} isOpen={isRefused("utm") || hadUtm} holds={setIf(hadUtm)}>
        <UtmFields part={part} isNew={record === null} />
      </Section>
      {leads(form) && (
        <Section
          title={t("field.click_id_param")}
          isOpen={isRefused("click_id_param")}
          holds={setIf(form.click_id_param !== "")}
        >
          <TextField label={t("clickId.label")} hint={t("clickId.hint")} {...bind(part, "click_id_param")} />
        </Section>
      )}
      <Section
        title={t("section.access")}
        isOpen={isRefused(...access)}
        holds={accessOf(form, record?.has_password ?? false)}
      >
        <AccessFields part={part} hasPassword={record?.has_password ?? false} />
      </Section>
      {leads(form) && (
        <Section title={t("field.rules")} count={form.rules.length} isOpen={isRefused("rules")}>
          <RuleFields part={part} />
        </Section>
      )}
      <Section
        title={t("field.preview")}
        isOpen={isRefused("preview")}
        holds={setIf(Object.values(form.preview).some(Boolean))}
      >
        <PreviewFields part={part} />
      </Section>
      {isLinkForm && (
        <Section title={t("section.answer")} isOpen={isRefused("type", "status") || isUnusual}>
          {answer}
        </Section>
      )}
      <Section
        title={t("field.description")}
        isOpen={isRefused("description")}
        holds={setIf(form.description !== "")}
      >
        <TextField label={t("field.description")} {...bind(part, "description")} />
      </Section>
      <Section title={t("field.is_notify")} isOpen={isRefused("is_notify")} holds={setIf(form.is_notify)}>
        <MonitorFields part={part} />
      </Section>
      <Section title={t("field.plugins")} count={form.plugins.length} isOpen={isRefused("plugins")}>
        <PluginFields part={part} />
      </Section>
    </>
  );
}

function setIf(isSet: boolean): string[] {
  return isSet ? [t("section.set")] : [];
}

/** Says what the section of start, end and password holds, in the words of its heading. */
function accessOf({ starts, expires, max_clicks, expired_url, password }: RecordForm, hadPassword: boolean) {
  const hasPassword = password === null ? hadPassword : password !== "";
  return [
    ...(starts === "" ? [] : [t("section.starts", { date: formatMoment(starts) })]),
    ...(expires === "" ? [] : [t("section.expires", { date: formatMoment(expires) })]),
    ...(max_clicks === "" ? [] : [t("section.atMost", { count: Number(max_clicks) || 0 })]),
    ...(expired_url === "" ? [] : [t("form.expiredUrl")]),
    ...(hasPassword ? [t("chip.password")] : []),
  ];
}

interface SectionProps {
  title: string;
  /** What is in it, for a reader who has not opened it. */
  holds?: readonly string[];
  count?: number;
  isOpen: boolean;
  children: ComponentChildren;
}

/** A collapsed part of a form that most users do not need. */
function Section({ title, holds = [], count = 0, isOpen, children }: SectionProps) {
  const box = useRef<HTMLDetailsElement>(null);
  // It stays open once its fields are right again: only people close it.
  useLayoutEffect(() => {
    if (isOpen && box.current !== null) box.current.open = true;
  }, [isOpen]);
  return (
    <details class="section" ref={box}>
      <summary>
        {title}
        {holds.length > 0 && <span class="small muted section-holds">{holds.join(" · ")}</span>}
        {count > 0 && <span class="chip">{count}</span>}
      </summary>
      <div class="section-body">{children}</div>
    </details>
  );
}
