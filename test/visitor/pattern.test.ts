import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { memory } from "../../src/storage/snapshot/memory.ts";
import { connectHost, createSite, expectRefused, requireOk, type Site } from "../support/site.ts";
import { visit } from "../support/workspace.ts";
import { visitOn, watchEnv } from "../support/watched-env.ts";

let site: Site;

beforeAll(async () => {
  site = await createSite();
});

/** The Location of a visit; null without one. */
async function locationOf(path: string): Promise<string | null> {
  return (await visit(`http://${site.host}${path}`)).headers.get("Location");
}

describe("a redirect with captures", () => {
  it("[22.1, 22.6] sends each visitor where the captures lead", async () => {
    const record = await site.createRedirect("/shop/:category/:id.html", {
      destination: "https://new.example/:category/item?id=:id",
    });
    expect(record.url).toBe(`http://${site.host}/shop/:category/:id.html`);
    expect(await locationOf("/shop/shoes/5.html")).toBe("https://new.example/shoes/item?id=5");
    expect(await locationOf("/shop/caf%c3%a9/a+b.html")).toBe("https://new.example/caf%c3%a9/item?id=a%2Bb");
    expect(await locationOf("/shop/shoes/.html")).toBeNull();
  });

  it("[22.3] is ranked among prefixes, and follows when one of them changes", async () => {
    await site.createRedirect("/r/*", { destination: "https://new.example/prefix" });
    expect(await locationOf("/r/a/b")).toBe("https://new.example/prefix");
    const { id } = await site.createRedirect("/r/:x/b", { destination: "https://new.example/pattern/:x" });
    expect(await locationOf("/r/a/b")).toBe("https://new.example/pattern/a");
    await site.createRedirect("/r/a/*", { destination: "https://new.example/literal/:splat" });
    expect(await locationOf("/r/a/b")).toBe("https://new.example/literal/b");
    requireOk(await site.call("DELETE", `/redirect/${id}`));
    expect(await locationOf("/r/z/b")).toBe("https://new.example/prefix");
  });

  it("[22.3] answers the same from memory, from KV and from the database", async () => {
    await site.createRedirect("/tier/:x/*", { destination: "https://new.example/:splat/:x" });
    const url = `http://${site.host}/tier/1/2`;
    vi.spyOn(console, "warn").mockImplementation(() => {});
    await expect.poll(() => env.SNAPSHOTS.get(`t:${site.host}/tier/*:/*`)).not.toBeNull();
    for (const faults of [{ database: "throws" }, { store: "throws" }] as const) {
      const watched = watchEnv({ MEMORY_SECONDS: "0" });
      watched.faults = faults;
      memory.clear();
      const response = await visitOn(watched.env, url);
      expect(response.headers.get("Location")).toBe("https://new.example/2/1");
    }
  });

  it("[22.8] answers 404 where it would send a visitor to the same URL again", async () => {
    await site.createRedirect("/swap/:x/b", { destination: `http://${site.host}/swap/b/:x` });
    expect(await locationOf("/swap/a/b")).toBe(`http://${site.host}/swap/b/a`);
    expect((await visit(`http://${site.host}/swap/b/b`)).status).toBe(404);
  });

  it("[22.1] is sent back unchanged, and moved to another shape", async () => {
    const record = await site.createRedirect("/back/:x", { destination: "https://new.example/:x" });
    const same = requireOk(await site.call("PUT", `/redirect/${record.id}`, record));
    expect(same.body.url).toBe(record.url);
    const moved = { url: `${site.host}/forth/:x`, destination: "https://new.example/forth/:x" };
    requireOk(await site.call("PUT", `/redirect/${record.id}`, moved));
    expect(await locationOf("/back/5")).toBeNull();
    expect(await locationOf("/forth/5")).toBe("https://new.example/forth/5");
  });
});

describe("the names of captures", () => {
  it("[22.1] change with the source, though the shape stays", async () => {
    const { id } = await site.createRedirect("/named/:a/:b", { destination: "https://new.example/:a/:b" });
    requireOk(await site.call("PUT", `/redirect/${id}`, { url: `${site.host}/named/:b/:a` }));
    expect(await locationOf("/named/1/2")).toBe("https://new.example/2/1");
    const { alias, url } = requireOk(await site.call("GET", `/links/${id}`)).body;
    expect([alias, url]).toEqual(["named/:b/:a", `http://${site.host}/named/:b/:a`]);
  });
});

describe("a write of a redirect with captures", () => {
  it("[22.1] is refused on url where the source is none", async () => {
    for (const suffix of ["/:Id", "/:a/:a", "/:a?x=1"]) {
      expectRefused(await site.call("POST", "/redirect", { url: site.host + suffix }), "url");
    }
  });

  it("[2.14, 22.1] is refused on url where another record has the shape, whatever the names", async () => {
    await site.createRedirect("/twice/:a", { destination: "https://new.example" });
    expectRefused(await site.call("POST", "/redirect", { url: `${site.host}/twice/:b` }), "url");
  });

  it("[22.9] is refused where a capture stands in front of the path", async () => {
    const url = `${site.host}/v6/:db8`;
    const destination = "https://[2001:db8::1]/:db8";
    expectRefused(await site.call("POST", "/redirect", { url, destination }), "destination");
  });

  it("[22.9] is refused with what needs a destination that can be asked", async () => {
    const record = { url: `${site.host}/asked/:x`, destination: "https://new.example/:x" };
    for (const [field, value] of [
      ["is_notify", true],
      ["is_switch_unbroken_destination", true],
      ["destination_routing", "fastest"],
    ] as const) {
      expectRefused(await site.call("POST", "/redirect", { ...record, [field]: value }), field);
    }
    requireOk(
      await site.call("POST", "/redirect", {
        ...record,
        destination: "https://new.example",
        is_notify: true,
      }),
    );
  });

  it.each([
    ["to itself", "/loop/:x", "/loop/:x"],
    ["to itself below a prefix", "/deeper/*", "/deeper/en/:splat"],
    ["to itself with the captures in another order", "/turn/:x/:y", "/turn/:y/:x"],
  ])("[4.11] is refused where it leads %s", async (_, suffix, path) => {
    const fields = { url: site.host + suffix, destination: `https://${site.host}${path}` };
    expectRefused(await site.call("POST", "/redirect", fields), "destination");
  });

  it("[4.11] is refused where it leads back through another pattern", async () => {
    await site.createRedirect("/one/:x", { destination: `https://${site.host}/two/:x` });
    const fields = { url: `${site.host}/two/:x`, destination: `https://${site.host}/one/:x` };
    expectRefused(await site.call("POST", "/redirect", fields), "destination");
    requireOk(
      await site.call("POST", "/redirect", { ...fields, destination: `https://${site.host}/three/:x` }),
    );
  });
});

describe("the patterns of a hostname", () => {
  it("[22.4] are 200 at most, also under parallel writes", async () => {
    const host = await connectHost(site);
    const urls = Array.from({ length: 198 }, (_, i) => `${host}/n-${i}/:x`);
    for (let i = 0; i < urls.length; i += 66) {
      const url = urls.slice(i, i + 66).join(" ");
      requireOk(await site.call("POST", "/redirect", { url, destination: "https://new.example/:x" }));
    }
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, i) =>
        site.call("POST", "/redirect", { url: `${host}/m-${i}/:x`, destination: "https://new.example/:x" }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 422, 422, 422, 422]);
    expectRefused(await site.call("POST", "/redirect", { url: `${host}/more/:x` }), "url");
    requireOk(
      await site.call("POST", "/redirect", { url: `${host}/plain`, destination: "https://new.example" }),
    );
  });
});
