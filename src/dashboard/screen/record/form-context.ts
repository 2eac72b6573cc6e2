import type { RecordForm } from "./record-form.ts";

/** What each part of the form gets. */
export interface FormPart {
  form: RecordForm;
  set: (changed: Partial<RecordForm>) => void;
  /** Reasons of a 422, by dotted path. */
  errors: Record<string, string[]>;
}

/** Returns the reasons of a field, and of what lies below it. */
export function errorsAt(errors: Record<string, string[]>, path: string): string[] {
  return Object.entries(errors).flatMap(([name, reasons]) =>
    name === path || name.startsWith(`${path}.`) ? reasons : [],
  );
}
