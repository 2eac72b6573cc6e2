import { MAX_BODY_BYTES, readJsonObject } from "../../admin/body.ts";
import { unwrap } from "../../admin/request-context.ts";
import { updateLinkOf } from "../../admin/route/records.ts";
import { hasFieldErrors, type FieldErrors } from "../../domain/field-error.ts";
import { fromShlinkRules, toShlinkRules } from "../../domain/rule/shlink-rule.ts";
import type { RecordView } from "../../services/record/records.ts";
import type { Call } from "./call.ts";
import { invalidData, problem } from "./problem.ts";
import { findShortUrl } from "./short-urls.ts";

/** Redirect rules, where both say the same (contract 35.13). */

/** @throws HttpError 409 if a rule says more than Shlink's do: a client would show less, and its write would lose it */
export function showRules({ record: { destinations, rules } }: RecordView) {
  const redirectRules = toShlinkRules(rules);
  if (typeof redirectRules !== "number") return { defaultLongUrl: destinations[0] ?? "", redirectRules };
  const title = `Rule ${redirectRules + 1} says more than a redirect rule can: the dashboard shows it`;
  throw problem(409, "redirect-rules-conflict", title);
}

export async function setRules(call: Call) {
  const view = await findShortUrl(call);
  showRules(view);
  const written = await readJsonObject(call.c, MAX_BODY_BYTES);
  const errors: FieldErrors = {};
  const rules = fromShlinkRules(written["redirectRules"], errors);
  if (hasFieldErrors(errors)) throw invalidData(errors);
  const { id, version } = view.record;
  return showRules(unwrap(await updateLinkOf(call.ctx, id, { rules }, [version])));
}
