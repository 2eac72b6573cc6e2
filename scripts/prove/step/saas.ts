import { ApiError } from "../../deploy/api.ts";
import { requireZone } from "../../deploy/zone.ts";
import { different, seen, unseen, type Observation } from "../observation.ts";
import type { Step } from "../step.ts";

export const saasStep: Step = {
  id: "saas",
  title: "Cloudflare for SaaS",
  asks: "The fallback origin is active, and hostnames of other people have certificates.",
  changes: null,
  lacks: ({ settings }) => (settings.saas_zone === undefined ? "The settings have no saas_zone." : null),
  async run({ cloudflare, settings, zones, redaction }) {
    const { id } = requireZone(await zones(), settings.saas_zone ?? "");
    const path = `/zones/${id}/custom_hostnames`;
    const origin = await cloudflare
      .call<FallbackOrigin>("GET", `${path}/fallback_origin`)
      .catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      });
    const hostnames = await cloudflare.list<CustomHostname>(path);
    for (const { hostname } of hostnames) {
      if (hostname !== undefined) redaction.addHost("customer", hostname);
    }
    return [judgeOrigin(settings.cname_target, origin), tellHostnames(hostnames)];
  },
};

export interface FallbackOrigin {
  origin?: string;
  status?: string;
  errors?: string[];
}

export interface CustomHostname {
  hostname?: string;
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

export function tellHostnames(hostnames: CustomHostname[]): Observation {
  if (hostnames.length === 0) return unseen("The zone has no custom hostname yet.");
  const counts = Map.groupBy(hostnames, ({ ssl }) => ssl?.status ?? "unknown");
  const states = [...counts].map(([status, { length }]) => `${length} ${status}`);
  return seen(`Certificates of ${hostnames.length} custom hostnames: ${states.join(", ")}.`);
}
