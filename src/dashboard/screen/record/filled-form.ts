import type { Runtime } from "../records/filter.ts";
import { newForm, type RecordForm } from "./record-form.ts";

/** The values of the address that fill in the form of a new record; none of them outlives the form. */
export const FORM_VALUES = { source: undefined, to: undefined, forward: undefined };

/**
 * Returns the form of a new record with what the address says: `host`, and for a redirect its `source`, the
 * destination `to`, and `forward=path` where what is below the source is passed on.
 */
export function filledForm(runtime: Runtime, values: Record<string, string>): RecordForm {
  const { host = "", source = "", to = "", forward } = values;
  const form = newForm(runtime, host);
  return {
    ...form,
    ...(source !== "" && runtime === "redirects" && { url: source }),
    ...(to !== "" && { destinations: [{ url: to, weight: "1" }] }),
    ...(forward === "path" && { forward_path: true }),
  };
}
