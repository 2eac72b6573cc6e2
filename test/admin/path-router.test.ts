import { TrieRouter } from "hono/router/trie-router";
import { describe, expect, it } from "vitest";
import { app } from "../../src/admin/app.ts";
import { PathRouter } from "../../src/admin/path-router.ts";

/** Routes by their number, as both routers find them. */
function bothOf(routes: { method: string; path: string }[]) {
  const routers = [new PathRouter<number>(), new TrieRouter<number>()];
  for (const router of routers)
    for (const [number, { method, path }] of routes.entries()) router.add(method, path, number);
  return (method: string, path: string) =>
    routers.map((router) => router.match(method, path)[0].map(([number, params]) => [number, { ...params }]));
}

describe("the router", () => {
  const match = bothOf([
    { method: "ALL", path: "/*" },
    { method: "ALL", path: "/v1/*" },
    { method: "GET", path: "/v1/links/current" },
    { method: "GET", path: "/v1/links/:id" },
    { method: "PUT", path: "/v1/links/:id" },
    { method: "GET", path: "/v1/host/:host/files/:file" },
    { method: "ALL", path: "/yourls/:id/yourls-api.php" },
  ]);

  it.each([
    ["/", [[0, {}]]],
    [
      "/v1",
      [
        [0, {}],
        [1, {}],
      ],
    ],
    [
      "/v1/",
      [
        [0, {}],
        [1, {}],
      ],
    ],
    ["/v12", [[0, {}]]],
    [
      "/v1/links/current",
      [
        [0, {}],
        [1, {}],
        [2, {}],
        [3, { id: "current" }],
      ],
    ],
    [
      "/v1/links/",
      [
        [0, {}],
        [1, {}],
      ],
    ],
    [
      "/v1/links/a/",
      [
        [0, {}],
        [1, {}],
      ],
    ],
    [
      "/v1/links/a%2Fb\n",
      [
        [0, {}],
        [1, {}],
        [3, { id: "a%2Fb\n" }],
      ],
    ],
    [
      "/v1/host/go.test/files/robots.txt",
      [
        [0, {}],
        [1, {}],
        [5, { host: "go.test", file: "robots.txt" }],
      ],
    ],
    [
      "/v1/host//files/robots.txt",
      [
        [0, {}],
        [1, {}],
      ],
    ],
    [
      "/yourls/7/yourls-api.php",
      [
        [0, {}],
        [6, { id: "7" }],
      ],
    ],
    ["/yourls/7/yourls-apixphp", [[0, {}]]],
  ] as [string, [number, object][]][])("finds for %j what Hono's own finds", (path, found) => {
    const [ours, theirs] = match("GET", path);
    expect(ours).toEqual(found);
    expect(theirs).toEqual(found);
  });

  it("finds for every route of the API what Hono's own finds", () => {
    const matchRoute = bothOf(app.routes);
    for (const { path } of app.routes) {
      for (const method of ["GET", "POST", "PUT", "DELETE"]) {
        const given = path.replaceAll(/:\w+/g, "some.thing").replace("*", "a/b");
        const [ours, theirs] = matchRoute(method, given);
        expect(ours, given).toEqual(theirs);
        expect(ours?.length, given).toBeGreaterThan(0);
      }
    }
  });
});
