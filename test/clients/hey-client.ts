import { createClient, createConfig } from "./generated/hey/client/index.js";
import {
  createLink,
  deleteLink,
  drawQr,
  getLink,
  importRows,
  listLinks,
  updateLink,
} from "./generated/hey/sdk.gen.js";
import { need, type Installation } from "./need.js";

/** The API by @hey-api/openapi-ts. */
export async function useHeyClient({ origin, token, host }: Installation): Promise<void> {
  const client = createClient(createConfig({ baseUrl: origin, auth: token }));

  for (const alias of ["hey-a", "hey-b", "hey-c"]) {
    const made = await createLink({
      client,
      body: { host, alias, destination: "https://example.org/", tags: ["hey"], utm: { source: "hey" } },
    });
    need(made.data?.data[0]?.alias === alias, "the link that was made");
  }

  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const query = { per_page: 2, "filter[tags]": "hey", ...(cursor && { cursor }) };
    const page = await listLinks({ client, query });
    need(page.data, "a page");
    for (const row of page.data.data) seen.push(row.id);
    cursor = page.data.meta.cursor.next ?? undefined;
  } while (cursor !== undefined);
  need(seen.length === 3, "three links on two pages");

  const path = { id: seen[0] ?? "" };
  const read = await getLink({ client, path });
  need(read.data, "a link");
  const written = await updateLink({ client, path, body: { ...read.data, title: "By openapi-ts" } });
  need(written.data?.title === "By openapi-ts", "the new title");

  const wrong = await createLink({ client, body: { host, destination: "ftp://example.org/" } });
  need(wrong.error?.errors?.["destination"]?.length === 1, "the reason against the destination");

  const imported = await importRows({
    client,
    body: { mode: "upsert", rows: [{ host, alias: "hey-d", destination: "https://example.org/d" }] },
  });
  need(imported.data?.meta.created === 1, "an imported row");

  const picture = await drawQr({ client, path, query: { width: 256 }, parseAs: "text" });
  need(String(picture.data).includes("<svg"), "a picture");

  for (const id of seen) {
    const gone = await deleteLink({ client, path: { id } });
    need(gone.data?.data === null, "a deleted link");
  }
  need((await getLink({ client, path })).response?.status === 404, "a 404");
}
