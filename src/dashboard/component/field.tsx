import type { ComponentChildren, JSX } from "preact";
import { useId } from "preact/hooks";
import { Reasons } from "./reasons.tsx";

interface FieldProps {
  label: string;
  hint?: ComponentChildren;
  /** The reasons of a 422. */
  errors?: readonly string[] | undefined;
  /** Says whether only screen readers get the label. */
  isLabelHidden?: boolean;
  children: (props: FieldControl) => JSX.Element;
}

/** The attributes that connect a control to its label, hint and errors. */
export interface FieldControl {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": boolean | undefined;
}

/** A control with its label, a hint and its errors. */
export function Field({ label, hint, errors = [], isLabelHidden = false, children }: FieldProps) {
  const id = useId();
  const described = [hint !== undefined && `${id}-hint`, errors.length > 0 && `${id}-error`].filter(Boolean);
  return (
    <div class="field">
      <label class={isLabelHidden ? "aloud" : "field-label"} for={id}>
        {label}
      </label>
      {children({
        id,
        "aria-describedby": described.length === 0 ? undefined : described.join(" "),
        "aria-invalid": errors.length > 0 ? true : undefined,
      })}
      {hint !== undefined && (
        <div class="field-hint" id={`${id}-hint`}>
          {hint}
        </div>
      )}
      <FieldError id={`${id}-error`} errors={errors} />
    </div>
  );
}

export function FieldError({ id, errors = [] }: { id?: string; errors?: readonly string[] | undefined }) {
  if (errors.length === 0) return null;
  return (
    <div class="field-error" {...(id !== undefined && { id })}>
      <Reasons of={errors} />
    </div>
  );
}

type InputProps = Omit<FieldProps, "children"> & {
  value: string;
  onValue: (value: string) => void;
} & Omit<JSX.IntrinsicElements["input"], "label" | "value" | "role">;

/** A line of text with its label. */
export function TextField({ label, hint, errors, isLabelHidden, value, onValue, ...rest }: InputProps) {
  return (
    <Field
      label={label}
      {...(hint !== undefined && { hint })}
      errors={errors}
      {...(isLabelHidden !== undefined && { isLabelHidden })}
    >
      {(control) => (
        <input
          class="input"
          autocomplete="off"
          {...(rest as object)}
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

interface SelectProps extends Omit<FieldProps, "children"> {
  value: string;
  options: readonly Option[];
  onValue: (value: string) => void;
  disabled?: boolean;
}

/** A choice of one, with its label. */
export function SelectField({ value, options, onValue, disabled = false, ...field }: SelectProps) {
  return (
    <Field {...field}>
      {(control) => (
        <select
          class="input"
          {...control}
          value={value}
          disabled={disabled}
          onChange={(event) => onValue(event.currentTarget.value)}
        >
          {options.map((option) => (
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
  hint?: string;
  isChecked: boolean;
  onChecked: (isChecked: boolean) => void;
  disabled?: boolean;
}

/** A checkbox with its label. */
export function CheckField({ label, hint, isChecked, onChecked, disabled = false }: CheckProps) {
  const id = useId();
  return (
    <div class="check">
      <input
        type="checkbox"
        id={id}
        checked={isChecked}
        disabled={disabled}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onChange={(event) => onChecked(event.currentTarget.checked)}
      />
      <div>
        <label for={id}>{label}</label>
        {hint !== undefined && (
          <div class="field-hint" id={`${id}-hint`}>
            {hint}
          </div>
        )}
      </div>
    </div>
  );
}
