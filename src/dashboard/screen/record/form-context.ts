import type { RecordForm } from "./record-form.ts";

/** The properties of each part of the form. */
export interface FormPart {
  form: RecordForm;
  set: (changed: Partial<RecordForm>) => void;
  /** The reasons of a 422, by dotted path. */
  errors: Record<string, string[]>;
}

/** Returns the reasons of a field and of the fields below it. */
export function errorsAt(errors: Record<string, string[]>, path: string): string[] {
  return Object.entries(errors).flatMap(([name, reasons]) =>
    name === path || name.startsWith(`${path}.`) ? reasons : [],
  );
}
