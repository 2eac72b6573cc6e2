import { callOrNull } from "../../deploy/api.ts";
import { toOriginPath } from "../../deploy/saas.ts";
import { requireZone } from "../../deploy/zone.ts";
import { different, seen, unseen, type Observation } from "../observation.ts";
import type { Step } from "../step.ts";
import { lookAt, newProbe } from "./hostname.ts";

export const saasStep: Step = {
  id: "saas",
  title: "Cloudflare for SaaS",
  asks: "The fallback origin is active, and hostnames of other people answer with certificates of their own.",
  changes: null,
  lacks: ({ settings }) => (settings.saas_zone === undefined ? "The settings have no saas_zone." : null),
  async run(context) {
    const { cloudflare, settings, zones, redaction } = context;
    const zone = requireZone(await zones(), settings.saas_zone ?? "");
    const origin = await callOrNull(() => cloudflare.call<FallbackOrigin>("GET", toOriginPath(zone)));
    // There may be a hundred thousand of them.
    const path = `/zones/${zone.id}/custom_hostnames?per_page=${MOST_READ}`;
    const hostnames = await cloudflare.call<CustomHostname[]>("GET", path);
    for (const { hostname } of hostnames) {
      if (hostname !== undefined) redaction.addHost("customer", hostname);
    }
    const observations = [judgeOrigin(settings.cname_target, origin), tellHostnames(hostnames)];
    for (const host of listVisited(hostnames)) {
      observations.push(...(await lookAt(context, host, newProbe())));
    }
    return observations;
  },
};

export interface FallbackOrigin {
  origin?: string;
  status?: string;
  errors?: string[];
}

export interface CustomHostname {
  hostname?: string;
  status?: string;
  ssl?: { status?: string };
}

/** @param origin null if the zone has none */
export function judgeOrigin(target: string, origin: FallbackOrigin | null): Observation {
  const expected = `The fallback origin is ${target}, and active.`;
  if (origin === null) return different(expected, "The zone has none.");
  const { origin: name, status, errors = [] } = origin;
  if (name !== target) return different(expected, "It is another name.");
  if (status === undefined) return unseen("Cloudflare's API does not tell the state of the fallback origin.");
  if (status === "active") return seen(`The fallback origin ${target} is active.`);
  return different(expected, [`It is ${status}`, ...errors].join(": "));
}

/** Custom hostnames that are looked at, and those of them that are visited. */
const MOST_READ = 50;
const MOST_VISITED = 3;

/** Returns the first hostnames that Cloudflare takes for set up. Of the others nobody knows where they lead. */
export function listVisited(hostnames: CustomHostname[]): string[] {
  return hostnames
    .filter(({ status, ssl }) => status === "active" && ssl?.status === "active")
    .flatMap(({ hostname }) => hostname ?? [])
    .slice(0, MOST_VISITED);
}

export function tellHostnames(hostnames: CustomHostname[]): Observation {
  if (hostnames.length === 0) return unseen("The zone has no custom hostname yet.");
  const counts = Map.groupBy(hostnames, ({ ssl }) => ssl?.status ?? "unknown");
  const states = [...counts].map(([status, { length }]) => `${length} ${status}`);
  return seen(`Certificates of the first custom hostnames, ${MOST_READ} at most: ${states.join(", ")}.`);
}
