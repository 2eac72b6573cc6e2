import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { continueCheck } from "../../../src/services/check/continue-check.ts";
import { createSite, requireOk, type Site } from "../../support/site.ts";

const END = "https://example.com/end";

/** Returns the results of a check, with their reasons. */
async function check(
  site: Site,
  urls: unknown[],
  status: number | null = null,
): Promise<[result: string, reason: string][]> {
  const { id } = requireOk(await site.call("POST", "/checks", { urls, status })).body;
  while (await continueCheck(env, id, Date.now));
  const { data } = requireOk(await site.call("GET", `/checks/${id}/rows`)).body;
  return data.map(({ result, reason }: Record<string, string>) => [result, reason]);
}

it("[30.20] a check asks as a browser, at each hop", async () => {
  const site = await createSite();
  const at = (path: string) => `http://${site.host}${path}`;
  const plugins = ["bot-block"];
  await site.createRedirect("/one", { destination: at("/two"), plugins });
  await site.createRedirect("/two", { destination: END, plugins });
  const urls = [
    { url: at("/two"), location: END },
    { url: at("/one"), location: END },
  ];
  expect(await check(site, urls)).toEqual([
    ["covered", ""],
    ["chain", "2 redirects"],
  ]);
});

it("[30.11] a redirect to https changes no result", async () => {
  const site = await createSite();
  await env.DB.prepare("UPDATE hosts SET force_https = 1, ssl_issued_at = 1 WHERE host = ?1")
    .bind(site.host)
    .run();
  const at = (path: string) => `https://${site.host}${path}`;
  await site.createRedirect("/one", { destination: at("/two") });
  await site.createRedirect("/two", { destinations: [END, `${END}2`], destination_routing: "random" });
  const expected = [
    { url: at("/one"), location: at("/two") },
    { url: at("/one"), location: END },
    { url: at("/two"), location: END },
    { url: at("/two"), location: `${END}2` },
    { url: at("/two"), location: `${END}3` },
  ];
  const results = await check(site, expected);
  expect(results.map(([result]) => result)).toEqual(["chain", "chain", "covered", "covered", "unexpected"]);
  const plain = expected.map(({ url, location }) => ({ url: url.replace("https:", "http:"), location }));
  expect(await check(site, plain)).toEqual(results);
  const [upgrade] = await check(site, [{ url: plain[2]?.url, location: at("/two") }]);
  expect(upgrade).toEqual(["covered", "one of 2 destinations"]);
});

it("[30.11] the status of a check is not expected of short links", async () => {
  const site = await createSite();
  const at = (path: string) => `http://${site.host}${path}`;
  await site.createLink({ alias: "sale", destination: END });
  await site.createLink({ alias: "secret", destination: END, password: "open sesame" });
  await site.createLink({ alias: "two", destinations: [END, `${END}2`], destination_routing: "random" });
  await site.createRedirect("/old", { destination: END, type: "302" });
  await site.createRedirect("/locked", { destination: END, password: "open sesame" });
  const urls = ["/sale", "/secret", "/two", "/old", "/locked"].map(at);
  expect(await check(site, urls, 301)).toEqual([
    ["covered", ""],
    ["covered", "asks for a password"],
    ["covered", "one of 2 destinations"],
    ["temporary", "answers 302"],
    ["unexpected", "asks for a password"],
  ]);
  expect(await check(site, [{ url: at("/sale"), status: 301 }])).toEqual([["temporary", "answers 302"]]);
});
