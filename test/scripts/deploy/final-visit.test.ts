import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import {
  visitByHead,
  visitInTheEnd,
  type Visited,
  type VisitPlan,
} from "../../../scripts/deploy/final-visit.ts";

const REDIRECT: Visited = { status: 302, location: "https://example.com/" };

type Rows = Record<string, string | number | null>[];

/** A deployed database. */
function openDatabase(): DatabaseSync {
  const db = new DatabaseSync(":memory:");
  for (const file of readdirSync("migrations").toSorted()) {
    db.exec(readFileSync(`migrations/${file}`, "utf8"));
  }
  db.exec(`INSERT INTO users (id, name, created_at) VALUES ('u', 'Ada', 0);
    INSERT INTO workspaces (id, name, plan, number, created_at, updated_at) VALUES ('w', '', 'pro', 1, 0, 0)`);
  return db;
}

function addHost(db: DatabaseSync, host: string, columns: Record<string, string | number | null> = {}): void {
  const all = { correct: 1, short_urls: 1, ssl_issued_at: 1, waiting_since: null, ...columns };
  db.prepare(
    `INSERT INTO hosts (host, workspace_id, domain, tld, connected_via, connected_at, created_by, created_at,
       updated_at, ${Object.keys(all).join(", ")})
     VALUES (?, 'w', '', '', 'api', 0, 'u', 0, 0, ${Object.keys(all)
       .map(() => "?")
       .join(", ")})`,
  ).run(host, ...Object.values(all));
}

let rows = 0;

function addRecord(db: DatabaseSync, host: string, columns: Record<string, string | number> = {}): void {
  const row = ++rows;
  const all = {
    handler: "short-url",
    type: "302",
    source: `/link-${row}`,
    destinations: '["https://example.com/"]',
    ...columns,
  };
  db.prepare(
    `INSERT INTO records (row, id, workspace_id, runtime, host, source_kind, slot, created_by, created_via,
       created_at, updated_at, ${Object.keys(all).join(", ")})
     VALUES (${row}, 'r${row}', 'w', 'link', ?, 'exact', 'p/${row}', 'u', 'api', 0, 0, ${Object.keys(all)
       .map(() => "?")
       .join(", ")})`,
  ).run(host, ...Object.values(all));
}

function planOf(db: DatabaseSync, answers: (Visited | Error)[], url: string | null = null) {
  const visited: string[] = [];
  const plan: VisitPlan = {
    database: { rows: async (sql) => db.prepare(sql).all() as Rows },
    attempts: 5,
    url,
    retryMs: 0,
    visit: async (to) => {
      visited.push(to);
      const answer = answers.shift() ?? new Error("the test has no further answer");
      if (answer instanceof Error) throw answer;
      return answer;
    },
  };
  return { plan, visited };
}

test("visits only a link that redirects every visitor", async () => {
  const db = openDatabase();
  addHost(db, "elsewhere.example", { correct: 0 });
  addRecord(db, "elsewhere.example");
  addHost(db, "waits.example|w", { waiting_since: 1 });
  addRecord(db, "waits.example|w");
  addHost(db, "*.example");
  addRecord(db, "*.example");
  addHost(db, "go.example");
  for (const columns of [
    { paused_by: "user" },
    { expires_at: 1 },
    { password_hash: "x" },
    { type: "html" },
    { type: "frame" },
    { plugins: '["x"]' },
    { threats: '{"https://example.com/":"malware"}' },
    { handler: "qr" },
    { starts_at: 1 },
    { max_clicks: 1 },
    { rules: '[{"id":"a"}]' },
  ]) {
    addRecord(db, "go.example", columns);
  }
  const { plan, visited } = planOf(db, [REDIRECT]);
  expect(await visitInTheEnd(plan)).toContain("there is no link on a hostname whose DNS leads here");
  addRecord(db, "go.example", { source: "/fine" });
  expect(await visitInTheEnd(plan)).toBe("Visited https://go.example/fine: 302 to https://example.com/");
  expect(visited).toEqual(["https://go.example/fine"]);
});

test("visits by http if there is no certificate", async () => {
  const db = openDatabase();
  addHost(db, "go.example", { ssl_issued_at: null });
  addRecord(db, "go.example", { source: "/fine" });
  const { plan, visited } = planOf(db, [REDIRECT]);
  await visitInTheEnd(plan);
  expect(visited).toEqual(["http://go.example/fine"]);
});

test.each([
  ["its workspace", "INSERT INTO blocklists (workspace_id, hosts, updated_at) VALUES ('w', ?, 0)"],
  ["the installation", "INSERT INTO installation_blocklist (one, hosts, updated_at) VALUES (1, ?, 0)"],
])("leaves out a link whose destination %s blocks", async (_, insert) => {
  const db = openDatabase();
  addHost(db, "go.example");
  addRecord(db, "go.example", { source: "/blocked" });
  db.prepare(insert).run('["example.com"]');
  const { plan, visited } = planOf(db, [REDIRECT]);
  expect(await visitInTheEnd(plan)).toContain("Nothing was visited");
  addRecord(db, "go.example", { source: "/fine", destinations: '["https://example.org/"]' });
  await visitInTheEnd(plan);
  expect(visited).toEqual(["https://go.example/fine"]);
});

test("waits for the new version to answer", async () => {
  const link = "https://go.example/a";
  const answers = [new Error("refused"), { status: 503, location: null }, REDIRECT];
  const { plan, visited } = planOf(openDatabase(), answers, link);
  expect(await visitInTheEnd(plan)).toContain("302 to https://example.com/");
  expect(visited).toEqual([link, link, link]);
});

test("goes on to https where only the scheme differs", async () => {
  const answers = [{ status: 301, location: "https://go.example/a" }, REDIRECT];
  const { plan, visited } = planOf(openDatabase(), answers, "http://go.example/a");
  expect(await visitInTheEnd(plan)).toContain("302 to https://example.com/");
  expect(visited).toEqual(["http://go.example/a", "https://go.example/a"]);
});

test.each<[string, Visited | Error, string]>([
  ["a page", { status: 404, location: null }, "it answers 404"],
  ["a redirect without a target", { status: 302, location: null }, "it answers 302"],
  [
    "nothing",
    new Error("fetch failed", { cause: new Error("ENOTFOUND") }),
    "there is no answer (Error: ENOTFOUND)",
  ],
])("ends the deployment as failed where the link answers with %s", async (_, answer, words) => {
  const { plan } = planOf(openDatabase(), Array<Visited | Error>(5).fill(answer), "https://go.example/a");
  await expect(visitInTheEnd(plan)).rejects.toThrow(`https://go.example/a does not redirect: ${words}.`);
});

test("ends the deployment as failed where the database cannot be asked", async () => {
  const { plan } = planOf(openDatabase(), []);
  const database = { rows: () => Promise.reject(new Error("no network")) };
  await expect(visitInTheEnd({ ...plan, database })).rejects.toThrow("no network");
});

test("visits by HEAD, and does not follow", async () => {
  const asked: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.writeHead(307, { Location: "/elsewhere" }).end();
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const visited = await visitByHead(`http://127.0.0.1:${port}/a`);
  expect(visited).toEqual({ status: 307, location: "/elsewhere" });
  expect(asked).toEqual(["HEAD /a"]);
});
