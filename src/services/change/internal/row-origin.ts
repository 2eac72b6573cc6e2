import { refuse } from "../../../domain/refusal/refusal.ts";
import { addFieldError, type FieldErrors } from "../../../domain/field-error.ts";
import { costOfHash } from "../../../domain/password-hash.ts";
import type { ServiceContext } from "../../context.ts";
import type { RowOrigin } from "../types.ts";

/** The most by which the cost of an imported hash may exceed the own cost, because each guess makes the Worker hash. */
const MAX_EXTRA_COST = 2;

/** Adds errors for the origin of a row: a time in the future, or a hash that costs too much (contract 28.18). */
export function addOriginErrors(
  { env, nowMs }: ServiceContext,
  { createdAtMs, passwordHash }: RowOrigin,
  errors: FieldErrors,
): void {
  if (createdAtMs !== undefined && createdAtMs > nowMs) {
    addFieldError(errors, "created_at", refuse("in_future"));
  }
  const maxCost = Number(env.BCRYPT_COST) + MAX_EXTRA_COST;
  if (passwordHash !== undefined && costOfHash(passwordHash) > maxCost) {
    addFieldError(errors, "password_hash", refuse("cost_too_high", { count: maxCost }));
  }
}
