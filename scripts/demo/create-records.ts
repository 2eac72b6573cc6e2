import { say } from "../../src/domain/refusal/say.ts";
import { parseSourceUrl } from "../../src/domain/parse-source.ts";
import { formatSource } from "../../src/domain/source.ts";
import { CommandError } from "../support/command.ts";
import { callApi, type Api } from "./call-api.ts";
import { demoLinks, demoRedirects, LINK_HOST, SITE_BRANDING, SITE_HOST, type DemoLink } from "./records.ts";
import { toKey, type DemoWorkspace } from "./workspace.ts";

/**
 * Creates the hostnames and records that are missing in the demo, through the API. Throws CommandError.
 * @param origin the origin of the pages that they lead to
 */
export async function createMissingRecords(api: Api, existing: DemoWorkspace, origin: string): Promise<void> {
  for (const host of [LINK_HOST, SITE_HOST]) {
    if (!existing.hosts.has(host)) await callApi(api, "POST", "/host", { host });
  }
  if (!existing.hosts.has(SITE_HOST)) {
    await callApi(api, "PUT", `/host/${SITE_HOST}`, { branding: SITE_BRANDING });
  }
  const idOf = (url: string) => existing.records.get(keyOf(url));
  const links = demoLinks(origin).map((link) => ({ link, id: idOf(`${LINK_HOST}/${link.alias}`) }));
  const redirects = demoRedirects(origin).map((redirect) => ({
    redirect,
    id: idOf(`${SITE_HOST}${redirect.path}`),
  }));
  for (const { link, id } of links) if (id === undefined) await createLink(api, link);
  for (const { redirect, id } of redirects) {
    const { path, settings } = redirect;
    if (id === undefined)
      await callApi(api, "POST", "/redirect", { url: `${SITE_HOST}${path}`, ...settings });
  }
  await followPages(
    api,
    [...links, ...redirects].map(({ id }) => id).filter((id) => id !== undefined),
    origin,
  );
}

const LOCAL_URL = /(?<=")http:\/\/localhost:\d+(?=[/"])/g;

/** Points records of an earlier start to where the pages of the demo are now: they may be on another port. */
async function followPages(api: Api, ids: string[], origin: string): Promise<void> {
  if (ids.length === 0) return;
  const found = await callApi<{ data: Leading[] }>(
    api,
    "GET",
    `/links?per_page=1000&filter[id]=${ids.join()}`,
  );
  for (const { id, destinations, rules, expired_url } of found.data) {
    const leading = JSON.stringify({ destinations, rules, expired_url });
    const moved = leading.replaceAll(LOCAL_URL, origin);
    if (moved !== leading) await callApi(api, "PUT", `/links/${id}`, JSON.parse(moved) as object);
  }
}

/** The members of a record that hold URLs. */
interface Leading {
  id: string;
  destinations: string[];
  rules: object[];
  expired_url: string | null;
}

async function createLink(api: Api, { alias, settings, page }: DemoLink): Promise<void> {
  const { data } = await callApi<{ data: { id: string }[] }>(api, "POST", "/link", {
    host: LINK_HOST,
    alias,
    ...settings,
  });
  if (page === undefined) return;
  await callApi(api, "PUT", `/files/${page.name}`, page.html);
  for (const { id } of data) await callApi(api, "PUT", `/link/${id}`, { file: page.name });
}

function keyOf(url: string): string {
  const parsed = parseSourceUrl(url);
  if (!parsed.ok) throw new CommandError(`The demo has an invalid source, ${url}: ${say(parsed.reason)}`);
  return toKey(parsed.value.host, formatSource(parsed.value.source));
}
