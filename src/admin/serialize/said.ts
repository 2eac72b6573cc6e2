import type { FieldErrors } from "../../domain/field-error.ts";
import type { Refusal } from "../../domain/refusal/refusal.ts";
import { say } from "../../domain/refusal/say.ts";
import { mapFields, textsOf, textsOfFields } from "../../domain/refusal/stored.ts";

/** Refusals and warnings in answers: the English text, and beside it the code with its values (contract 9.23). */

type Shown = Required<Refusal>;

export function showCode({ code, values = {} }: Refusal): Shown {
  return { code, values };
}

export function showReason(reason: Refusal | null): { reason: string | null; reason_code: Shown | null } {
  return reason === null
    ? { reason: null, reason_code: null }
    : { reason: say(reason), reason_code: showCode(reason) };
}

export function showWarnings(warnings: readonly Refusal[]): { warnings: string[]; warning_codes: Shown[] } {
  return { warnings: textsOf(warnings), warning_codes: warnings.map(showCode) };
}

export function showFields<Name extends string>(
  name: Name,
  errors: FieldErrors | null,
): { [N in Name]: Record<string, string[]> | null } & { codes: Record<string, Shown[]> | null } {
  const codes = errors && mapFields(errors, (reasons) => reasons.map(showCode));
  return { [name]: errors && textsOfFields(errors), codes } as never;
}
