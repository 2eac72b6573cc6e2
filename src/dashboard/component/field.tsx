import type { ComponentChildren, JSX } from "preact";
import { useId, useState } from "preact/hooks";
import { Reasons } from "./state.tsx";

export interface FieldProps {
  label: string;
  hint?: ComponentChildren;
  errors?: readonly string[] | undefined;
  children: (props: FieldControl) => JSX.Element;
}

/** The attributes that connect a control to its label, hint and errors. */
interface FieldControl {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": boolean | undefined;
}

export function Field({ label, hint, errors = [], children }: FieldProps) {
  const id = useId();
  const described = [hint !== undefined && `${id}-hint`, errors.length > 0 && `${id}-error`].filter(Boolean);
  return (
    <div class="field">
      <label class="field-label" for={id}>
        {label}
      </label>
      {children({
        id,
        "aria-describedby": described.length === 0 ? undefined : described.join(" "),
        "aria-invalid": errors.length > 0 ? true : undefined,
      })}
      <Hint id={id} hint={hint} />
      <FieldError id={`${id}-error`} errors={errors} />
    </div>
  );
}

/** @param id of the control that the hint describes */
function Hint({ id, hint }: { id: string; hint: ComponentChildren }) {
  if (hint === undefined) return null;
  return (
    <div class="field-hint" id={`${id}-hint`}>
      {hint}
    </div>
  );
}

export function FieldError({ id, errors = [] }: { id?: string; errors?: readonly string[] | undefined }) {
  if (errors.length === 0) return null;
  return (
    <div class="field-error" id={id}>
      <Reasons of={errors} />
    </div>
  );
}

/** What a control of a kind gets: the properties of its field, its value, and the attributes of its element. */
type ControlProps<Tag extends "input" | "textarea"> = Omit<FieldProps, "children"> & {
  value: string;
  onValue: (value: string) => void;
} & Omit<JSX.IntrinsicElements[Tag], "label" | "value" | "role">;

/** @param props.suggestions values that the browser offers while somebody types */
export function TextField({
  label,
  hint,
  errors,
  value,
  onValue,
  suggestions = [],
  ...rest
}: ControlProps<"input"> & { suggestions?: readonly string[] }) {
  const list = useId();
  const offered: object = suggestions.length > 0 ? { list } : {};
  return (
    <Field label={label} hint={hint} errors={errors}>
      {(control) => (
        <>
          <input
            class="input"
            autocomplete="off"
            {...(rest as object)}
            {...control}
            {...offered}
            value={value}
            onInput={(event) => onValue(event.currentTarget.value)}
          />
          {suggestions.length > 0 && (
            <datalist id={list}>
              {suggestions.map((suggestion) => (
                <option key={suggestion} value={suggestion} />
              ))}
            </datalist>
          )}
        </>
      )}
    </Field>
  );
}

/** Several lines of text, as in a file, with their label. */
export function TextArea({ label, hint, errors, value, onValue, ...rest }: ControlProps<"textarea">) {
  return (
    <Field label={label} hint={hint} errors={errors}>
      {(control) => (
        <textarea
          class="input mono"
          spellcheck={false}
          {...rest}
          {...control}
          value={value}
          onInput={(event) => onValue(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

export interface Option {
  value: string;
  label: string;
}

interface SelectProps<Value extends string> extends Omit<FieldProps, "children"> {
  value: Value;
  /** A text is an option that is its own label. */
  options: readonly (Option | string)[];
  /** The label of the choice of nothing, which is the empty text. */
  none?: string;
  onValue: (value: Value) => void;
  disabled?: boolean;
}

export function SelectField<Value extends string>(props: SelectProps<Value>) {
  const { value, options, none, onValue, disabled = false, ...field } = props;
  const all = options.map((option) =>
    typeof option === "string" ? { value: option, label: option } : option,
  );
  return (
    <Field {...field}>
      {(control) => (
        <select
          class="input"
          {...control}
          value={value}
          disabled={disabled}
          onChange={(event) => onValue(event.currentTarget.value as Value)}
        >
          {[...(none === undefined ? [] : [{ value: "", label: none }]), ...all].map((option) => (
            <option key={option.value} value={option.value} selected={option.value === value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

interface CheckProps {
  label: string;
  hint?: ComponentChildren;
  value: boolean;
  onValue: (value: boolean) => void;
  disabled?: boolean;
}

export function CheckField({ label, hint, value, onValue, disabled = false }: CheckProps) {
  const id = useId();
  return (
    <div class="check">
      <input
        type="checkbox"
        id={id}
        checked={value}
        disabled={disabled}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onChange={(event) => onValue(event.currentTarget.checked)}
      />
      <div>
        <label for={id}>{label}</label>
        <Hint id={id} hint={hint} />
      </div>
    </div>
  );
}

/** Returns the attributes of a drop target for files; `data-over` is set while a file is above it. */
export function useDrop(onFile: (file: File | undefined) => void) {
  const [isOver, setOver] = useState(false);
  return {
    "data-over": isOver ? "" : undefined,
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      onFile(event.dataTransfer?.files[0]);
    },
  };
}
