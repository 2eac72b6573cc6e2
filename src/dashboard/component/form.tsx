import type { ComponentChildren, JSX } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { ApiError } from "../api/client.ts";
import { Button } from "./button.tsx";
import { CancelButton, Dialog } from "./dialog.tsx";
import { type Errors, errorsLeft } from "./errors-left.ts";
import { ErrorNotice } from "./state.tsx";

export interface FormPart<Form> {
  form: Form;
  set: (changed: Partial<Form>) => void;
  errors: Errors;
}

/** Returns the reasons of fields and of the fields below them. */
export function errorsAt(errors: Errors, ...paths: string[]): string[] {
  return Object.entries(errors).flatMap(([name, reasons]) =>
    paths.some((path) => name === path || name.startsWith(`${path}.`)) ? reasons : [],
  );
}

function errorsBelow(errors: Errors, path: string): Errors {
  return Object.fromEntries(
    Object.entries(errors).flatMap(([name, reasons]) =>
      name.startsWith(`${path}.`) ? [[name.slice(path.length + 1), reasons]] : [],
    ),
  );
}

/** Returns the part of a form for the members of one of its members. */
export function within<Form, Name extends keyof Form & string>(
  { form, set, errors }: FormPart<Form>,
  name: Name,
): FormPart<Form[Name]> {
  return {
    form: form[name],
    set: (changed) => set({ [name]: { ...form[name], ...changed } } as unknown as Partial<Form>),
    errors: errorsBelow(errors, name),
  };
}

type ItemOf<List> = List extends (infer Item)[] ? Item : never;

/** Returns the parts of a form for the items of one of its lists, and what changes the list. */
export function itemsOf<Form, Name extends keyof Form & string>(
  { form, set, errors }: FormPart<Form>,
  name: Name,
) {
  type Item = ItemOf<Form[Name]>;
  const items = form[name] as Item[];
  const write = (next: Item[]) => set({ [name]: next } as unknown as Partial<Form>);
  return {
    parts: items.map((item, index): FormPart<Item> => ({
      form: item,
      set: (changed) => write(items.with(index, { ...(item as object), ...changed } as Item)),
      errors: errorsBelow(errors, `${name}.${index}`),
    })),
    add: (item: Item) => write([...items, item]),
    remove: (index: number) => write(items.toSpliced(index, 1)),
    swap: (one: number, other: number) =>
      write(items.map((item, at) => items[at === one ? other : at === other ? one : at] ?? item)),
  };
}

/** Binds a field to a member of a form. @param path of its errors, where it is not the name of the member */
export function bind<Form, Name extends keyof Form & string>(
  { form, set, errors }: FormPart<Form>,
  name: Name,
  path: string = name,
) {
  return {
    value: form[name],
    onValue: (value: Form[Name]) => set({ [name]: value } as unknown as Partial<Form>),
    errors: errorsAt(errors, path),
  };
}

export function useSubmission() {
  const [failure, setFailure] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const submit = async (work: () => Promise<void>) => {
    setBusy(true);
    setFailure(null);
    try {
      await work();
    } catch (error) {
      setFailure(error);
    }
    // Rendered together with the error: a disabled field takes no focus.
    setBusy(false);
  };
  const errors: Errors = failure instanceof ApiError ? (failure.body.errors ?? {}) : {};
  return { failure, errors, isBusy, submit };
}

/**
 * As `useSubmission`, for a form: an error goes as soon as its field is changed, and the failure with the last of them.
 * @param now the values of the form by the names of its fields
 */
export function useFormSubmission(now: object, also?: Record<string, string>) {
  const [sent, setSent] = useState(now);
  const { failure, errors, isBusy, submit } = useSubmission();
  const hasFields = Object.keys(errors).length > 0;
  // What no field is to blame for may be right after any change.
  const left = errorsLeft(hasFields ? errors : { "": [] }, { sent, now, also });
  return {
    failure: Object.keys(left).length === 0 ? null : failure,
    errors: hasFields ? left : {},
    isBusy,
    submit: (work: () => Promise<void>) => {
      setSent(now);
      return submit(work);
    },
  };
}

/** Has the browser say at the first field that holds half a date, or half a number, that it does: such a field has no value. */
function refuseUnreadable(form: HTMLFormElement): boolean {
  const field = [...form.elements].find(
    (one): one is HTMLInputElement => one instanceof HTMLInputElement && one.validity.badInput,
  );
  openSection(field);
  field?.reportValidity();
  return field !== undefined;
}

function openSection(field: Element | null | undefined): void {
  field?.closest("details")?.setAttribute("open", "");
}

interface FormProps extends Omit<JSX.IntrinsicElements["form"], "onSubmit" | "ref"> {
  /** The error of the last attempt; null for none. Its first refused field gets the focus. */
  failure: unknown;
  onSend: () => void;
}

/** A form that Ctrl-Enter sends, too. */
export function Form({ failure, onSend, ...rest }: FormProps) {
  const box = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => {
    if (failure === null) return;
    const field = box.current?.querySelector<HTMLElement>("[aria-invalid=true]");
    openSection(field);
    field?.focus();
  }, [failure]);
  return (
    <form
      class="stack"
      {...rest}
      ref={box}
      onSubmit={(event) => {
        event.preventDefault();
        if (!refuseUnreadable(event.currentTarget)) onSend();
      }}
      onKeyDown={(event) => {
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) box.current?.requestSubmit();
      }}
    />
  );
}

interface DialogProps<Values> {
  title: string;
  /** The initial values. The errors of other names stand above the fields. */
  first: Values;
  sendLabel: string;
  busyLabel?: string;
  isDangerous?: boolean;
  /** Says whether enough is filled in to send it. */
  isReady?: (form: Values) => boolean;
  send: (form: Values) => Promise<void>;
  other?: { label: string; send: () => Promise<void> };
  onClose: () => void;
  children: (part: FormPart<Values>) => ComponentChildren;
}

/** A small form in the middle of the page. */
export function FormDialog<Values extends object>({ title, first, other, ...props }: DialogProps<Values>) {
  const { sendLabel, busyLabel = sendLabel, isDangerous = false, isReady = () => true, onClose } = props;
  const [form, setForm] = useState(first);
  const { failure, errors, isBusy, submit } = useFormSubmission(form);
  const canSend = isReady(form) && !isBusy;
  const set = (fields: Partial<Values>) => setForm((old) => ({ ...old, ...fields }));
  return (
    <Dialog title={title} onClose={onClose}>
      <Form failure={failure} onSend={() => canSend && void submit(() => props.send(form))}>
        <ErrorNotice failure={failure} fields={Object.keys(form)} />
        {props.children({ form, set, errors })}
        <div class="line">
          <Button
            type="submit"
            kind={isDangerous ? "bad" : "main"}
            disabled={!canSend}
            label={isBusy ? busyLabel : sendLabel}
          />
          {other !== undefined && (
            <Button
              kind="bad"
              disabled={isBusy}
              onClick={() => void submit(other.send)}
              label={other.label}
            />
          )}
          <CancelButton onClick={onClose} />
        </div>
      </Form>
    </Dialog>
  );
}
