import * as v from "valibot";
import { toLocation } from "../../domain/to-location.ts";
import type { Env } from "../../env.ts";
import { itemsOf, parseJson, text } from "../foreign-json.ts";
import { FETCHES_AT_ONCE, mapConcurrent } from "../../runtime/map-concurrent.ts";
import { log } from "../../runtime/log.ts";

/** Calls a service with the Lookup API of Safe Browsing, version 4 (`threatMatches:find`). */

type ThreatEnv = Pick<Env, "SAFE_BROWSING_URL" | "SAFE_BROWSING_KEY">;

/** The most URLs that the API accepts in one request. */
export const MAX_URLS = 500;
const THREAT_TYPES = ["MALWARE", "SOCIAL_ENGINEERING", "UNWANTED_SOFTWARE"];

export function asksSafeBrowsing({ SAFE_BROWSING_URL }: ThreatEnv): boolean {
  return Boolean(SAFE_BROWSING_URL);
}

/**
 * Returns the destinations that are reported as dangerous, each with the kind of threat; null if the service did
 * not answer for all of them in time. Without a service no destination is dangerous.
 */
export async function askSafeBrowsing(
  env: ThreatEnv,
  destinations: string[],
  timeoutMs: number,
): Promise<ReadonlyMap<string, string> | null> {
  if (!asksSafeBrowsing(env)) return new Map();
  const byUrl = Map.groupBy(new Set(destinations), (destination) => hrefOf(toLocation(destination)));
  const urls = [...byUrl.keys()];
  const parts = Array.from({ length: Math.ceil(urls.length / MAX_URLS) }, (_, part) =>
    urls.slice(part * MAX_URLS, (part + 1) * MAX_URLS),
  );
  const signal = AbortSignal.timeout(timeoutMs);
  const found = await mapConcurrent(parts, FETCHES_AT_ONCE, (part) => find(env, part, signal));
  const threats = new Map<string, string>();
  for (const matches of found) {
    if (matches === null) return null;
    for (const { url, threat } of matches) {
      for (const destination of byUrl.get(hrefOf(url)) ?? []) threats.set(destination, threat);
    }
  }
  return threats;
}

interface Match {
  url: string;
  threat: string;
}

const Answer = v.object({
  matches: itemsOf(v.object({ threat: v.object({ url: v.string() }), threatType: text })),
});

async function find(env: ThreatEnv, urls: string[], signal: AbortSignal): Promise<Match[] | null> {
  const endpoint = new URL(env.SAFE_BROWSING_URL);
  if (env.SAFE_BROWSING_KEY) endpoint.searchParams.set("key", env.SAFE_BROWSING_KEY);
  try {
    const response = await fetch(endpoint, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({
        client: { clientId: "signpost", clientVersion: "1" },
        threatInfo: {
          threatTypes: THREAT_TYPES,
          platformTypes: ["ANY_PLATFORM"],
          threatEntryTypes: ["URL"],
          threatEntries: urls.map((url) => ({ url })),
        },
      }),
      signal,
    });
    const answer = parseJson(await response.text());
    const parsed = v.safeParse(Answer, answer);
    if (response.ok && parsed.success) {
      return parsed.output.matches.map(({ threat, threatType }) => ({
        url: threat.url,
        threat: threatType || "THREAT",
      }));
    }
    log("warn", "safe_browsing_failed", { status: response.status, is_json: answer !== null });
  } catch {
    // The error may contain the URL, which contains the key.
    log("warn", "safe_browsing_failed", { is_timeout: signal.aborted });
  }
  return null;
}

/** Normalizes a URL, because services may answer with the normalized form. */
function hrefOf(url: string): string {
  return URL.parse(url)?.href ?? url;
}
