import { refuse, type Code, type Refusal, type ValuesOf } from "../../domain/refusal/refusal.ts";

/** A refusal as the text that valibot carries as the message of an issue, and back. */

export function message<C extends Code>(code: C, ...values: ValuesOf<C>): string {
  return toMessage(refuse(code, ...values));
}

export function toMessage(reason: Refusal): string {
  return JSON.stringify(reason);
}

/** A schema without a message of its own has one of valibot's. */
export function fromMessage(text: string): Refusal {
  return text.startsWith("{") ? (JSON.parse(text) as Refusal) : refuse("not_valid");
}
