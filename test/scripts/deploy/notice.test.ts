import { DatabaseSync } from "node:sqlite";
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { listNotices, type NoticeSource } from "../../../scripts/deploy/notice.ts";
import { requireProofMode, tellProof } from "../../../scripts/support/proof.ts";

type Rows = Record<string, string | number | null>[];

/** A deployed database. */
function sourceOf(db: DatabaseSync, more: Partial<NoticeSource> = {}): NoticeSource {
  return {
    databases: [{ rows: async (sql) => db.prepare(sql).all() as Rows }],
    mode: "auto",
    cnameTarget: "edge.example",
    resolves: async () => true,
    ...more,
  };
}

function openDatabase(): DatabaseSync {
  const db = new DatabaseSync(":memory:");
  const files = readdirSync("migrations").filter((file) => file.endsWith(".sql"));
  for (const file of files.toSorted()) db.exec(readFileSync(`migrations/${file}`, "utf8"));
  db.exec("INSERT INTO users (id, name, created_at) VALUES ('u', 'Ada', 0)");
  return db;
}

function addWorkspace(
  db: DatabaseSync,
  id: string,
  number: number,
  hosts: [name: string, key?: string][],
): void {
  db.exec(
    `INSERT INTO workspaces (id, name, plan, number, created_at, updated_at) VALUES ('${id}', '${id}', 'free', ${number}, 0, 0)`,
  );
  for (const [name, key = name] of hosts) {
    const waiting = key === name ? "NULL" : "0";
    db.exec(`INSERT INTO hosts (host, workspace_id, domain, tld, connected_via, connected_at, created_by, created_at, updated_at, waiting_since)
      VALUES ('${key}', '${id}', '${name.split(".").slice(-2).join(".")}', 'example', 'api', 0, 'u', 0, 0, ${waiting})`);
  }
}

test("tells hostnames that lie below or above another workspace's, and what auto means", async () => {
  const db = openDatabase();
  addWorkspace(db, "a", 1, [["*.victim.example"], ["one.example"], ["a.localhost"]]);
  addWorkspace(db, "b", 2, [
    ["pay.victim.example"],
    ["notone.example"],
    ["b.a.localhost"],
    ["www.one.example", "www.one.example|b"],
  ]);
  const notices = await listNotices(sourceOf(db));
  expect(notices).toEqual([
    expect.stringContaining(
      "HOSTNAME_PROOF is auto, and there are 2 workspaces: new hostnames answer once DNS proves",
    ),
    expect.stringContaining("pay.victim.example and *.victim.example"),
  ]);
});

test("warns where names below the CNAME target are not in DNS", async () => {
  const db = openDatabase();
  addWorkspace(db, "a", 1, []);
  const [warning, proof] = await listNotices(sourceOf(db, { resolves: async () => false }));
  expect(warning).toContain("*.edge.example is not in DNS");
  expect(proof).toContain("there is 1 workspace: new hostnames answer without proof");
});

test("reports failed checks, and does not fail", async () => {
  const database = { rows: () => Promise.reject(new Error("no network")) };
  const notices = await listNotices(
    sourceOf(openDatabase(), { databases: [database], resolves: async () => null }),
  );
  expect(notices).toHaveLength(2);
  expect(notices[1]).toContain("no network");
});

test("HOSTNAME_PROOF has three values", () => {
  expect(requireProofMode(undefined)).toBe("auto");
  expect(() => requireProofMode("maybe")).toThrow("HOSTNAME_PROOF is auto, off or required, not maybe");
  expect(tellProof("required", 1)).toContain("once DNS proves");
  expect(tellProof("off", 5)).toContain("without proof");
});

test("[10.16] counts the workspaces of all databases", async () => {
  const databases = ["a", "b"].map((id) => {
    const db = openDatabase();
    addWorkspace(db, id, 1, []);
    return sourceOf(db).databases;
  });
  const [proof] = await listNotices({ ...sourceOf(openDatabase()), databases: databases.flat() });
  expect(proof).toContain("there are 2 workspaces");
});
