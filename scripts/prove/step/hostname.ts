import { randomBytes } from "node:crypto";
import { listCustomDomains, listDomains } from "../../deploy/hostname.ts";
import { toCause } from "../../deploy/first-link.ts";
import { probePath } from "../../../src/domain/probe.ts";
import { DAY_MS } from "../../../src/domain/time.ts";
import type { ProveContext } from "../context.ts";
import { different, seen, unseen, type Observation } from "../observation.ts";
import type { Step } from "../step.ts";
import type { Answer, Certificate } from "../visit.ts";

/** Cloudflare renews its certificates weeks before they end. */
const LEAST_DAYS = 7;

export const customDomainStep: Step = {
  id: "custom-domains",
  title: "Hostnames of the settings",
  asks: "Each hostname answers over TLS with a certificate that is valid for it, and Signpost is what answers.",
  changes: null,
  async run(context) {
    const { admin_hosts, workers_dev, account_id, name } = context.settings;
    const domains = workers_dev ? null : await listDomains(context.cloudflare, account_id);
    const observations: Observation[] = [];
    for (const host of listCustomDomains(context.settings)) {
      if (domains !== null) observations.push(...judgeDomain(host, name, domains));
      const path = admin_hosts.includes(host) ? "/healthz" : newProbe();
      observations.push(...(await lookAt(context, host, path)));
    }
    return observations;
  },
};

export const wildcardStep: Step = {
  id: "wildcards",
  title: "Wildcards",
  asks: "A random name below each wildcard answers over TLS, through the route and its DNS record.",
  changes: null,
  lacks: ({ settings }) =>
    settings.link_hosts.some((host) => host.startsWith("*.")) ? null : "The settings have no wildcard.",
  async run(context) {
    const wildcards = context.settings.link_hosts.filter((host) => host.startsWith("*."));
    const observations: Observation[] = [];
    for (const wildcard of wildcards) {
      const host = `proof-${newLabel()}${wildcard.slice(1)}`;
      observations.push(...(await lookAt(context, host, newProbe())));
    }
    return observations;
  },
};

export function newLabel(): string {
  return randomBytes(5).toString("hex");
}

/** Returns a path that every hostname of Signpost answers with a signature (contract 10.13). */
export function newProbe(): string {
  return probePath(randomBytes(16).toString("hex"));
}

function judgeDomain(
  host: string,
  worker: string,
  domains: { hostname: string; service: string }[],
): Observation[] {
  const expected = `${host} is a custom domain of the Worker.`;
  const domain = domains.find(({ hostname }) => hostname === host);
  if (domain === undefined) return [different(expected, "The account has no such custom domain.")];
  return domain.service === worker ? [] : [different(expected, "It is one of another Worker.")];
}

/** Visits a path that only Signpost answers so, and one that is not there. */
export async function lookAt(
  { visit, nowMs }: Pick<ProveContext, "visit" | "nowMs">,
  host: string,
  path: string,
): Promise<Observation[]> {
  const first = await visit(`https://${host}${path}`).catch((error: unknown) => toCause(error));
  if (typeof first === "string") return [different(`${host} answers over TLS.`, `No answer: ${first}`)];
  // HEAD, because a GET would be among the missed paths of the hostname.
  const unknown = await visit(`https://${host}/signpost-proof-${newLabel()}`, { method: "HEAD" }).catch(
    (error: unknown) => toCause(error),
  );
  return [
    judgeCertificate(host, first.certificate, nowMs()),
    judgeAnswer(host, path, first),
    judgeUnknownPath(host, unknown),
  ];
}

export function judgeCertificate(
  host: string,
  { problem, endsAtMs, issuer }: Certificate,
  nowMs: number,
): Observation {
  const expected = `The certificate of ${host} is valid for it, and for more than ${LEAST_DAYS} days.`;
  if (problem !== null) return different(expected, `It is not valid: ${problem}`);
  if (endsAtMs === null) return unseen(`The certificate of ${host} is valid, and does not tell its end.`);
  const days = Math.floor((endsAtMs - nowMs) / DAY_MS);
  const text = `The certificate of ${host} is valid for ${days} days. Issuer: ${issuer}.`;
  return days > LEAST_DAYS ? seen(text) : different(expected, text);
}

const ACCESS = /^https:\/\/[\w.-]+\.cloudflareaccess\.com\//;
const SIGNATURE = /^[\w-]{43}$/;

export function judgeAnswer(
  host: string,
  path: string,
  { status, location, body, milliseconds }: Pick<Answer, "status" | "location" | "body" | "milliseconds">,
): Observation {
  const isSignpost =
    path === "/healthz"
      ? isState(body) && [200, 503].includes(status)
      : status === 200 && SIGNATURE.test(body);
  if (isSignpost) return seen(`Signpost answered at ${host} in ${milliseconds} ms, connection included.`);
  if (path === "/healthz" && ACCESS.test(location ?? "")) {
    return seen(`Cloudflare Access stands in front of ${host}, and sent the visit to its sign-in.`);
  }
  return different(
    `Signpost answers at ${host}.`,
    `Something answers ${path === "/healthz" ? path : "the probe"} with ${status}: ${toStart(body)}`,
  );
}

function isState(body: string): boolean {
  try {
    return typeof (JSON.parse(body) as { database?: unknown }).database === "string";
  } catch {
    return false;
  }
}

/** Owners decide what an unknown path gets, so only an error is none of it. */
export function judgeUnknownPath(host: string, answer: Pick<Answer, "status"> | string): Observation {
  const text =
    typeof answer === "string"
      ? `No answer: ${answer}`
      : `A path of ${host} that is not there is answered ${answer.status}.`;
  const isError = typeof answer === "string" || answer.status >= 500;
  return isError ? different(`${host} answers a path that is not there.`, text) : seen(text);
}

const SHOWN = 60;

/** The first words of a page on one line. */
function toStart(body: string): string {
  const words = body.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");
  return words.trim().slice(0, SHOWN) || "nothing";
}
