import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { deleteOrphanedCertificates } from "../../src/services/host/delete-orphaned-certificates.ts";
import { generateToken } from "../../src/services/token/token.ts";
import { TargetAsker } from "../../src/durable/target-asker.ts";
import { memory } from "../../src/storage/snapshot/memory.ts";
import { saasEnv, serveSaas } from "../support/saas.ts";
import { SAAS_TOKEN } from "../support/saas-zone.ts";
import { migrateDatabases, severalDatabases, type Installation } from "../support/several-databases.ts";
import { expectRefused, requireOk } from "../support/site.ts";
import type { TestWorkspace } from "../support/workspace.ts";

/** Workspaces of several databases in one installation. */

const FAR = "far.example.com";

let installation: Installation;
let first: TestWorkspace;
let second: TestWorkspace;
let linkId: string;

beforeAll(async () => {
  await migrateDatabases();
  installation = severalDatabases();
  first = await installation.createWorkspace();
  second = await installation.createWorkspace("DB_01");
  requireOk(await second.call("POST", "/host", { host: FAR }));
  const body = { host: FAR, alias: "x", destination: "https://there.example/" };
  linkId = requireOk(await second.call("POST", "/link", body)).body.data[0].id;
});
beforeEach(() => void vi.restoreAllMocks());

const count = (db: D1Database, table: string) =>
  db.prepare(`SELECT count(*) AS n FROM ${table}`).first<number>("n");
/** Visits as a bot, so that no click counts. */
const locationOf = async (url: string) =>
  (await installation.fetch(url, { headers: { "User-Agent": "Googlebot/2.1" } })).headers.get("Location");

async function emptyStore(prefix = ""): Promise<void> {
  memory.clear();
  for (const { name } of (await env.SNAPSHOTS.list({ prefix })).keys) await env.SNAPSHOTS.delete(name);
}

describe("[39.2] a call", () => {
  it("works in the database that has its token, and in no other", async () => {
    expect((await first.call("GET", "/test")).body.workspace.id).toBe(first.id);
    expect((await second.call("GET", "/test")).body.workspace.id).toBe(second.id);
    expect([await count(env.DB, "records"), await count(env.DB_01, "records")]).toEqual([0, 1]);
  });

  it("is a 401 with a token that nobody knows, and a 503 while a database cannot be asked", async () => {
    const ask = (one: Installation) =>
      one.fetch("http://localhost:8787/v1/test", {
        headers: { Authorization: `Bearer ${generateToken()}` },
      });
    expect((await ask(installation)).status).toBe(401);
    const without = severalDatabases({ DATABASES: "4" });
    expect((await ask(without)).status).toBe(503);
    const { token } = second;
    const known = await without.fetch("http://localhost:8787/v1/test", {
      headers: { Authorization: `Bearer ${token}` },
    });
    expect(known.status).toBe(200);
  });

  it("of the dashboard finds its session", async () => {
    const origin = "http://localhost:8787";
    const headers = { Origin: origin, "Sec-Fetch-Site": "same-origin", "Content-Type": "application/json" };
    const body = JSON.stringify({ token: second.token });
    const begun = await installation.fetch(`${origin}/v1/session`, { method: "POST", headers, body });
    const Cookie = (begun.headers.get("Set-Cookie") ?? "").split(";")[0] ?? "";
    const shown = await installation.fetch(`${origin}/v1/session`, { headers: { ...headers, Cookie } });
    expect(await shown.json()).toMatchObject({ session: { workspace: { id: second.id } } });
    expect([await count(env.DB, "sessions"), await count(env.DB_01, "sessions")]).toEqual([0, 1]);
  });
});

describe("[7.6] a hostname of another database", () => {
  const url = `https://${FAR}/hook`;

  it("is no notify_url", async () => {
    const answer = await first.call("POST", "/workspace/update/notify_url", { value: url });
    expectRefused(answer, "value");
  });

  it("is not requested by a check of targets", async () => {
    const host = env.TARGETS.get(env.TARGETS.idFromName(FAR));
    const findings = await runInDurableObject(host, (_, state) =>
      new TargetAsker(state, installation.bindings as typeof env).ask([url]),
    );
    expect(findings).toMatchObject([{ answer: { reason: { code: "own_place" } } }]);
  });
});

describe("[39.3] a visit", () => {
  it("is answered from KV, and from the home of its hostname", async () => {
    expect(await locationOf(`https://${FAR}/x`)).toBe("https://there.example/");
    await emptyStore("h:");
    await emptyStore("p:");
    expect(await locationOf(`https://${FAR}/x`)).toBe("https://there.example/");
  });

  it("of a hostname whose database is not bound is a 503, and others are answered", async () => {
    requireOk(await first.call("POST", "/host", { host: "near.example.com" }));
    requireOk(
      await first.call("POST", "/link", {
        host: "near.example.com",
        alias: "x",
        destination: "https://here.example/",
      }),
    );
    await emptyStore("h:");
    await emptyStore("p:");
    vi.spyOn(console, "warn").mockReturnValue();
    const without = severalDatabases({ DB_01: undefined } as object);
    expect((await without.fetch(`https://${FAR}/x`)).status).toBe(503);
    memory.clear();
    const near = await without.fetch("https://near.example.com/x");
    expect(near.headers.get("Location")).toBe("https://here.example/");
  });
});

describe("[39.4] a hostname", () => {
  it("of a workspace of another database waits for whoever else connects it", async () => {
    requireOk(await first.call("POST", "/host", { host: FAR }));
    const { body } = await first.call("GET", `/host/${FAR}`);
    expect(body.held ?? body.data?.held).toBe(false);
    requireOk(await first.call("DELETE", `/host/${FAR}`));
  });
});

describe("[39.5] clicks and misses", () => {
  it("are counted by the database of the record or hostname, once", async () => {
    const atMs = Date.now();
    const agent = "Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0";
    const message = {
      kind: "clicks" as const,
      id: `${atMs.toString(36)}abcdef`,
      clicks: [
        [linkId, atMs, 0, "DE", "", agent, "", "", ""],
        // What only one person misses is not listed.
        ["", atMs, 0, "", "", agent, "", "/missed", FAR],
        ["", atMs, 0, "", "", agent, "", "/missed", FAR],
      ] as never,
    };
    await installation.deliver([message]);
    await installation.deliver([message]);
    await installation.cron();
    const { body } = await second.call("GET", `/links/${linkId}/stats`);
    expect(body.clicks).toBe(1);
    const misses = await second.call("GET", "/misses");
    expect(misses.body.data).toMatchObject([{ host: FAR, path: "/missed" }]);
    expect(await count(env.DB_02, "click_batches")).toBe(0);
  });
});

describe("[39.6] jobs", () => {
  it("run in each database, each with its heartbeat", async () => {
    await installation.cron();
    for (const { DB } of installation.envs) expect(await count(DB, "installation")).toBe(1);
  });

  it("delete no certificate that a hostname of another database uses", async () => {
    const { CLOUDFLARE_ZONE_ID, CLOUDFLARE_API_URL } = saasEnv;
    const bindings = { CLOUDFLARE_ZONE_ID, CLOUDFLARE_API_URL, CLOUDFLARE_API_TOKEN: SAAS_TOKEN };
    await env.DB_01.prepare('UPDATE hosts SET certificate = \'{"id":"used"}\' WHERE name = ?1')
      .bind(FAR)
      .run();
    await env.DB.prepare(
      "INSERT INTO orphaned_certificates (id, hostname, due_at) VALUES ('used', ?1, 0), ('unused', ?1, 0)",
    )
      .bind(FAR)
      .run();
    const saas = serveSaas();
    await deleteOrphanedCertificates(severalDatabases(bindings).envs[0], Date.now(), 20);
    saas.restore();
    expect(saas.zone.requests.map(({ path }) => path)).toEqual(["/unused"]);
    expect(await count(env.DB, "orphaned_certificates")).toBe(0);
    await env.DB_01.prepare("UPDATE hosts SET certificate = NULL").run();
  });

  it("write all of each database again where KV was emptied, and no tombstone of another's hostname", async () => {
    vi.spyOn(console, "warn").mockReturnValue();
    await emptyStore();
    const laterMs = Date.now() + 600_000;
    for (let minute = 0; minute < 3; minute++) await installation.cron(laterMs + 60_000 * minute);
    for (const { DATABASE } of installation.envs) {
      await installation.deliver([
        { kind: "reproject", ...(DATABASE && { database: DATABASE }) },
        { kind: "drain", ...(DATABASE && { database: DATABASE }) },
      ]);
    }
    memory.clear();
    const { keys } = await env.SNAPSHOTS.list({ prefix: "p:" });
    expect(keys.map(({ name }) => name)).toContain(`p:${FAR}/x`);
    expect(await locationOf(`https://${FAR}/x`)).toBe("https://there.example/");
  });
});

describe("[39.7] the directory", () => {
  it("is made again from the hostnames of the other databases", async () => {
    await env.DB.prepare("DELETE FROM hosts_elsewhere").run();
    const hourMs = Math.ceil(Date.now() / 3_600_000) * 3_600_000;
    await installation.cron(hourMs);
    const { results } = await env.DB.prepare("SELECT host, database FROM hosts_elsewhere").all();
    expect(results).toEqual([{ host: FAR, database: "DB_01" }]);
  });
});
