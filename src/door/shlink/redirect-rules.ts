import { MAX_BODY_BYTES, readJsonObject } from "../../admin/body.ts";
import { unwrap } from "../../admin/request-context.ts";
import { updateLinkOf } from "../../admin/route/records.ts";
import { hasFieldErrors, type FieldErrors } from "../../domain/field-error.ts";
import type { LinkRecord } from "../../domain/record.ts";
import { fromShlinkRules, toShlinkRules } from "../../domain/rule/shlink-rule.ts";
import type { Call, Routes } from "./call.ts";
import { invalidData, problem } from "./problem.ts";
import { findShortUrl } from "./short-urls.ts";

/** Redirect rules, where both say the same (contract 35.13). */
export const ruleRoutes: Routes = {
  "GET short-urls/:/redirect-rules": ["viewer", async (call) => showRules((await findShortUrl(call)).record)],
  "POST short-urls/:/redirect-rules": ["editor", setRules],
};

/** @throws HttpError 409 if a rule says more than Shlink's do: a client would show less, and its write would lose it */
function showRules({ destinations, rules }: LinkRecord) {
  const redirectRules = toShlinkRules(rules);
  if (typeof redirectRules !== "number") return { defaultLongUrl: destinations[0] ?? "", redirectRules };
  const title = `Rule ${redirectRules + 1} says more than a redirect rule can: the dashboard shows it`;
  throw problem(409, "redirect-rules-conflict", title);
}

async function setRules(call: Call) {
  const { record } = await findShortUrl(call);
  showRules(record);
  const written = await readJsonObject(call.c, MAX_BODY_BYTES);
  const errors: FieldErrors = {};
  const rules = fromShlinkRules(written["redirectRules"], errors);
  if (hasFieldErrors(errors)) throw invalidData(errors);
  return showRules(unwrap(await updateLinkOf(call.ctx, record.id, { rules }, [record.version])).record);
}
