import { exports } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { app } from "../../../src/admin/app.ts";
import { hold, type Holdings } from "../../support/holdings.ts";
import { createSite, type Site } from "../../support/site.ts";

/** Every answer of an admin host that is a page has a policy: no inline code, no frame around it. */

let site: Site;
let holdings: Holdings;

beforeAll(async () => {
  site = await createSite();
  holdings = await hold(site, "a mark");
});

/** Sends what a browser sends that opens an address. */
function open(path: string, method = "GET"): Promise<Response> {
  const headers = {
    Accept: "text/html,application/xhtml+xml,*/*;q=0.8",
    Authorization: `Bearer ${site.token}`,
  };
  return exports.default.fetch(new Request(`http://localhost:8787${path}`, { method, headers }));
}

function isPage(answer: Response): boolean {
  return answer.headers.get("Content-Type")?.startsWith("text/html") === true;
}

/** The value of each directive of the policy of a page. */
function policyOf(answer: Response): Map<string, string> {
  const directives = (answer.headers.get("Content-Security-Policy") ?? "").split(/; */);
  return new Map(directives.map((text) => [text.split(" ")[0] ?? "", text.split(" ").slice(1).join(" ")]));
}

function expectPolicy(path: string, answer: Response): void {
  const policy = policyOf(answer);
  expect([path, policy.get("default-src"), policy.get("frame-ancestors")]).toEqual([
    path,
    "'none'",
    "'none'",
  ]);
  expect([undefined, "'self'"], path).toContain(policy.get("script-src"));
  expect(answer.headers.get("Content-Security-Policy"), path).not.toMatch(/unsafe|\*|https?:/);
}

/** The addresses of all routes that are read, with what the workspace holds in the place of parameters. */
function addresses(): string[] {
  const paths = app.routes.filter(({ method }) => method === "GET").map(({ path }) => path);
  return [...new Set(paths)].map((path) => {
    const named = path.replaceAll(/:(\w+)\{[^}]*\}|:(\w+)/g, "{$1$2}");
    const values: Record<string, string> = holdings.parameters({
      method: "GET",
      path: named.replace("/v1", ""),
    });
    return named.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "index.html");
  });
}

describe("[32.7] every page of an admin host has a policy", () => {
  it("at each of its routes, and at addresses without one", async () => {
    const pages = new Set<string>();
    for (const path of [...addresses(), "/links?filter[tag]=x", "/nowhere", "/docs/nowhere/else"]) {
      for (const method of ["GET", "HEAD"]) {
        const answer = await open(path, method);
        if (!isPage(answer)) continue;
        expectPolicy(path, answer);
        pages.add(path);
      }
    }
    const { host, name } = holdings.parameters({ method: "GET", path: "/files/{name}" });
    expect([...pages].toSorted()).toEqual([
      "/",
      "/docs",
      "/docs/nowhere/else",
      "/links?filter[tag]=x",
      "/nowhere",
      `/v1/files/${name}`,
      `/v1/host/${host}/report`,
    ]);
  });

  it("also if the browser has it already", async () => {
    for (const path of ["/", "/docs"]) {
      const tag = (await open(path)).headers.get("ETag") ?? "";
      const again = await exports.default.fetch(
        new Request(`http://localhost:8787${path}`, { headers: { "If-None-Match": tag } }),
      );
      expect(again.status).toBe(304);
      expectPolicy(path, again);
    }
  });

  it("and errors are no pages", async () => {
    for (const path of [
      "/assets/nothing.js",
      "/assets/",
      "/v1/links/nothing",
      "/v1/nothing",
      "/docs/nothing",
      "/docs/index.html",
    ]) {
      const answer = await open(path);
      expect([path, answer.status, isPage(answer)]).toEqual([path, 404, false]);
    }
  });
});
