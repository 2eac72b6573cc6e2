import type { RecordSection } from "../records/filter.ts";
import { newForm, type RecordForm } from "./record-form.ts";

/** The values of the address that fill in the form of a new record. They leave the address when the form closes. */
export const FORM_VALUES = { source: undefined, to: undefined, forward: undefined };

/**
 * Returns the form of a new record with values of the address: `host`, and for a redirect its `source`, the
 * destination `to`, and `forward=path` if the path below the source is passed on.
 */
export function filledForm(section: RecordSection, values: Record<string, string>): RecordForm {
  const { host = "", source = "", to = "", forward } = values;
  const form = newForm(section, host);
  return {
    ...form,
    ...(source !== "" && section === "redirects" && { url: source }),
    ...(to !== "" && { destinations: [{ url: to, weight: "1" }] }),
    ...(forward === "path" && { forward_path: true }),
  };
}
