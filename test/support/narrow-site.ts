import { exports } from "cloudflare:workers";
import { afterAll, beforeAll, beforeEach, expect, vi } from "vitest";
import { answerDns, dnsJson, type FakeDns } from "./dns.ts";
import { addToken, connectHost, createSite, requireOk, type Site } from "./site.ts";

/** A workspace with two hostnames, and a token that is limited to the first. */
export interface NarrowSite {
  site: Site;
  /** The hostname that the token does not reach. */
  other: string;
  token: string;
  /** Calls the API with the limited token. */
  call: Site["call"];
  /** Returns the ids of the first page of a list. */
  idsOf(path: string): Promise<string[]>;
  /** Returns a list as CSV, which must not hold the other hostname. */
  csvOf(path: string): Promise<string>;
  /** Walks all pages of a list, and returns a member of its rows. */
  walk(path: string, member: string): Promise<unknown[]>;
}

/** Creates such a workspace before each test of a file, where DNS knows no name. */
export function beforeEachNarrowSite(use: (narrow: NarrowSite) => void): void {
  let dns: FakeDns;
  beforeAll(() => {
    dns = answerDns((question) => dnsJson(question));
  });
  afterAll(() => dns.restore());
  beforeEach(async () => {
    vi.spyOn(console, "warn").mockImplementation(() => {});
    const site = await createSite();
    const other = await connectHost(site);
    use(actWith(await addToken(site.id, { hosts: [site.host] }), site, other));
  });
}

/** Returns the calls of a token in a workspace that stands already. */
export function actWith(token: string, site: Site, other: string): NarrowSite {
  const call: Site["call"] = (method, path, body, headers) =>
    site.call(method, path, body, { ...headers, Authorization: `Bearer ${token}` });
  const idsOf = async (path: string) =>
    requireOk(await call("GET", path)).body.data.map(({ id }: { id: string }) => id);
  async function csvOf(path: string): Promise<string> {
    const headers = { Authorization: `Bearer ${token}`, Accept: "text/csv" };
    const response = await exports.default.fetch(`http://localhost:8787/v1${path}`, { headers });
    const text = await response.text();
    expect(text).not.toContain(other);
    return text;
  }
  async function walk(path: string, member: string): Promise<unknown[]> {
    const found: unknown[] = [];
    for (let next: string | null = ""; next !== null;) {
      const cursor: string = next === "" ? "" : `&cursor=${next}`;
      const { body } = requireOk(await call("GET", `${path}${cursor}`));
      found.push(...body.data.map((row: Record<string, unknown>) => row[member]));
      next = body.meta.cursor.next;
    }
    return found;
  }
  return { site, other, token, call, idsOf, csvOf, walk };
}
