import { parseSourceUrl } from "../../src/domain/parse-source.ts";
import { formatSource } from "../../src/domain/source.ts";
import { CommandError } from "../support/command.ts";
import { callApi, type Api } from "./call-api.ts";
import {
  demoLinks,
  demoRedirects,
  LINK_HOST,
  SITE_HOST,
  type DemoLink,
  type DemoRedirect,
} from "./records.ts";
import { toKey, type DemoWorkspace } from "./workspace.ts";

/**
 * Creates the hostnames and records that the demo lacks, through the API. Throws CommandError.
 * @param origin where the pages are that they lead to
 */
export async function createMissingRecords(api: Api, existing: DemoWorkspace, origin: string): Promise<void> {
  for (const host of [LINK_HOST, SITE_HOST]) {
    if (!existing.hosts.has(host)) await callApi(api, "POST", "/host", { host });
  }
  const isMissing = (url: string) => !existing.records.has(keyOf(url));
  for (const link of demoLinks(origin).filter(({ alias }) => isMissing(`${LINK_HOST}/${alias}`))) {
    await createLink(api, link);
  }
  for (const redirect of demoRedirects(origin).filter(({ path }) => isMissing(`${SITE_HOST}${path}`))) {
    await createRedirect(api, redirect);
  }
  await followPages(api, existing, origin);
}

const LOCAL_ORIGIN = /^http:\/\/localhost:\d+(?=\/|$)/;

/** Points the demo of an earlier start to where its pages are now: they may be on another port. */
async function followPages(api: Api, { records }: DemoWorkspace, origin: string): Promise<void> {
  for (const { id, destinations } of records.values()) {
    const moved = destinations.map((url) => url.replace(LOCAL_ORIGIN, origin));
    if (moved.join() !== destinations.join()) {
      await callApi(api, "PUT", `/links/${id}`, { destinations: moved });
    }
  }
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

async function createRedirect(api: Api, { path, settings }: DemoRedirect): Promise<void> {
  await callApi(api, "POST", "/redirect", { url: `${SITE_HOST}${path}`, ...settings });
}

function keyOf(url: string): string {
  const parsed = parseSourceUrl(url);
  if (!parsed.ok) throw new CommandError(`The demo has an invalid source, ${url}: ${parsed.reason}`);
  return toKey(parsed.value.host, formatSource(parsed.value.source));
}
