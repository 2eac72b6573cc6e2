import * as v from "valibot";
import { MAX_BODY_BYTES, readJsonObject, toDraft } from "../../admin/body.ts";
import { unwrap } from "../../admin/request-context.ts";
import { fallbackField } from "../../admin/schema/field.ts";
import { refuse } from "../../domain/refusal/refusal.ts";
import { getHost, listHosts, TAKES_LINKS } from "../../services/host/get-host.ts";
import type { HostView } from "../../services/host/types.ts";
import { updateHost } from "../../services/host/update-host.ts";
import { readNumberedPage } from "../../services/read-items.ts";
import type { Call, Routes } from "./call.ts";
import { invalidData, problem } from "./problem.ts";
import { toHost } from "./short-urls.ts";

/** Hostnames that take short links, and their `not_found_url`, which is all three redirects (contract 35.12). */
export const domainRoutes: Routes = {
  "GET domains": ["viewer", listDomains],
  "PATCH domains/redirects": ["editor", editRedirects],
};

const REDIRECTS = ["baseUrlRedirect", "regular404Redirect", "invalidShortUrlRedirect"];

function toRedirects(url: string | null) {
  return Object.fromEntries(REDIRECTS.map((name) => [name, url]));
}

async function listDomains({ ctx }: Call) {
  const all = { page: 1, size: null };
  const newest = await readNumberedPage(all, (page) => listHosts(ctx, { filter: TAKES_LINKS, ...page }));
  const data = unwrap(newest)
    .items.toReversed()
    .map(({ host }, index) => ({
      domain: host.name,
      isDefault: index === 0,
      redirects: toRedirects(host.notFoundUrl),
    }));
  return { domains: { data, defaultRedirects: toRedirects(null) } };
}

/** @throws HttpError 404 */
export async function findDomain(call: Call, authority: string): Promise<HostView> {
  const host = await toHost(call, authority);
  const found = host === null ? null : await getHost(call.ctx, host);
  if (found?.ok === true) return found.value;
  throw problem(404, "domain-not-found", "Domain not found", { authority });
}

const Fallback = v.object({ not_found_url: fallbackField });

async function editRedirects(call: Call) {
  const { domain, ...written } = await readJsonObject(call.c, MAX_BODY_BYTES);
  if (typeof domain !== "string" || domain === "") throw invalidData({ domain: [refuse("required")] });
  const { host } = await findDomain(call, domain);
  const urls = REDIRECTS.map(
    (name) => (written[name] === undefined ? host.notFoundUrl : written[name]) ?? "",
  );
  if (new Set(urls).size > 1)
    throw invalidData(Object.fromEntries(REDIRECTS.map((name) => [name, [ONE_URL]])));
  const { fields, errors } = toDraft({ not_found_url: urls[0] }, Fallback);
  const change = { notFoundUrl: fields.not_found_url || null };
  const changed = unwrap(await updateHost(call.ctx, host.name, { fields: change, errors }));
  return toRedirects(changed.host.notFoundUrl);
}

const ONE_URL = refuse("as_written", {
  text: "must be the same URL in all three redirects, which are one here",
});
