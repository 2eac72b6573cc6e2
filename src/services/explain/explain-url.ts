import { refuse, type Refusal } from "../../domain/refusal/refusal.ts";
import { parseVisitedUrl } from "../../domain/check/check-url.ts";
import { addFieldError, type FieldErrors } from "../../domain/field-error.ts";
import { isAtLeast } from "../../domain/role.ts";
import { explainVisit, type Explanation } from "../../explain/explain.ts";
import type { Question } from "../../explain/question.ts";
import type { ServiceContext } from "../context.ts";
import { done, failed, invalid, type Draft, type Result } from "../result.ts";

export type { Explanation };

/** The question of a caller. The default time is now. */
export interface ExplainInput {
  url?: string;
  as?: Partial<Omit<Question, "url">> & { isHttps?: boolean | undefined; isHeld?: boolean | undefined };
}

/** The headers that a question may not have, because they contain a secret or repeat other members. */
const REFUSED_HEADERS = ["x-link-password", "cookie", "authorization"];

/**
 * Explains the answer that a visitor of a URL would get (contract 30). Counts no click and takes no place.
 * @param place the platform's name of the edge location that the call reached; null if it gives none
 */
export async function explainUrl(
  ctx: ServiceContext,
  { fields, errors }: Draft<ExplainInput>,
  place: string | null,
): Promise<Result<Explanation>> {
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
  if (parsed === null) addFieldError(errors, "url", refuse("not_explainable_url"));
  return parsed === null ? null : { atMs: nowMs, ...as, headers, url: parsed };
}

function findHeaderProblem(name: string, value: string): Refusal | null {
  if (REFUSED_HEADERS.includes(name.toLowerCase())) {
    return name.toLowerCase() === "cookie" ? refuse("unlocked_stands") : refuse("not_taken_explain");
  }
  try {
    return new Headers([[name, value]]).has(name) ? null : refuse("not_a_header");
  } catch {
    return refuse("not_a_header");
  }
}
