import { useEffect, useRef, useState } from "preact/hooks";
import { ApiError } from "../../api/client.ts";
import { keepAnswer } from "../../api/query.ts";
import { rememberKeys } from "../../api/remember-keys.ts";
import { keepTyped } from "../../component/edit-form.tsx";
import { ErrorSummary } from "../../component/error-summary.tsx";
import { Section } from "../../component/section.tsx";
import { fieldLabel } from "../../text/field-label.ts";
import { t } from "../../text/text.ts";
import { ConflictDialog } from "./conflict-dialog.tsx";
import { focusFirstError } from "./error-focus.ts";
import type { FormPart } from "./form-context.ts";
import { DestinationFields } from "./part/destination-fields.tsx";
import { ForwardFields, TypeFields, UtmFields } from "./part/forward-fields.tsx";
import { LocationPreview } from "./part/location-preview.tsx";
import {
  AccessFields,
  MonitorFields,
  NameFields,
  PluginFields,
  PreviewFields,
} from "./part/other-fields.tsx";
import { QrFields } from "./part/qr-fields.tsx";
import { RuleFields } from "./part/rule-fields.tsx";
import { SourceFields } from "./part/source-fields.tsx";
import { isLink, toChange, toForm, type RecordForm } from "./record-form.ts";
import { createRecord, updateRecord, type Loaded, type WrittenRecord } from "./save-record.ts";
import { useLinkHosts } from "./use-link-hosts.ts";

/** The initial values of a form, with the record that has them. */
interface Opened {
  /** Null for a new record. */
  loaded: Loaded | null;
  first: RecordForm;
}

interface EditorProps {
  latest: Opened;
  formId: string;
  mayWrite: boolean;
  onDirty: (isDirty: boolean) => void;
  isBusy: boolean;
  onBusy: (isBusy: boolean) => void;
  onSaved: (record: WrittenRecord) => void;
}

/** The form of a record, next to a preview of its redirect. */
export function RecordEditor({ latest, formId, mayWrite, isBusy, ...on }: EditorProps) {
  const [{ loaded, first }, setOpened] = useState(latest);
  const [form, setForm] = useState(first);
  const [failure, setFailure] = useState<unknown>(null);
  const [isConflict, setConflict] = useState(false);
  const [keyOf] = useState(rememberKeys);
  const box = useRef<HTMLFormElement>(null);
  const errors = failure instanceof ApiError ? (failure.body.errors ?? {}) : {};
  const set: FormPart["set"] = (changed) => setForm((old) => ({ ...old, ...changed }));
  const isDirty = Object.keys(toChange(form, first)).length > 0;
  useEffect(() => on.onDirty(isDirty), [isDirty]);
  // A newer version would make the old values look like changes of the user (contract 32.30).
  useEffect(() => {
    if (isDirty || latest.loaded?.etag === loaded?.etag) return;
    setOpened(latest);
    setForm(latest.first);
  }, [latest.loaded?.etag]);
  useEffect(() => {
    if (failure !== null && box.current !== null) focusFirstError(box.current);
  }, [failure]);
  const save = async (etag: string | null) => {
    on.onBusy(true);
    setFailure(null);
    try {
      if (loaded === null) on.onSaved(await createRecord(form, keyOf));
      else {
        const written = await updateRecord(loaded.record, form, first, etag);
        const stored = toForm(written.record);
        setOpened({ loaded: written, first: stored });
        setForm((now) => keepTyped(stored, form, now));
        on.onSaved(written.record);
      }
    } catch (error) {
      if (error instanceof ApiError && error.status === 412) setConflict(true);
      else setFailure(error);
    } finally {
      on.onBusy(false);
    }
  };
  // The hostname of a new link is from a list that may not be loaded yet.
  const isNewLink = loaded === null && isLink(form);
  const hosts = useLinkHosts(isNewLink);
  const lacksHost = isNewLink && form.host === "" && (hosts.isPending || hosts.known.length > 0);
  const [isWaiting, setWaiting] = useState(false);
  useEffect(() => {
    if (!isWaiting || lacksHost) return;
    setWaiting(false);
    void save(null);
  }, [isWaiting, lacksHost]);
  const submit = (event: Event) => {
    event.preventDefault();
    if (isBusy) return;
    if (lacksHost) {
      on.onBusy(true);
      setWaiting(true);
    } else void save(loaded?.etag ?? null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) box.current?.requestSubmit();
  };
  const part: FormPart = { form, set, errors };
  const id = loaded?.record.id ?? null;
  const leads = form.type !== "html" && form.type !== "gone";
  return (
    <form id={formId} ref={box} class="editor" onSubmit={submit} onKeyDown={onKeyDown} noValidate>
      {/* The answer opens another form, which would not have what is typed until then. */}
      <fieldset class="stack" disabled={!mayWrite || (isBusy && loaded === null)}>
        {failure !== null && <ErrorSummary failure={failure} errors={errors} labelOf={fieldLabel} />}
        {leads && (
          <DestinationFields
            destinations={form.destinations}
            routing={form.routing}
            errors={errors}
            onChange={set}
            isFocused={loaded === null && isLink(form)}
          />
        )}
        <SourceFields {...part} id={id} />
        <TypeFields {...part} isNew={loaded === null} />
        <NameFields {...part} />
        <Section title={t("section.forward")} isOpen={form.forward_path || form.forward_query}>
          <ForwardFields {...part} />
        </Section>
        <Section
          title={t("section.utm")}
          isOpen={hasErrors(errors, "utm") || Object.values(first.utm).some(Boolean)}
        >
          <UtmFields {...part} />
        </Section>
        {leads && (
          <Section title={t("section.rules")} count={form.rules.length} isOpen={hasErrors(errors, "rules")}>
            <RuleFields {...part} />
          </Section>
        )}
        <Section
          title={t("section.access")}
          isOpen={hasErrors(errors, "starts", "expires", "max_clicks", "expired_url", "password")}
        >
          <AccessFields {...part} hasPassword={loaded?.record.has_password ?? false} />
        </Section>
        {isLink(form) && (
          <Section title={t("section.qr")} isOpen={hasErrors(errors, "qr")}>
            <QrFields {...part} />
          </Section>
        )}
        <Section title={t("section.preview")} isOpen={hasErrors(errors, "preview")}>
          <PreviewFields {...part} />
        </Section>
        <Section
          title={t("section.plugins")}
          count={form.plugins.length}
          isOpen={hasErrors(errors, "plugins")}
        >
          <PluginFields {...part} />
        </Section>
        <Section title={t("section.monitor")} isOpen={hasErrors(errors, "is_notify")}>
          <MonitorFields {...part} />
        </Section>
      </fieldset>
      {leads && <LocationPreview form={form} />}
      {isConflict && loaded !== null && (
        <ConflictDialog
          id={loaded.record.id}
          form={form}
          first={first}
          onClose={() => setConflict(false)}
          onTakeTheirs={(theirs) => {
            setConflict(false);
            setOpened({ loaded: theirs, first: toForm(theirs.record) });
            setForm(toForm(theirs.record));
            void keepAnswer(["record", theirs.record.id], theirs);
          }}
          onKeepMine={(etag) => {
            setConflict(false);
            void save(etag);
          }}
        />
      )}
    </form>
  );
}

function hasErrors(errors: Record<string, string[]>, ...paths: string[]): boolean {
  return Object.keys(errors).some((name) =>
    paths.some((path) => name === path || name.startsWith(`${path}.`)),
  );
}
