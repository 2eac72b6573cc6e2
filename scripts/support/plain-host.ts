import { toSoughtHostname } from "../../src/domain/parse-hostname.ts";
import type { HostConfig } from "../../src/domain/snapshot.ts";

/** The snapshot of a connected hostname without settings, and with exact sources only. */
export function plainHost(host: string): HostConfig {
  return {
    host: toSoughtHostname(host),
    forceHttps: false,
    hasHttps: false,
    notFoundUrl: null,
    expiredUrl: null,
    any: null,
    prefixDepths: [],
    hasQuerySources: false,
    hasForwardingAliases: false,
    ownPaths: [],
  };
}
