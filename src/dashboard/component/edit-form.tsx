import type { ComponentChildren } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";
import { ApiError } from "../api/client.ts";
import { sayField } from "../text/say-field.ts";
import { t } from "../text/text.ts";
import { Button } from "./button.tsx";
import { CancelButton, Dialog } from "./dialog.tsx";
import { ErrorSummary } from "./state.tsx";
import { Form, type FormPart, useFormSubmission } from "./form.tsx";
import { changeOf, type Fields, keepTyped } from "./keep-typed.ts";

/** A form with the version of its data; null if the API has no versions for them. */
interface Edition<Values> {
  form: Values;
  version: string | null;
}

interface EditProps<Values> {
  /** The initial values of the form. Newer values replace them only while nothing is changed (contract 32.30). */
  first: Edition<Values>;
  toFields: (form: Values) => Fields;
  labelOf: (field: string) => string;
  /** For the errors of a field that depend on a second one: the name of that one. */
  also?: Record<string, string>;
  /**
   * Writes the changed fields, and returns the stored state; null if the form stays as it is.
   * @throws ApiError 412 if another user was faster
   */
  save: (change: Fields, version: string | null, form: Values) => Promise<Edition<Values> | null>;
  /** Reads the stored state, for the comparison after a 412. */
  readNow?: () => Promise<Edition<Values>>;
  onDirty?: (isDirty: boolean) => void;
  disabled?: boolean;
  children: (part: FormPart<Values>) => ComponentChildren;
  aside?: (form: Values) => ComponentChildren;
  /** For a form whose button stands elsewhere: the id by which the button sends it. */
  id?: string;
  onBusy?: (isBusy: boolean) => void;
  /** Says whether nothing is stored yet, so that the form can be sent unchanged, and takes no input while it is sent. */
  isNew?: boolean;
}

/** A form that writes only changed fields, and shows both versions if another user was faster. */
export function EditForm<Values extends object>({ first, toFields, labelOf, ...props }: EditProps<Values>) {
  const { disabled = false, isNew = false, onDirty, onBusy } = props;
  const [opened, setOpened] = useState(first);
  const [form, setForm] = useState(first.form);
  const [theirs, setTheirs] = useState<Edition<Values> | null>(null);
  const fields = toFields(form);
  // The API names its fields in an error, and a form what only the form knows.
  const { failure, errors, isBusy, submit } = useFormSubmission({ ...fields, ...form }, props.also);
  const change = changeOf(fields, toFields(opened.form));
  const isDirty = Object.keys(change).length > 0;
  useLayoutEffect(() => onDirty?.(isDirty), [isDirty]);
  useLayoutEffect(() => onBusy?.(isBusy), [isBusy]);
  // A newer version would make the old values look like changes of the user.
  useLayoutEffect(() => {
    if (isDirty && JSON.stringify(first.form) !== JSON.stringify(opened.form)) return;
    setOpened(first);
    // A field may have filled itself in while it was drawn.
    if (!isDirty) setForm((now) => keepTyped(first.form, form, now));
  }, [JSON.stringify(first)]);
  const save = (over: string | null) =>
    submit(async () => {
      try {
        const stored = await props.save(change, over, form);
        if (stored === null) return;
        setOpened(stored);
        setForm((now) => keepTyped(stored.form, form, now));
      } catch (error) {
        const isStale = error instanceof ApiError && error.status === 412;
        const now = isStale && (await props.readNow?.().catch(() => null));
        if (!now) throw error;
        setTheirs(now);
      }
    });
  return (
    <Form
      id={props.id}
      class={props.aside === undefined ? "stack" : "editor"}
      noValidate
      failure={failure}
      onSend={() => (isDirty || isNew) && !isBusy && void save(opened.version)}
    >
      <fieldset class="stack" disabled={disabled || (isNew && isBusy)}>
        {failure !== null && <ErrorSummary failure={failure} errors={errors} labelOf={labelOf} />}
        {props.children({ form, set: (changed) => setForm((old) => ({ ...old, ...changed })), errors })}
        {!disabled && props.id === undefined && (
          <div class="line">
            <Button
              type="submit"
              kind="main"
              disabled={isBusy || !isDirty}
              label={isBusy ? t("form.saving") : t("form.save")}
            />
          </div>
        )}
      </fieldset>
      {props.aside?.(form)}
      {theirs !== null && (
        <Conflict
          was={toFields(opened.form)}
          mine={fields}
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
    </Form>
  );
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

interface ConflictProps {
  /** The initial value of the form, its present value, and the stored value. */
  was: Fields;
  mine: Fields;
  theirs: Fields;
  labelOf: (field: string) => string;
  onClose: () => void;
  onTakeTheirs: () => void;
  /** Overwrites the stored version with the changes of the form. */
  onKeepMine: () => void;
}

/** Shows the changes of the form next to the changes that another user has made in between. */
function Conflict({ was, mine, theirs, labelOf, ...on }: ConflictProps) {
  const text = (value: unknown) => JSON.stringify(value) ?? "";
  const names = [...new Set([...Object.keys(mine), ...Object.keys(theirs)])].filter(
    (name) => text(mine[name]) !== text(was[name]) || text(theirs[name]) !== text(was[name]),
  );
  return (
    <Dialog title={t("conflict.title")} onClose={on.onClose}>
      <p>{t("conflict.text")}</p>
      <table class="table-plain small">
        <thead>
          <tr>
            <th scope="col">{t("conflict.field")}</th>
            <th scope="col">{t("conflict.mine")}</th>
            <th scope="col">{t("conflict.theirs")}</th>
          </tr>
        </thead>
        <tbody>
          {names.map((name) => (
            <tr key={name}>
              <th scope="row">{labelOf(name)}</th>
              <td class="break">{name === "password" ? "••••" : sayField(name, mine[name])}</td>
              <td class="break">{sayField(name, theirs[name])}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div class="line">
        <Button kind="main" onClick={on.onKeepMine} label={t("conflict.keepMine")} />
        <Button onClick={on.onTakeTheirs} label={t("conflict.takeTheirs")} />
        {/* A key that was pressed for the form must not overwrite anything. */}
        <CancelButton onClick={on.onClose} autofocus />
      </div>
    </Dialog>
  );
}
