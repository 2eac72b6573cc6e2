import { env } from "cloudflare:workers";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { ROLES } from "../../../src/domain/role.ts";
import { answerDns, dnsJson, type FakeDns } from "../../support/dns.ts";
import { hold } from "../../support/holdings.ts";
import { problemsOf } from "../../support/json-schema.ts";
import {
  document,
  exampleOf,
  hasBody,
  operations,
  schemaOf,
  sendTo,
  type Operation,
  type RawAnswer,
} from "../../support/operation.ts";
import { addToken, createSite, type Site } from "../../support/site.ts";
import { createWorkspace } from "../../support/workspace.ts";
import { homeOf } from "../../support/home.ts";

const MIB = 1024 * 1024;
const SECRET_TITLE = "nobody else's business";

const named: [string, Operation][] = operations.map((operation) => [
  `${operation.method} ${operation.path}`,
  operation,
]);
const withBody = named.filter(([, operation]) => hasBody(operation));
const withIds = named.filter(([, { path }]) => /\{(?:id|host|name)\}/.test(path));
const withoutIds = named.filter(([, { path }]) => !/\{(?:id|host|name)\}/.test(path));
const guarded = named.filter(([, operation]) => operation["x-role"] !== "viewer");

let dns: FakeDns;
let site: Site;
let parameters: (operation: Operation) => Record<string, string>;
/** What the site holds and nobody else may see. */
let secrets: string[];

beforeAll(async () => {
  site = await createSite();
  const holdings = await hold(site, SECRET_TITLE);
  parameters = (operation) => holdings.parameters(operation);
  secrets = [site.host, SECRET_TITLE, ...holdings.ids];
});

afterEach(() => dns?.restore());

/** The body of an answer that the document has to tell: status, type and shape. */
function expectDocumented(operation: Operation, answer: RawAnswer): void {
  expect(Object.keys(operation.responses)).toContain(String(answer.status));
  if (!answer.headers.get("Content-Type")?.startsWith("application/json")) return;
  const schema = schemaOf(operation, answer.status) ?? {};
  expect(problemsOf(schema, JSON.parse(answer.text), document.components.schemas)).toEqual([]);
}

function expectRefused(operation: Operation, answer: RawAnswer, status: number): void {
  expect(answer.status, answer.text).toBe(status);
  expectDocumented(operation, answer);
}

describe("an operation tells", () => {
  it.each(named)("[9.14] what it is and needs: %s", (_, operation) => {
    expect(operation.operationId).toMatch(/^[a-z]+[A-Z][A-Za-z]+$/);
    expect(operation.summary).toMatch(/^[A-Z].+[^.]$/);
    expect(operation.tags).toHaveLength(1);
    expect(ROLES).toContain(operation["x-role"]);
    expect(schemaOf(operation, 200)).toBeDefined();
    for (const status of [401, 429, 484, 503]) expect(schemaOf(operation, status)).toBeDefined();
    for (const parameter of operation.parameters ?? []) {
      expect(parameter.schema, parameter.name).toBeDefined();
      if (parameter.in === "path") expect(parameter.description, parameter.name).toMatch(/\S/);
    }
  });

  it("a name that no other has", () => {
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each(named)("an example answer that its schema allows: %s", (_, operation) => {
    const [media] = Object.values(operation.responses["200"]?.content ?? {});
    expect(media?.example).toBeDefined();
    expect(problemsOf(media?.schema ?? {}, media?.example, document.components.schemas)).toEqual([]);
  });
});

describe("without a valid token", () => {
  async function sendAs(operation: Operation, token?: string): Promise<RawAnswer> {
    const { type, text } = exampleOf(operation);
    const body = hasBody(operation) ? { type, body: text } : {};
    return sendTo(operation, parameters(operation), { ...body, ...(token !== undefined && { token }) });
  }

  it.each(named)("[9.2] no token is a 401: %s", async (_, operation) => {
    const answer = await sendAs(operation);
    expectRefused(operation, answer, 401);
    expect(answer.headers.get("WWW-Authenticate")).toBe("Bearer");
  });

  it.each(named)("[9.2] a malformed token is a 401: %s", async (_, operation) => {
    expectRefused(operation, await sendAs(operation, site.token.slice(0, -1)), 401);
  });

  it.each(named)("[9.2] a revoked token is a 401: %s", async (_, operation) => {
    const token = await addToken(site.id);
    await env.DB.prepare("DELETE FROM tokens WHERE workspace_id = ?1 AND name = 'build server'")
      .bind(site.id)
      .run();
    expectRefused(operation, await sendAs(operation, token), 401);
  });
});

describe("roles", () => {
  it.each(guarded)("[9.4] one below the needed role is a 484: %s", async (_, operation) => {
    const needed = operation["x-role"] ?? "owner";
    const below = ROLES[ROLES.indexOf(needed) - 1] ?? "viewer";
    const token = await addToken(site.id, { role: below });
    const { type, text } = exampleOf(operation);
    const answer = await sendTo(operation, parameters(operation), {
      token,
      ...(hasBody(operation) && { type, body: text }),
    });
    expectRefused(operation, answer, 484);
  });

  it.each(guarded)("[9.4] a token below its owner's role is a 484: %s", async (_, operation) => {
    const needed = operation["x-role"] ?? "owner";
    const tokenRole = ROLES[ROLES.indexOf(needed) - 1] ?? "viewer";
    const token = await addToken(site.id, { role: "owner", tokenRole });
    expectRefused(operation, await sendTo(operation, parameters(operation), { token }), 484);
  });

  it("[9.4] reading needs no more than a viewer; keys of doors, webhooks and shared statistics are the manager's, tokens, members and the export the owner's", () => {
    const exceptions = new Map([
      ["/tokens", "owner"],
      ["/members", "owner"],
      ["/export", "owner"],
      ["/door-keys", "manager"],
      ["/door-keys/{id}", "manager"],
    ]);
    for (const { path, "x-role": role } of operations.filter(({ method }) => method === "GET")) {
      const usual = /^\/(?:webhooks|shared-statistics)\b/.test(path) ? "manager" : "viewer";
      expect(role, path).toBe(exceptions.get(path) ?? usual);
    }
  });

  it("[9.4] records, files and hosts are the editor's to write, settings, clicks, webhooks, keys of doors and shared statistics the manager's, tokens, members and moves the owner's", () => {
    const writes = operations.filter(({ method }) => method !== "GET");
    for (const { path, "x-role": role } of writes) {
      const needed =
        /^\/(?:tokens|members)/.test(path) || path.endsWith("/move") || path === "/projection"
          ? "owner"
          : /^\/(?:workspace|door-keys|webhooks|shared-statistics|blocklist)\b/.test(path) ||
              /\/(?:stats|files\/\{file\})$/.test(path)
            ? "manager"
            : path === "/bulk/summary" || path === "/explain"
              ? "viewer"
              : "editor";
      expect(role, path).toBe(needed);
    }
  });
});

describe("another workspace", () => {
  it.each(withIds)("[9.10] finds nothing by an id of ours: %s", async (_, operation) => {
    const { token } = await createWorkspace();
    const { type, text } = exampleOf(operation);
    const answer = await sendTo(operation, parameters(operation), {
      token,
      ...(hasBody(operation) && {
        type,
        body: type === "text/html" || operation.path.startsWith("/tags") ? text : "{}",
      }),
    });
    if (operation.operationId === "storeFile") {
      // Names of pages are each workspace's own: this one is now theirs, and ours is as it was.
      expect(answer.status).toBe(200);
      const ours = { ...operation, method: "GET" };
      const page = await sendTo(ours, parameters(operation), { token: site.token });
      expect(page.text).toBe(`<p>${SECRET_TITLE}`);
    } else {
      expectRefused(operation, answer, 404);
    }
    for (const secret of secrets)
      expect(answer.text).not.toContain(secret === site.host ? SECRET_TITLE : secret);
  });

  it.each(withoutIds)("[9.2] sees nothing of ours: %s", async (_, operation) => {
    const other = await createWorkspace();
    const { type, text } = exampleOf(operation);
    const answer = await sendTo(
      operation,
      { metaKey: "not_found_url" },
      {
        token: other.token,
        ...(hasBody(operation) && { type, body: text.replaceAll("go.example.com", site.host) }),
      },
    );
    expectDocumented(operation, answer);
    for (const secret of secrets.filter((secret) => secret !== site.host)) {
      expect(answer.text).not.toContain(secret);
    }
    if (operation.method === "GET") expect(answer.text).not.toContain(site.host);
    const { results } = await homeOf(other.id)
      .prepare("SELECT id FROM records WHERE workspace_id = ?1")
      .bind(other.id)
      .all();
    expect(results).toEqual([]);
  });
});

describe("bodies", () => {
  it.each(withBody)("[9.9] malformed text is a 400: %s", async (_, operation) => {
    const { type } = exampleOf(operation);
    const body = type === "application/json" ? "{" : new Uint8Array([0x3c, 0xff]);
    expectRefused(
      operation,
      await sendTo(operation, parameters(operation), { token: site.token, type, body }),
      400,
    );
  });

  it.each(withBody)("[9.12] another content type is a 415: %s", async (_, operation) => {
    const type = "image/gif";
    const answer = await sendTo(operation, parameters(operation), { token: site.token, type, body: "{}" });
    expectRefused(operation, answer, 415);
  });

  it.each(withBody)("[9.12] more than the limit is a 413: %s", async (_, operation) => {
    const { type } = exampleOf(operation);
    const isLarge = /^\/(?:bulk\/import|changes|sitemaps\/\{host\})$|\/parts\//.test(operation.path);
    const limit = isLarge ? 8 * MIB : MIB;
    const body = `{"x":"${"x".repeat(limit)}"}`;
    expectRefused(
      operation,
      await sendTo(operation, parameters(operation), { token: site.token, type, body }),
      413,
    );
  });
});

describe("the examples of the document", () => {
  it.each(named)("[9.1] are taken, and the answer is as documented: %s", async (_, operation) => {
    dns = answerDns((question) => dnsJson(question, { records: [["CNAME", `${env.CNAME_TARGET}.`]] }));
    const fresh = await createSite();
    const holdings = await hold(fresh, SECRET_TITLE);
    const { type, text } = exampleOf(operation);
    const { token: otherToken } = await createWorkspace();
    const body = text
      .replaceAll(/sp_[0-9A-Za-z]{40}/g, otherToken)
      .replaceAll("go.example.com", fresh.host)
      .replaceAll("links.example.com", `new.${fresh.host}`);
    const answer = await sendTo(operation, holdings.parameters(operation), {
      token: fresh.token,
      ...(hasBody(operation) && { type, body }),
    });
    expect(answer.status, answer.text).toBe(200);
    expectDocumented(operation, answer);
    expect(answer.headers.get("Content-Type")).toContain(
      Object.keys(operation.responses["200"]?.content ?? {})[0],
    );
  });
});
