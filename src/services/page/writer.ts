import { refuse, type Refusal } from "../../domain/refusal/refusal.ts";
import { addFieldError, type FieldErrors } from "../../domain/field-error.ts";
import { namedFiles } from "../../domain/named-files.ts";
import { isWhole } from "../../domain/reach.ts";
import { selectWriteProblem, type PageWriter } from "../../storage/page/write.ts";
import type { ServiceContext } from "../context.ts";

/** The reasons why a caller who is limited to some hostnames may not write a stored file (contract 27.9). */
export const FOREIGN = refuse("page_foreign");
const REASONS = { used_beyond: refuse("page_outside"), foreign: FOREIGN };

/** Returns the caller as the writer of stored files. A limited token often has the user of an owner, who made it. */
export function writerOf({ caller }: Pick<ServiceContext, "caller">): PageWriter {
  return { reach: caller.reach, id: caller.token.id };
}

export async function findWriteProblem(ctx: ServiceContext, name: string): Promise<Refusal | null> {
  const problem = await selectWriteProblem(ctx.env.DB, writerOf(ctx), name);
  return problem === null ? null : REASONS[problem];
}

/**
 * Adds an error for a file that the caller would begin to show although somebody else stored it and nothing shows it
 * (contract 27.14). Otherwise the caller could replace the file from then on, and whoever stored it would assign that.
 */
export async function addForeignError(
  ctx: ServiceContext,
  field: string,
  name: string | null | undefined,
  errors: FieldErrors,
): Promise<void> {
  if (name === null || name === undefined) return;
  if ((await findForeign(ctx, [name])).has(name)) addFieldError(errors, field, FOREIGN);
}

/** Adds an error for each such file that a record would begin to show. @param prefix of the fields: `set.` */
export async function addForeignErrors(
  ctx: ServiceContext,
  named: Parameters<typeof namedFiles>[0],
  errors: FieldErrors,
  prefix = "",
): Promise<void> {
  for (const [field, name] of namedFiles(named)) {
    await addForeignError(ctx, prefix + field, name, errors);
  }
}

/** Returns those of some files that the caller may not begin to show (contract 27.14). */
export async function findForeign(ctx: ServiceContext, names: Iterable<string>): Promise<Set<string>> {
  const foreign = new Set<string>();
  if (isWhole(ctx.caller.reach)) return foreign;
  for (const name of new Set(names)) {
    const problem = await selectWriteProblem(ctx.env.DB, writerOf(ctx), name);
    if (problem === "foreign") foreign.add(name);
  }
  return foreign;
}
