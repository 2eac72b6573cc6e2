import { exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { app } from "../../../src/admin/app.ts";
import { document, operations } from "../../support/operation.ts";
import { createWorkspace } from "../../support/workspace.ts";

function read(init: RequestInit = {}): Promise<Response> {
  return exports.default.fetch(new Request("http://localhost:8787/v1/openapi.json", init));
}

describe("GET /v1/openapi.json", () => {
  it("needs no token and answers the document of OpenAPI 3.1 as every JSON", async () => {
    const response = await read();
    expect(response.status).toBe(200);
    expect(response.headers.get("Content-Type")).toBe("application/json; charset=utf-8");
    expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(response.headers.get("ETag")).toMatch(/"/);
    expect(await response.json()).toEqual(document);
    expect(document.openapi).toBe("3.1.0");
  });

  it("is the same at each call and for every token", async () => {
    const { token } = await createWorkspace();
    const first = await (await read()).text();
    expect(await (await read({ headers: { Authorization: `Bearer ${token}` } })).text()).toBe(first);
    expect(await (await read({ headers: { Authorization: "Bearer nothing" } })).text()).toBe(first);
  });

  const NOT_FOR_PROGRAMS = ["/v1/openapi.json", "/v1/session", "/v1/shared-statistics/read"];

  it("[1.5] describes every route of the API for programs", () => {
    const routes = app.routes
      .filter(
        ({ method, path }) => method !== "ALL" && path.startsWith("/v1/") && !NOT_FOR_PROGRAMS.includes(path),
      )
      .map(({ method, path }) => `${method} ${path.replace("/v1", "").replace(/:(\w+)/g, "{$1}")}`);
    const told = operations.map(({ method, path }) => `${method} ${path}`);
    expect(told.toSorted()).toEqual([...new Set(routes)].toSorted());
  });

  it("names the endpoints of the contract", () => {
    const ids = operations.map(({ operationId }) => operationId);
    const named = [
      "createLink",
      "updateLink",
      "listLinks",
      "countLinks",
      "getLink",
      "createRedirects",
      "listRedirects",
    ];
    expect(ids).toEqual(
      expect.arrayContaining([...named, "createRecord", "listHistory", "getFacets", "previewBulk"]),
    );
    expect(ids).toEqual(
      expect.arrayContaining(["connectHost", "refreshHost", "updateWorkspace", "createToken"]),
    );
  });

  it("refers to nothing that is not there", () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(
      ([, path = ""]) => path,
    );
    expect(references.length).toBeGreaterThan(0);
    for (const reference of new Set(references)) {
      const target = reference
        .split("/")
        .reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key], document);
      expect(target, reference).toBeDefined();
    }
  });
});
