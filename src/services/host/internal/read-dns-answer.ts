import * as v from "valibot";
import { DNS_TYPES, toDnsAnswer, type DnsAnswer } from "../../../domain/dns-answer.ts";

/** A record of an unused type, of which only the type is required. */
const OTHER_RECORD = v.pipe(
  v.object({
    type: v.pipe(
      v.number(),
      v.check((type) => !DNS_TYPES.has(type)),
    ),
  }),
  v.transform(({ type }) => ({ type, name: "", data: "" })),
);
const RECORD = v.object({ type: v.number(), name: v.string(), data: v.pipe(v.string(), v.nonEmpty()) });

const ANSWER = v.object({
  Status: v.pipe(v.number(), v.integer()),
  Answer: v.nullish(v.array(v.union([OTHER_RECORD, RECORD]))),
});

export function readDnsAnswer(document: unknown): DnsAnswer | null {
  const { success, output } = v.safeParse(ANSWER, document);
  return success ? toDnsAnswer(output.Status, output.Answer ?? []) : null;
}
