import { MAX_BODY_BYTES, readJsonObject, toDraft } from "../../admin/body.ts";
import { unwrap } from "../../admin/request-context.ts";
import { UpdateHost, updateHostOf } from "../../admin/route/host.ts";
import { refuse } from "../../domain/refusal/refusal.ts";
import { getHost, listHosts, TAKES_LINKS } from "../../services/host/get-host.ts";
import type { HostView } from "../../services/host/types.ts";
import { listPage, type Call } from "./call.ts";
import { invalidData, problem } from "./problem.ts";
import { toHost } from "./short-urls.ts";

/** Domains are hostnames that take short links. Their `not_found_url` is all three redirects (contract 35.12). */

const REDIRECTS = ["baseUrlRedirect", "regular404Redirect", "invalidShortUrlRedirect"];

function toRedirects<T>(value: T): Record<string, T> {
  return Object.fromEntries(REDIRECTS.map((name) => [name, value]));
}

export async function listDomains({ ctx }: Call) {
  const { data: newestFirst } = await listPage(
    new URLSearchParams(),
    [(page) => listHosts(ctx, { filter: TAKES_LINKS, ...page })],
    ({ host }) => ({ domain: host.name, redirects: toRedirects(host.notFoundUrl) }),
  );
  const data = newestFirst.toReversed().map((domain, index) => ({ ...domain, isDefault: index === 0 }));
  return { domains: { data, defaultRedirects: toRedirects(null) } };
}

/** @throws HttpError 404 */
export async function findDomain(call: Call, authority: string): Promise<HostView> {
  const host = await toHost(call, authority);
  const found = host === null ? null : await getHost(call.ctx, host);
  if (found?.ok === true) return found.value;
  throw problem(404, "domain-not-found", "Domain not found", { authority });
}

export async function editRedirects(call: Call) {
  const { domain, ...written } = await readJsonObject(call.c, MAX_BODY_BYTES);
  if (typeof domain !== "string" || domain === "") throw invalidData({ domain: [refuse("required")] });
  const { host } = await findDomain(call, domain);
  const redirects = { ...toRedirects<unknown>(host.notFoundUrl), ...written };
  const [url, ...others] = new Set(REDIRECTS.map((name) => redirects[name] ?? ""));
  if (others.length > 0) throw invalidData(toRedirects([ONE_URL]));
  const draft = toDraft({ not_found_url: url }, UpdateHost);
  return toRedirects(unwrap(await updateHostOf(call.ctx, host.name, draft)).host.notFoundUrl);
}

const ONE_URL = refuse("as_written", { text: "must be the same URL in all three redirects" });
