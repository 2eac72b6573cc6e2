import { env } from "cloudflare:workers";
import { vi } from "vitest";
import { answerFromZone, type ChainStyle, type DnsQuestion, type DnsZone } from "./dns-zone.ts";

/** A resolver of DNS over HTTPS for tests: `fetch` to `DOH_URL` is answered here, all else goes on. */

export type { DnsQuestion };

export interface FakeDns {
  /** Those about where hostnames lead; what is asked for proofs is left out. */
  questions: DnsQuestion[];
  restore(): void;
}

export function answerDns(answer: (question: DnsQuestion) => Response | Promise<Response>): FakeDns {
  const questions: DnsQuestion[] = [];
  const goOn = globalThis.fetch.bind(globalThis);
  const spy = vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const request = new Request(input, init);
    if (!request.url.startsWith(env.DOH_URL)) return goOn(request);
    const { searchParams } = new URL(request.url);
    const question = { name: searchParams.get("name") ?? "", type: searchParams.get("type") ?? "" };
    if (!isAboutProof(question)) questions.push(question);
    return answer(question);
  });
  return { questions, restore: () => spy.mockRestore() };
}

function isAboutProof({ name, type }: DnsQuestion): boolean {
  return type === "TXT" || name === `signpost-check.${env.CNAME_TARGET}`;
}

/** A resolver that knows a zone. */
export function serveZone(zone: DnsZone, style?: ChainStyle): FakeDns {
  return answerDns((question) => {
    const answer = answerFromZone(zone, question, style);
    if (answer === null) return new Promise<never>(() => {});
    return new Response(answer.body, { status: answer.httpStatus });
  });
}

const TYPES: Record<string, number> = { A: 1, NS: 2, CNAME: 5, SOA: 6, TXT: 16, AAAA: 28 };

/** An `application/dns-json` document as resolvers answer it; records are `[type, data]`. */
export function dnsJson(
  { name, type }: DnsQuestion,
  { status = 0, records = [] }: { status?: number; records?: [type: string, data: string][] } = {},
): Response {
  const body = {
    Status: status,
    TC: false,
    RD: true,
    RA: true,
    AD: false,
    CD: false,
    Question: [{ name, type: TYPES[type] }],
    ...(records.length > 0 && {
      Answer: records.map(([type, data]) => ({ name: `${name}.`, type: TYPES[type], TTL: 300, data })),
    }),
  };
  return new Response(JSON.stringify(body), { headers: { "Content-Type": "application/dns-json" } });
}
