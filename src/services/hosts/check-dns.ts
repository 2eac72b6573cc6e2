import type { Env } from "../../env.ts";
import type { DnsState, HostRow } from "../../storage/hosts.ts";
import { formatTimestamp } from "../../domain/timestamp.ts";
import { requiredDns } from "./required-dns.ts";

/** Asks DNS over HTTPS whether a hostname points here (section 10). */

const TIMEOUT_MS = 5_000;
const TYPES = { A: 1, CNAME: 5 } as const;

interface DnsAnswer {
  Status: number;
  Answer?: { name: string; type: number; data: string }[];
}

const RESPONSE_CODES: Record<number, string> = { 2: "SERVFAIL", 3: "NXDOMAIN", 5: "REFUSED" };

/** Never throws: what goes wrong is part of the state. A resolver that fails leaves the rest as it was. */
export async function checkDns(env: Env, row: HostRow, nowMs: number): Promise<DnsState> {
  const { defaultRequire, require } = requiredDns(env, row);
  const name = row.host.replace(/^\*\./, "signpost-check.");
  try {
    const answer = await ask(env.DOH_URL, name, defaultRequire === "cname" ? "CNAME" : "A");
    return judge(row.host, answer, require, nowMs);
  } catch (error) {
    const message = error instanceof DnsError ? error.message : "DNS could not be asked.";
    const current = JSON.parse(row.current) as string[];
    return { correct: row.correct === 1, current, errors: [problem("unreachable", message, nowMs)] };
  }
}

class DnsError extends Error {}

async function ask(dohUrl: string, name: string, type: keyof typeof TYPES): Promise<DnsAnswer> {
  const url = `${dohUrl}?name=${encodeURIComponent(name)}&type=${type}`;
  const response = await fetch(url, {
    headers: { Accept: "application/dns-json" },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) throw new DnsError(`DNS answered with status ${response.status}.`);
  return response.json<DnsAnswer>();
}

function judge(host: string, answer: DnsAnswer, require: string[], nowMs: number): DnsState {
  if (answer.Status !== 0) {
    const code = RESPONSE_CODES[answer.Status] ?? `RCODE ${answer.Status}`;
    return {
      correct: false,
      current: [],
      errors: [problem(code.toLowerCase(), `DNS says ${code} for ${host}.`, nowMs)],
    };
  }
  const current = (answer.Answer ?? []).flatMap(({ type, data }) => {
    const known = (Object.keys(TYPES) as (keyof typeof TYPES)[]).find((name) => TYPES[name] === type);
    return known === undefined ? [] : [`${known} ${host} ${data.toLowerCase().replace(/\.$/, "")}`];
  });
  const [needed = ""] = (require[0] ?? "").split(" ");
  const relevant = current.filter((record) => record.startsWith(`${needed} `));
  // Any of the addresses will do, as long as none leads elsewhere.
  const correct = relevant.length > 0 && relevant.every((record) => require.includes(record));
  const message = `DNS of ${host} needs ${require.join(" or ")} and nothing else of the kind.`;
  const errors = correct ? [] : [problem("mismatch", message, nowMs)];
  return { correct, current, errors };
}

function problem(code: string, message: string, nowMs: number): DnsState["errors"][number] {
  return { scope: "dns", code, message, updated_at: formatTimestamp(nowMs) };
}
