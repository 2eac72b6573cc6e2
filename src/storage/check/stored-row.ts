import type { Refusal } from "../../domain/refusal/refusal.ts";
import { say } from "../../domain/refusal/say.ts";
import { fromTexts } from "../../domain/refusal/stored.ts";

/** A reason as text, as 0.2.0 reads and writes it, and its code beside. Empty for none. */
export type Stored<Row extends { reason: Refusal | null }> = Omit<Row, "reason"> & {
  reason: string;
  code?: Refusal;
};

export function toStoredReason<Row extends { reason: Refusal | null }>({ reason, ...row }: Row): Stored<Row> {
  return reason === null ? { ...row, reason: "" } : { ...row, reason: say(reason), code: reason };
}

export function fromStoredReason<Row extends { reason: Refusal | null }>({
  reason,
  code,
  ...row
}: Stored<Row>): Row {
  return { ...row, reason: readReason(reason === "" ? null : reason, code) } as unknown as Row;
}

/** Returns the reason of a text and its code, which is absent where 0.2.0 has written it. */
export function readReason(text: string | null, code: Refusal | undefined): Refusal | null {
  return text === null ? null : (fromTexts([text], code && [code])[0] ?? null);
}
