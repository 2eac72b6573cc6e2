import type { LinkRecord } from "../../api/types.ts";
import { sampleUrl } from "../record/preview-location.ts";
import { toForm } from "../record/record-form.ts";

/** Returns a URL that a record answers, without its scheme. */
export function sampleOf(record: LinkRecord): string {
  return sampleUrl({ ...toForm(record), forward_path: false, forward_query: false });
}
