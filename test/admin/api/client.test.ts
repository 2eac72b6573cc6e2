import { exports } from "cloudflare:workers";
import { hc } from "hono/client";
import { describe, expect, expectTypeOf, it } from "vitest";
import type { AdminApi } from "../../../src/admin/app.ts";
import { createSite, type Site } from "../../support/site.ts";

function clientOf({ token }: Site) {
  return hc<AdminApi>("http://localhost:8787", {
    fetch: (input: RequestInfo | URL, init?: RequestInit) => exports.default.fetch(new Request(input, init)),
    headers: { Authorization: `Bearer ${token}` },
  });
}

describe("a client typed by AdminApi", () => {
  it("creates a link and reads it", async () => {
    const site = await createSite();
    const client = clientOf(site);
    const created = await client.v1.link.$post({
      json: { host: site.host, alias: "typed", destination: "https://example.com", tags: ["a"] },
    });
    expect(created.status).toBe(200);
    const body = await created.json();
    const [link] = body.data;
    expect(link?.alias).toBe("typed");
    expectTypeOf(body.data[0]?.alias).toEqualTypeOf<string | undefined>();
    expectTypeOf(body.data[0]?.expired_at).toEqualTypeOf<string | null | undefined>();

    const read = await client.v1.link[":id"].$get({ param: { id: link?.id ?? "" } });
    const again = await read.json();
    expect(again).toEqual(link);
    expectTypeOf(again.utm.source).toEqualTypeOf<string>();
    expectTypeOf(again).not.toHaveProperty("handler");
  });

  it("[12.1] walks a list by its cursor, filter and all", async () => {
    const site = await createSite();
    const client = clientOf(site);
    for (const alias of ["one", "two", "three"]) await site.createLink({ alias });
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const query: Record<string, string> = { per_page: "2", "filter[host]": site.host };
      const page = await client.v1.links.$get({ query: cursor === null ? query : { ...query, cursor } });
      const { data, meta } = await page.json();
      seen.push(...data.map(({ alias, handler }) => `${handler} ${alias}`));
      expectTypeOf(meta.cursor.next).toEqualTypeOf<string | null>();
      cursor = meta.cursor.next;
    } while (cursor !== null);
    expect(seen).toEqual(["short-url three", "short-url two", "short-url one"]);
  });

  it("knows hostnames, settings and tokens", async () => {
    const site = await createSite();
    const { v1 } = clientOf(site);
    const host = await (
      await v1.host[":host"].$put({ param: { host: site.host }, json: { short_links_enabled: false } })
    ).json();
    expect(host.short_links_enabled).toBe(false);
    expectTypeOf(host.default_require).toEqualTypeOf<"cname" | "a">();

    const workspace = await (
      await v1.workspace.update[":metaKey"].$post({ param: { metaKey: "country" }, json: { value: "DE" } })
    ).json();
    expect(workspace.country).toBe("DE");
    expectTypeOf(workspace.level).toEqualTypeOf<number>();

    const token = await (await v1.tokens.$post({ json: { name: "typed", role: "viewer" } })).json();
    expect(token.token).toMatch(/^sp_/);
    expectTypeOf(token.role).toEqualTypeOf<"viewer" | "editor" | "manager" | "owner">();
  });

  it("refuses to compile what the API does not take", () => {
    const compile = (client: ReturnType<typeof clientOf>) => [
      // @ts-expect-error a host is needed
      client.v1.link.$post({ json: { alias: "typed" } }),
      // @ts-expect-error a title is text
      client.v1.link.$post({ json: { host: "go.example", title: 5 } }),
      // @ts-expect-error there is no such route
      client.v1.nothing,
    ];
    expect(compile).toBeTypeOf("function");
  });
});
