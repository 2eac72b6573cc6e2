/** Looks a name up by DNS over HTTPS, JSON form, as visitors' resolvers would (contract 7.6). */

const TIMEOUT_MS = 5_000;
const TYPES = { A: 1, CNAME: 5, AAAA: 28 } as const;
const NO_ERROR = 0;
/** Answers of the domain's own servers, or for want of them: visitors get no address either. */
const FAILURES: Record<number, string> = { 2: "SERVFAIL", 3: "NXDOMAIN" };

export type Resolution =
  /** `names` are the aliases on the way to the addresses; there is one address at least. */
  | { kind: "found"; names: string[]; addresses: string[] }
  /** Nobody can reach the name. */
  | { kind: "failed"; reason: string }
  /** The resolver did not tell: that is our trouble, not the destination's. */
  | { kind: "unknown"; reason: string };

/** Never throws. */
export async function resolveAddress(dohUrl: string, name: string): Promise<Resolution> {
  const answers: DnsAnswer[] = [];
  // One after the other: an invocation has few connections, and checks share them.
  for (const type of ["A", "AAAA"] as const) {
    const answer = await ask(dohUrl, name, type).catch(() => null);
    const isTold = answer !== null && (answer.status === NO_ERROR || answer.status in FAILURES);
    if (!isTold) return { kind: "unknown", reason: "DNS could not be asked" };
    answers.push(answer);
  }
  const dataOf = (type: number) =>
    answers.flatMap(({ records }) =>
      records.filter((record) => record.type === type).map(({ data }) => data),
    );
  const addresses = [...dataOf(TYPES.A), ...dataOf(TYPES.AAAA)];
  if (addresses.length > 0) return { kind: "found", names: dataOf(TYPES.CNAME).map(toHostname), addresses };
  const failure = answers.map(({ status }) => FAILURES[status]).find((code) => code !== undefined);
  return { kind: "failed", reason: failure === undefined ? "DNS has no address" : `DNS says ${failure}` };
}

interface DnsAnswer {
  status: number;
  records: { type: number; data: string }[];
}

/** As the resolver writes it. */
interface DnsDocument {
  Status: number;
  Answer?: DnsAnswer["records"];
}

async function ask(dohUrl: string, name: string, type: keyof typeof TYPES): Promise<DnsAnswer> {
  const response = await fetch(`${dohUrl}?name=${encodeURIComponent(name)}&type=${type}`, {
    headers: { Accept: "application/dns-json" },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`the resolver answered with status ${response.status}`);
  const { Status, Answer = [] } = await response.json<DnsDocument>();
  return { status: Status, records: Answer.filter(({ data }) => typeof data === "string") };
}

function toHostname(data: string): string {
  return data.toLowerCase().replace(/\.$/, "");
}
