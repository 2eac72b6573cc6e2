import { expect, it } from "vitest";
import { callRest, createShlinkSite } from "../../support/shlink.ts";
import run from "./web-client-run.json";

/**
 * The requests of shlink-web-client 4.7.1 in a browser, recorded once against `npm start`, each repeated GET once: the
 * overview, three creations (one with a slug that is taken), lists with search, filters and an order that is refused, an
 * edit, a redirect rule, the pages of visits, a tag renamed and deleted, redirects of a domain, and a deletion.
 */
it("[35.9, 35.11, 35.12] answers a recorded run of Shlink's web client as it did then", async () => {
  const site = await createShlinkSite();
  const answered: [string, number][] = [];
  const expected: [string, number][] = [];
  for (const { method, path, body, status } of run as Recorded[]) {
    const sent = body === undefined ? undefined : JSON.stringify(body).replaceAll("HOST", site.host);
    const target = path.replaceAll("HOST", site.host).replace("/rest", "");
    const answer = await callRest(site.token, method, target, sent, { Origin: "http://localhost:9941" });
    expect(answer.headers.get("Access-Control-Allow-Origin")).toBe("*");
    answered.push([`${method} ${path}`, answer.status]);
    expected.push([`${method} ${path}`, status]);
  }
  expect(answered).toEqual(expected);
});

interface Recorded {
  method: string;
  path: string;
  body?: object;
  status: number;
}
