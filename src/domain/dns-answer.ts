import type { Hostname } from "./hostname.ts";

/** Converts the JSON answers of a resolver for DNS over HTTPS (contract 10.11). */

export type DnsType = "A" | "AAAA" | "CNAME" | "TXT";

export interface DnsRecord {
  type: DnsType;
  /** Lower case, without trailing dot, as is the data of a CNAME. */
  name: string;
  data: string;
}

export interface DnsAnswer {
  /** The response code: 0 if the name exists. */
  status: number;
  records: DnsRecord[];
}

export const DNS_TYPES: ReadonlyMap<number, DnsType> = new Map([
  [1, "A"],
  [5, "CNAME"],
  [16, "TXT"],
  [28, "AAAA"],
]);

interface ResolverRecord {
  type: number;
  name: string;
  data: string;
}

export function toDnsAnswer(status: number, answer: ResolverRecord[]): DnsAnswer {
  const records = answer.flatMap(({ type: number, name, data }) => {
    const type = DNS_TYPES.get(number);
    return type === undefined ? [] : [{ type, name: toDnsName(name), data: readData(type, data) }];
  });
  return { status, records };
}

/** Returns the form in which names are compared: in lower case and without the dot of the root. */
export function toDnsName(name: string): Hostname {
  return name.trim().toLowerCase().replace(/\.$/, "") as Hostname;
}

function readData(type: DnsType, data: string): string {
  switch (type) {
    case "CNAME":
      return toDnsName(data);
    case "TXT":
      return readText(data);
    case "A":
    case "AAAA":
      return data.trim().toLowerCase();
  }
}

const CHUNK = /"((?:[^"\\]|\\.)*)"/gs;

/** Parses the text of a TXT record: either bare, or quoted chunks of at most 255 bytes, which are joined. */
function readText(data: string): string {
  const text = data.trim();
  if (!text.startsWith('"')) return text;
  return Array.from(text.matchAll(CHUNK), ([, chunk = ""]) => unescape(chunk)).join("");
}

function unescape(chunk: string): string {
  return chunk.replace(/\\(\d{3}|.)/gs, (_, escaped: string) =>
    escaped.length === 3 ? String.fromCharCode(Number(escaped)) : escaped,
  );
}
