/** The requests to a threat service, and its answers (`threatMatches:find`, version 4). */
export class SafeBrowsingService {
  /** URLs with their kind of threat. */
  readonly reported = new Map<string, string>();
  /** Asked with a status of its own, it has nothing to tell. */
  status = 200;
  /** The requests so far. */
  readonly asked: { key: string | null; body: FindRequest }[] = [];

  urls(): string[] {
    return this.asked.flatMap(({ body }) => body.threatInfo.threatEntries.map(({ url }) => url));
  }

  answer(method: string, url: URL, text: string): { status: number; body: object } {
    if (method !== "POST" || url.pathname !== "/v4/threatMatches:find") return { status: 404, body: {} };
    const body = JSON.parse(text) as FindRequest;
    this.asked.push({ key: url.searchParams.get("key"), body });
    if (this.status !== 200) return { status: this.status, body: { error: { code: this.status } } };
    const entries = body.threatInfo.threatEntries;
    if (entries.length > 500) return { status: 400, body: { error: { code: 400 } } };
    const matches = entries.flatMap((threat) => {
      const threatType = this.reported.get(threat.url);
      const kinds = { platformType: "ANY_PLATFORM", threatEntryType: "URL" };
      return threatType === undefined ? [] : [{ threatType, ...kinds, threat, cacheDuration: "300.000s" }];
    });
    return { status: 200, body: matches.length === 0 ? {} : { matches } };
  }
}

export interface FindRequest {
  client: { clientId: string; clientVersion: string };
  threatInfo: {
    threatTypes: string[];
    platformTypes: string[];
    threatEntryTypes: string[];
    threatEntries: { url: string }[];
  };
}
