import type { DatabaseSync } from "node:sqlite";
import { batchIdPrefix } from "../../../src/clicks/batch-id.ts";
import { tallyClicks } from "../../../src/clicks/tally.ts";
import { callApi, type Api } from "../../demo/call-api.ts";
import { writeAll } from "../../support/local-database.ts";
import { send } from "../../support/send.ts";
import { seededRandom } from "../simulate/random.ts";
import { makeClicks } from "./clicks.ts";
import { LINK_HOST, LINKS, MISSED_PATHS, SHOP, SITE_HOST, siteRedirects } from "./showcase.ts";

const SEED = 11;
const BROWSER = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0";

/** Creates the records of the showcase with their clicks, missed paths, a check and two changes. */
export async function fillShowcase(api: Api, db: DatabaseSync, port: number): Promise<void> {
  for (const host of [LINK_HOST, SITE_HOST]) await callApi(api, "POST", "/host", { host });
  // The hostnames exist in pictures only, so no DNS server can say that they are right.
  writeAll(db, [{ sql: "UPDATE hosts SET correct = 1, checked_at = ?1", parameters: [Date.now()] }]);
  const clicked = [];
  for (const { alias, path, title, tags, share, settings = {} } of LINKS) {
    const body = { host: LINK_HOST, alias, title, tags, destination: SHOP + path, ...settings };
    const { data } = await callApi<{ data: { id: string }[] }>(api, "POST", "/link", body);
    const { destination, destinations }: { destination: string; destinations?: string[] } = body;
    clicked.push({ id: data[0]?.id ?? "", share, destinations: destinations ?? [destination] });
  }
  await callApi(api, "POST", "/bulk/import", {
    rows: siteRedirects().map(({ path, destination }) => ({
      url: `https://${SITE_HOST}${path}`,
      destination,
      type: "301",
      tags: ["site-move"],
    })),
  });
  storeClicks(db, clicked);
  const headers = { "User-Agent": BROWSER };
  for (const [path, visits] of MISSED_PATHS) {
    for (let count = 0; count < visits; count += 1) await send(port, { host: SITE_HOST, path, headers });
  }
  await startWork(api);
}

function storeClicks(db: DatabaseSync, records: Parameters<typeof makeClicks>[0]): void {
  const { id: workspaceId } = db.prepare("SELECT id FROM workspaces").get() as { id: string };
  const known = new Map(
    records.map(({ id, destinations }) => [id, { workspaceId, destinations, campaign: "" }]),
  );
  const clicks = makeClicks(records, Date.now(), seededRandom(SEED));
  const batches = Object.values(Object.groupBy(clicks, ([, atMs]) => batchIdPrefix(atMs)));
  writeAll(
    db,
    batches.flatMap((batch = []) => {
      const [first] = batch;
      return first === undefined ? [] : [insertBatch(batchIdPrefix(first[1]), tallyClicks(batch, known))];
    }),
  );
}

function insertBatch(prefix: string, body: object) {
  return {
    sql: "INSERT INTO click_batches (id, body) VALUES (?1, ?2)",
    parameters: [`${prefix}showcase`, JSON.stringify(body)],
  };
}

/** Creates a check with findings, an applied change, and a plan that waits for a decision. */
async function startWork(api: Api): Promise<void> {
  const urls = [
    ...siteRedirects().map(({ path, destination }) => ({
      url: `https://${SITE_HOST}${path}`,
      location: destination,
    })),
    ...MISSED_PATHS.map(([path]) => ({ url: `https://${SITE_HOST}${path}` })),
  ];
  await callApi(api, "POST", "/checks", { urls, status: 301 });
  await callApi(api, "POST", "/changes", {
    filter: { tags: "spring" },
    destination_find: `${SHOP}/spring-collection`,
    destination_replace: `${SHOP}/summer-collection`,
  });
}
