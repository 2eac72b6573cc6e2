import * as v from "valibot";
import {
  type DnsAnswer,
  type DnsRecord,
  type DnsType,
  DNS_TYPES,
  toDnsAnswer,
} from "../../domain/dns-answer.ts";
import { extendChain, type DnsChain } from "../../domain/dns-chain.ts";
import type { DnsProblem } from "../../domain/dns-judgement.ts";
import { refuse, type Refusal } from "../../domain/refusal/refusal.ts";
import { parseJson } from "../foreign-json.ts";

/** Asks a resolver over HTTPS, in the JSON form (contract 10.11). Failures are values; nothing here throws. */

/** The reason why a resolver gave no answer, which says nothing about the name. */
type DnsFailure = DnsProblem & { code: "timeout" | "unreachable" | "malformed" | "probe_failed" };

export type DnsReply<T> = { ok: true; value: T } | { ok: false; failure: DnsFailure };

export type AskDns = (name: string, type: DnsType) => Promise<DnsReply<DnsAnswer>>;

/** The longest time of all questions of one lookup together. */
const TIMEOUT_MS = 10_000;

/** Opens a resolver for one lookup. Each question is asked once. */
export function openResolver(dohUrl: string, timeoutMs: number = TIMEOUT_MS): AskDns {
  const signal = AbortSignal.timeout(timeoutMs);
  const asked = new Map<string, Promise<DnsReply<DnsAnswer>>>();
  return (name, type) => {
    const question = `${type} ${name}`;
    const answer = asked.get(question) ?? ask(dohUrl, name, type, signal);
    asked.set(question, answer);
    return answer;
  };
}

async function ask(
  dohUrl: string,
  name: string,
  type: DnsType,
  signal: AbortSignal,
): Promise<DnsReply<DnsAnswer>> {
  const url = new URL(dohUrl);
  url.searchParams.set("name", name);
  url.searchParams.set("type", type);
  let text: string;
  try {
    const response = await fetch(url, { headers: { Accept: "application/dns-json" }, signal });
    if (!response.ok) return failed("unreachable", refuse("asked_status", { status: response.status }));
    text = await response.text();
  } catch {
    return signal.aborted
      ? failed("timeout", refuse("asked_timeout"))
      : failed("unreachable", refuse("asked_not"));
  }
  const answer = readDnsAnswer(parseJson(text));
  if (answer === null) return failed("malformed", refuse("asked_malformed"));
  return { ok: true, value: answer };
}

function failed(code: DnsFailure["code"], said: Refusal): { ok: false; failure: DnsFailure } {
  return { ok: false, failure: { code, reason: refuse("last_check", { reason: said }) } };
}

/** The records of one type of a name, and the chain to them. */
interface Followed {
  chain: DnsChain;
  /** The response code of the last question. */
  status: number;
  records: DnsRecord[];
}

/**
 * Asks for a type of records, and follows the chain of CNAME records. An answer may have all records of the
 * chain or only the first. `isEnough` ends the lookup early.
 */
export async function followDns(
  ask: AskDns,
  start: DnsChain,
  type: DnsType,
  isEnough: (chain: DnsChain) => boolean = () => false,
): Promise<DnsReply<Followed>> {
  let before = start;
  for (;;) {
    const reply = await ask(before.end, type);
    if (!reply.ok) return reply;
    const { status, records: answered } = reply.value;
    const chain = extendChain(before, answered);
    const records = answered.filter((record) => record.type === type && record.name === chain.end);
    const isStuck = chain.links.length === before.links.length || chain.problem !== null;
    if (isStuck || status !== 0 || records.length > 0 || isEnough(chain)) {
      return { ok: true, value: { chain, status, records } };
    }
    before = chain;
  }
}

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
const RECORD = v.object({ type: v.number(), name: v.string(), data: v.pipe(v.string(), v.minLength(1)) });

const ANSWER = v.object({
  Status: v.pipe(v.number(), v.integer()),
  Answer: v.optional(v.nullable(v.array(v.union([OTHER_RECORD, RECORD])))),
});

export function readDnsAnswer(document: unknown): DnsAnswer | null {
  const { success, output } = v.safeParse(ANSWER, document);
  return success ? toDnsAnswer(output.Status, output.Answer ?? []) : null;
}
