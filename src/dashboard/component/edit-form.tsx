import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { ApiError } from "../api/client.ts";
import { t } from "../text/text.ts";
import { Conflict } from "./conflict.tsx";
import { ErrorSummary } from "./error-summary.tsx";

/** Fields of the API with dotted names: `branding.color`. */
export type Fields = Record<string, unknown>;

/** The properties of each part of a form. */
export interface EditPart<Form> {
  form: Form;
  set: (changed: Partial<Form>) => void;
  /** The reasons of a 422, by dotted path. */
  errors: Record<string, string[]>;
}

/** A form with the version of its data; null if the API has no versions for them. */
export interface Edition<Form> {
  form: Form;
  version: string | null;
}

interface EditProps<Form> {
  /** The initial values of the form. Newer values replace them only while nothing is changed (contract 32.30). */
  first: Edition<Form>;
  toFields: (form: Form) => Fields;
  labelOf: (field: string) => string;
  /** Writes the changed fields, and returns the stored state. @throws ApiError 412 if another user was faster */
  save: (change: Fields, version: string | null) => Promise<Edition<Form>>;
  /** Reads the stored state, for the comparison after a 412. */
  readNow?: () => Promise<Edition<Form>>;
  onDirty?: (isDirty: boolean) => void;
  disabled?: boolean;
  children: (part: EditPart<Form>) => ComponentChildren;
}

/** A form that writes only changed fields, and shows both versions if another user was faster. */
export function EditForm<Form extends object>({
  first,
  toFields,
  labelOf,
  children,
  ...props
}: EditProps<Form>) {
  const { disabled = false, onDirty } = props;
  const [opened, setOpened] = useState(first);
  const [form, setForm] = useState(first.form);
  const [failure, setFailure] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const [theirs, setTheirs] = useState<Edition<Form> | null>(null);
  const box = useRef<HTMLFormElement>(null);
  const change = changeOf(toFields(form), toFields(opened.form));
  const isDirty = Object.keys(change).length > 0;
  const errors = failure instanceof ApiError ? (failure.body.errors ?? {}) : {};
  useEffect(() => onDirty?.(isDirty), [isDirty]);
  useEffect(() => {
    if (failure === null) return;
    const field = box.current?.querySelector<HTMLElement>("[aria-invalid=true]");
    field?.closest("details")?.setAttribute("open", "");
    field?.focus();
  }, [failure]);
  // A newer version would make the old values look like changes of the user.
  useEffect(() => {
    if (isDirty && JSON.stringify(first.form) !== JSON.stringify(opened.form)) return;
    setOpened(first);
    if (!isDirty) setForm(first.form);
  }, [JSON.stringify(first)]);
  const save = async (over: string | null) => {
    setBusy(true);
    setFailure(null);
    try {
      const stored = await props.save(change, over);
      setOpened(stored);
      setForm((now) => keepTyped(stored.form, form, now));
    } catch (error) {
      const isStale = error instanceof ApiError && error.status === 412 && props.readNow !== undefined;
      const now = isStale ? await props.readNow?.().catch(() => null) : null;
      if (now) setTheirs(now);
      else setFailure(error);
    }
    setBusy(false);
  };
  return (
    <form
      ref={box}
      class="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isDirty && !isBusy) void save(opened.version);
      }}
      onKeyDown={(event) => {
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) box.current?.requestSubmit();
      }}
    >
      {failure !== null && <ErrorSummary failure={failure} errors={errors} labelOf={labelOf} />}
      <fieldset class="stack" disabled={disabled}>
        {children({ form, set: (changed) => setForm((old) => ({ ...old, ...changed })), errors })}
        {!disabled && (
          <div class="line">
            <button type="submit" class="button button-main" disabled={isBusy || !isDirty}>
              {isBusy ? t("form.saving") : t("form.save")}
            </button>
          </div>
        )}
      </fieldset>
      {theirs !== null && (
        <Conflict
          was={toFields(opened.form)}
          mine={toFields(form)}
          theirs={toFields(theirs.form)}
          labelOf={labelOf}
          onClose={() => setTheirs(null)}
          onTakeTheirs={() => {
            setTheirs(null);
            setOpened(theirs);
            setForm(theirs.form);
          }}
          onKeepMine={() => {
            setTheirs(null);
            void save(theirs.version);
          }}
        />
      )}
    </form>
  );
}

/** Returns only the fields that differ. */
export function changeOf(now: Fields, first: Fields): Fields {
  return Object.fromEntries(
    Object.entries(now).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(first[name])),
  );
}

/** Returns what a write has stored, but the fields that the user has changed since it was sent (contract 32.40). */
export function keepTyped<Form extends object>(stored: Form, sent: Form, now: Form): Form {
  return { ...stored, ...changeOf(now as Fields, sent as Fields) };
}

/** Converts fields with dotted names to the format of the API: `{ "pages.404": "a" }` to `{ pages: { 404: "a" } }`. */
export function nest(fields: Fields): Fields {
  const nested: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    const [outer = "", inner] = name.split(/\.(.*)/s);
    if (inner === undefined) nested[outer] = value;
    else nested[outer] = { ...(nested[outer] as object | undefined), [inner]: value };
  }
  return nested;
}
