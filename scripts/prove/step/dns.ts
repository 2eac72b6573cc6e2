import { read, RefusedCall, type Api } from "../../cli/api.ts";
import { NO_TOKEN } from "../context.ts";
import { different, seen, unseen, type Observation } from "../observation.ts";
import type { Step } from "../step.ts";

export const dnsStep: Step = {
  id: "self-fetch",
  title: "DNS, and requests to itself",
  asks: "The Worker reaches its own hostnames by fetch and by DNS, so that it knows them as correct.",
  changes: null,
  lacks: ({ own }) => (own === null ? NO_TOKEN : null),
  async run({ own, settings, redaction }) {
    if (own === null) return [];
    const observations: Observation[] = [];
    for (const host of settings.link_hosts) observations.push(judgeHost(host, await findHost(own, host)));
    const { data } = await read(own.host.$get({ query: { per_page: String(MOST_READ) } }));
    const others = data.filter(({ host }) => !settings.link_hosts.includes(host));
    for (const { host } of others) redaction.addHost("customer", host);
    return [...observations, ...tellOthers(others)];
  },
};

/** Other hostnames that are looked at. There may be a hundred thousand of them. */
const MOST_READ = 1_000;

async function findHost(own: Api, host: string): Promise<ConnectedHost | undefined> {
  try {
    return await read(own.host[":host"].$get({ param: { host } }));
  } catch (error) {
    if (error instanceof RefusedCall && error.status === 404) return undefined;
    throw error;
  }
}

export interface ConnectedHost {
  host: string;
  correct: boolean;
  held: boolean;
  proof: string | null;
  checked_at: string | null;
  errors: { scope: string; code: string; message: string }[];
}

export function judgeHost(name: string, host: ConnectedHost | undefined): Observation {
  if (host === undefined) return unseen(`The workspace of SIGNPOST_TOKEN does not have ${name}.`);
  const expected = `DNS and the Worker find that ${name} leads here.`;
  if (host.checked_at === null) return unseen(`The Worker has not looked at the DNS of ${name} yet.`);
  if (!host.held) return different(expected, "The workspace only waits for it.");
  if (host.correct) {
    return seen(`${name} leads here, as DNS or a request to itself shows. Proof: ${host.proof ?? "none"}.`);
  }
  const said = host.errors.map(({ scope, code, message }) => `${scope} ${code}: ${message}`);
  return different(expected, said.join(" ") || "It is not correct, and has no error.");
}

/** Other people decide where their hostnames lead, so that none of them is a difference. */
export function tellOthers(hosts: ConnectedHost[]): Observation[] {
  if (hosts.length === 0) return [];
  const count = hosts.filter(({ correct }) => correct).length;
  const codes = [
    ...new Set(hosts.flatMap(({ errors }) => errors.map(({ scope, code }) => `${scope} ${code}`))),
  ];
  const errors = codes.length > 0 ? ` Errors: ${codes.join(", ")}.` : "";
  return [seen(`Of ${hosts.length} hostnames that the settings do not have, ${count} lead here.${errors}`)];
}
