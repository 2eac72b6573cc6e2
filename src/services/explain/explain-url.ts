import { parseVisitedUrl } from "../../domain/check/check-url.ts";
import { addFieldError, type FieldErrors } from "../../domain/field-error.ts";
import { isAtLeast } from "../../domain/role.ts";
import { explainVisit } from "../../explain/explain.ts";
import type { Explanation } from "../../explain/explanation.ts";
import type { Question } from "../../explain/question.ts";
import type { ServiceContext } from "../context.ts";
import { requireRoleWithin } from "../require-role.ts";
import { done, failed, invalid, type Draft, type Result } from "../result.ts";

export type { Explanation };

/** A question as a caller asks it: a missing moment is now. */
export interface ExplainInput {
  url?: string;
  as?: Partial<Omit<Question, "url">> & { isHttps?: boolean | undefined; isHeld?: boolean | undefined };
}

/** Headers that carry a secret, or what other members of a question say. */
const REFUSED_HEADERS = ["x-link-password", "cookie", "authorization"];

/**
 * Explains what a visitor of a URL would get (contract 30). Counts no click and uses up nothing.
 * @param place of the edge that the call reached, as the platform names it; null where it does not say
 */
export async function explainUrl(
  ctx: ServiceContext,
  { fields, errors }: Draft<ExplainInput>,
  place: string | null,
): Promise<Result<Explanation>> {
  const refused = requireRoleWithin(ctx, "viewer");
  if (refused !== null) return refused;
  const { url, as = {} } = fields;
  if (as.isUnlocked === true && !isAtLeast(ctx.caller.role, "editor")) {
    return failed({ code: "role_too_low", needed: "editor" });
  }
  const question = toQuestion(url, as, ctx.nowMs, errors);
  if (question === null || Object.keys(errors).length > 0) return invalid(errors);
  const { env, nowMs, caller } = ctx;
  const includesWaiting = as.isHeld === true;
  const request = { reach: caller.reach, question, includesWaiting, place, nowMs };
  return done(await explainVisit(env, request));
}

function toQuestion(
  url: string | undefined,
  { headers = {}, isHttps, isHeld: _, ...as }: NonNullable<ExplainInput["as"]>,
  nowMs: number,
  errors: FieldErrors,
): Question | null {
  for (const [name, value] of Object.entries(headers)) {
    const reason = findHeaderProblem(name, value);
    if (reason !== null) addFieldError(errors, `as.headers.${name}`, reason);
  }
  if (url === undefined) return null;
  const parsed = parseVisitedUrl(url, isHttps);
  if (parsed === null)
    addFieldError(errors, "url", "must be a URL of http or https, such as go.example.com/abc");
  return parsed === null ? null : { atMs: nowMs, ...as, headers, url: parsed };
}

function findHeaderProblem(name: string, value: string): string | null {
  if (REFUSED_HEADERS.includes(name.toLowerCase())) {
    return name.toLowerCase() === "cookie" ? "is not taken: as.unlocked stands for it" : "is not taken";
  }
  try {
    return new Headers([[name, value]]).has(name) ? null : "is not a header";
  } catch {
    return "is not a header";
  }
}
