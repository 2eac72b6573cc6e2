import createClient from "openapi-fetch";
import type { paths } from "./generated/paths.js";
import { need, type Installation } from "./need.js";

/** The API by openapi-typescript and openapi-fetch. */
export async function useFetchClient({ origin, token, host }: Installation): Promise<void> {
  const api = createClient<paths>({ baseUrl: origin, headers: { Authorization: `Bearer ${token}` } });

  for (const alias of ["fetch-a", "fetch-b", "fetch-c"]) {
    const made = await api.POST("/v1/link", {
      body: { host, alias, destination: "https://example.org/", tags: ["fetch"], qr: { theme: "dots" } },
    });
    need(made.data?.data[0]?.alias === alias, "the link that was made");
    need(made.response.headers.get("x-ratelimit-limit"), "the limit of calls");
  }

  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const query = { per_page: 2, "filter[tags]": "fetch", sort: "-id" as const, ...(cursor && { cursor }) };
    const page = await api.GET("/v1/link", { params: { query } });
    need(page.data, "a page");
    for (const row of page.data.data) seen.push(row.id);
    cursor = page.data.meta.cursor.next ?? undefined;
  } while (cursor !== undefined);
  need(seen.length === 3, "three links on two pages");

  const path = { id: seen[0] ?? "" };
  const read = await api.GET("/v1/link/{id}", { params: { path } });
  need(read.data, "a link");
  const tag = read.response.headers.get("ETag") ?? "";
  const written = await api.PUT("/v1/link/{id}", {
    params: { path, header: { "If-Match": tag } },
    body: { ...read.data, title: "By openapi-fetch" },
  });
  need(written.data?.title === "By openapi-fetch", "the new title");
  const late = await api.PUT("/v1/link/{id}", {
    params: { path, header: { "If-Match": tag } },
    body: { title: "Too late" },
  });
  need(late.response.status === 412 && late.error?.request_id, "a 412 for an old version");

  const wrong = await api.POST("/v1/link", { body: { host, destination: "ftp://example.org/" } });
  need(wrong.error?.errors?.["destination"]?.length === 1, "the reason against the destination");

  const imported = await api.POST("/v1/bulk/import", {
    body: { mode: "upsert", rows: [{ host, alias: "fetch-d", destination: "https://example.org/d" }] },
  });
  need(imported.data?.meta.created === 1, "an imported row");

  const picture = await api.GET("/v1/links/{id}/qr", {
    params: { path, query: { width: 256 } },
    parseAs: "text",
  });
  need(picture.data?.includes("<svg"), "a picture");

  for (const id of seen) {
    const gone = await api.DELETE("/v1/link/{id}", { params: { path: { id } } });
    need(gone.data && gone.response.status === 200, "a deleted link");
  }
  need((await api.GET("/v1/link/{id}", { params: { path } })).response.status === 404, "a 404");
}
