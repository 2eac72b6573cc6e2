/** Parses answers of a resolver that speaks DNS over HTTPS in its JSON form (contract 10.11). */

export type DnsType = "A" | "AAAA" | "CNAME" | "TXT";

export interface DnsRecord {
  type: DnsType;
  /** Lower case, without trailing dot; so is the data of a CNAME. */
  name: string;
  data: string;
}

export interface DnsAnswer {
  /** The response code: 0 if the name exists. */
  status: number;
  records: DnsRecord[];
}

const TYPES = new Map<number, DnsType>([
  [1, "A"],
  [5, "CNAME"],
  [16, "TXT"],
  [28, "AAAA"],
]);

/** Reads the answer of a resolver; null if it is not one. Leaves out records of other types. */
export function toDnsAnswer(document: unknown): DnsAnswer | null {
  if (!isObject(document)) return null;
  const { Status: status, Answer: answer = [] } = document;
  if (!Number.isInteger(status) || !(answer === null || Array.isArray(answer))) return null;
  const records: DnsRecord[] = [];
  for (const item of (answer ?? []) as unknown[]) {
    if (!isObject(item) || typeof item["type"] !== "number") return null;
    const type = TYPES.get(item["type"]);
    if (type === undefined) continue;
    const { name, data } = item;
    if (typeof name !== "string" || typeof data !== "string" || data === "") return null;
    records.push({ type, name: toDnsName(name), data: readData(type, data) });
  }
  return { status: status as number, records };
}

/** Returns a name as names are compared: in lower case and without the dot of the root. */
export function toDnsName(name: string): string {
  return name.trim().toLowerCase().replace(/\.$/, "");
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

/** Reads the text of a TXT record: quoted chunks of at most 255 bytes that belong together, or bare. */
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

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
