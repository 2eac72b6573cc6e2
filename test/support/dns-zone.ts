/** Zones as data, and what a resolver that speaks DNS over HTTPS (JSON form) makes of them. */

export interface DnsQuestion {
  name: string;
  type: string;
}

/** Records of a name, or how asking for it goes wrong. Names that a zone does not have are NXDOMAIN. */
export type ZoneEntry =
  | { A?: string[]; AAAA?: string[]; CNAME?: string; TXT?: string[] }
  | "servfail"
  | "refused"
  | "garbage"
  | "unavailable"
  | "hangs";

export type DnsZone = Record<string, ZoneEntry>;

/** Says whether answers contain all CNAME records of the chain, or only the first. */
export type ChainStyle = "whole" | "first";

export interface DohAnswer {
  httpStatus: number;
  body: string;
}

const TYPES: Record<string, number> = { A: 1, CNAME: 5, TXT: 16, AAAA: 28 };
const MAX_LINKS = 20;

/** The resolver's answer; null if it never answers. */
export function answerFromZone(
  zone: DnsZone,
  question: DnsQuestion,
  style: ChainStyle = "whole",
): DohAnswer | null {
  const records: object[] = [];
  let { name } = question;
  for (let links = 0; links <= MAX_LINKS; links++) {
    const entry = zone[name];
    switch (entry) {
      case undefined:
        return toAnswer(3, question, records);
      case "servfail":
        return toAnswer(2, question, records);
      case "refused":
        return toAnswer(5, question, records);
      case "garbage":
        return { httpStatus: 200, body: "<!doctype html><p>Sign in to this network" };
      case "unavailable":
        return { httpStatus: 503, body: "{}" };
      case "hangs":
        return null;
    }
    const next = entry.CNAME;
    if (next === undefined || question.type === "CNAME") {
      const own =
        question.type === "CNAME"
          ? next === undefined
            ? []
            : [`${next}.`]
          : recordsOf(entry, question.type);
      records.push(...own.map((data) => toRecord(name, question.type, data)));
      return toAnswer(0, question, records);
    }
    records.push(toRecord(name, "CNAME", `${next}.`));
    if (style === "first") return toAnswer(0, question, records);
    name = next;
  }
  // A resolver gives up on chains without end.
  return toAnswer(2, question, []);
}

function recordsOf(entry: Exclude<ZoneEntry, string>, type: string): string[] {
  if (type === "TXT") return (entry.TXT ?? []).map(toTextData);
  return (type === "A" ? entry.A : type === "AAAA" ? entry.AAAA : []) ?? [];
}

/** Chunks of at most 255 characters, each in quotes. */
function toTextData(text: string): string {
  const chunks = text.match(/.{1,255}/gs) ?? [""];
  return chunks.map((chunk) => `"${chunk.replaceAll(/["\\]/g, String.raw`\$&`)}"`).join(" ");
}

function toRecord(name: string, type: string, data: string): object {
  return { name: `${name}.`, type: TYPES[type], TTL: 300, data };
}

function toAnswer(status: number, { name, type }: DnsQuestion, records: object[]): DohAnswer {
  const body = {
    Status: status,
    TC: false,
    RD: true,
    RA: true,
    AD: false,
    CD: false,
    Question: [{ name, type: TYPES[type] }],
    ...(records.length > 0 && { Answer: records }),
  };
  return { httpStatus: 200, body: JSON.stringify(body) };
}
