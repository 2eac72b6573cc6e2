import type { HostConfig } from "../../src/domain/snapshot.ts";

/** A connected hostname as its snapshot has it, with no settings and no sources but exact ones. */
export function plainHost(host: string): HostConfig {
  return {
    host,
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
