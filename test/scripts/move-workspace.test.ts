import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { useTwoLocalDatabases } from "../support/two-local-databases.ts";

/** The verb `move` of the operator's command. What the Worker's job does is tested in test/admin. */

const { run: runCommand, inDatabases } = useTwoLocalDatabases();
const run = (...args: string[]) => runCommand("workspace", ...args);
const move = (...args: string[]) => run("move", "Acme", ...args);

beforeAll(async () => {
  await run("create", "--name", "Acme", "--database", "DB");
  await run("create", "--name", "Other", "--database", "DB_01");
});

const listMoves = () =>
  inDatabases((...dbs) =>
    dbs.map((db) =>
      db
        .prepare("SELECT state, other FROM moves")
        .all()
        .map((row) => ({ ...row })),
    ),
  );

/** The Worker knows both databases, and nothing moves. */
beforeEach(async () => {
  await inDatabases((...dbs) => {
    for (const db of dbs) {
      db.exec(`DELETE FROM moves; DROP TRIGGER IF EXISTS worker; DELETE FROM dead_letters;
        INSERT OR REPLACE INTO installation (one, database_id, heartbeat_at) VALUES (1, 'd', ${Date.now()})`);
    }
  });
});

/** What the Worker would do with a move that is begun or cancelled. */
const answerWith = (state: string, to: string) =>
  inDatabases((db) =>
    db.exec(`CREATE TRIGGER worker AFTER ${state === "begun" ? "INSERT" : "UPDATE"} ON moves WHEN NEW.state = '${state}'
      BEGIN UPDATE moves SET ${to} WHERE workspace_id = NEW.workspace_id; END`),
  );

const note = (state: string, workspace = "Acme") =>
  inDatabases((db) =>
    db.exec(`INSERT INTO moves (workspace_id, id, state, other, created_at, seen_at)
      SELECT id, 'm', '${state}', 'DB_01', ${Date.now()}, ${Date.now()} FROM workspaces WHERE name = '${workspace}'`),
  );

describe("npm run workspace -- move", () => {
  test("[39.8] shows what would move, and writes nothing", async () => {
    const { exitCode, stdout } = await move("--to", "db_01", "--dry-run");
    expect(exitCode).toBe(0);
    for (const group of [
      "records",
      "history",
      "clicks",
      "missed paths",
      "files",
      "changes",
      "everything else",
    ]) {
      expect(stdout).toMatch(new RegExp(`^${group} +\\d+ +[\\d.]+ MB$`, "m"));
    }
    // The workspace, its owner, the membership and the token.
    expect(stdout).toMatch(/^all +4 /m);
    expect(stdout).toMatch(/DB_01 has \d.* in use, and .* afterwards/);
    expect(stdout).toContain("The move takes about 2 minutes");
    expect(stdout).toContain("Nothing stands against it. Nothing was written.");
    expect(await listMoves()).toEqual([[], []]);
  });

  test("[39.8] shows every refusal, also before it would begin", async () => {
    await inDatabases((first, second) => {
      first.exec("INSERT INTO dead_letters (id, body, received_at) VALUES ('d', '{}', 0)");
      second.exec("DELETE FROM installation");
    });
    for (const options of [["--dry-run"], []]) {
      const { exitCode, stderr } = await move("--to", "DB_01", ...options);
      expect(exitCode).toBe(1);
      expect(stderr).toContain("Acme cannot move from DB to DB_01 now, and nothing was written:");
      expect(stderr).toContain("  - Dead letters wait: 1.");
      expect(stderr).toContain("  - The Worker has never been at work in DB_01");
    }
    expect(await listMoves()).toEqual([[], []]);
  });

  test("[39.8] refuses what is no other database", async () => {
    expect((await move("--to", "DB_02")).stderr).toContain("There is no database DB_02. There is DB, DB_01.");
    expect(await move("--to", "DB")).toMatchObject({ exitCode: 1, stderr: "Acme is in DB already.\n" });
    expect((await run("move", "Nobody", "--to", "DB")).stderr).toContain(
      "No workspace has the name or id Nobody",
    );
  });

  test("[39.8] notes the move, and ends with 1 and the reason if it is given up", async () => {
    await inDatabases((first) =>
      first.exec(
        `INSERT INTO installation_blocklist (one, hosts, updated_at) VALUES (1, '["evil.example"]', 0)`,
      ),
    );
    await answerWith("begun", "state = 'cancelled', failures = 10, error = 'D1 was down'");
    const { exitCode, stderr } = await move("--to", "DB_01");
    expect(exitCode).toBe(1);
    expect(stderr).toContain("Acme moves from DB to DB_01.");
    expect(stderr).toContain("Acme stays in DB: its move was given up after 10 failures: D1 was down");
    expect(await listMoves()).toEqual([[{ state: "cancelled", other: "DB_01" }], []]);
    const blocked = await inDatabases((_, db) =>
      db.prepare("SELECT hosts FROM installation_blocklist").get(),
    );
    expect(blocked?.["hosts"]).toBe('["evil.example"]');
  });

  test("[39.8] takes a move back, and says so if it is too late", async () => {
    expect((await move("--cancel")).stderr).toBe("Acme does not move. It is in DB.\n");
    await note("copying");
    await answerWith("cancelling", "state = 'cancelled'");
    const { exitCode, stderr } = await move("--cancel");
    expect({ exitCode, stderr }).toMatchObject({
      exitCode: 0,
      stderr: expect.stringContaining("Acme stays in DB"),
    });
    await inDatabases((db) => db.exec("DELETE FROM moves"));
    await note("left", "Acme");
    await inDatabases((first, second) => {
      const row = first.prepare("SELECT id, number FROM workspaces WHERE name = 'Acme'").get()!;
      second
        .prepare(
          "INSERT INTO workspaces (id, name, plan, number, created_at, updated_at) VALUES (?, 'Acme', 'pro', ?, 0, 0)",
        )
        .run(row["id"]!, row["number"]!);
    });
    expect((await move("--cancel")).stderr).toContain("Too late: Acme is in DB_01 by now.");
    expect((await move("--to", "DB_01")).stderr).toBe("Acme is in DB_01 already.\n");
    expect((await run("delete", "Acme", "--yes")).stderr).toContain(
      "Nothing was deleted: Acme has just left DB",
    );
    await inDatabases((_, second) => second.exec("DELETE FROM workspaces WHERE name = 'Acme'"));
  });

  test("[39.8] a workspace that moves is not deleted, and may be suspended", async () => {
    await note("copying");
    const deletion = await run("delete", "Acme", "--yes");
    expect(deletion).toMatchObject({ exitCode: 1 });
    expect(deletion.stderr).toContain("Nothing was deleted: Acme is moving from DB to DB_01.");
    expect(await run("suspend", "Acme")).toMatchObject({ exitCode: 0 });
    expect(await run("resume", "Acme")).toMatchObject({ exitCode: 0 });
  });

  test("[39.8] a write that the end of a move refuses is told as that", async () => {
    await inDatabases((db) =>
      db.exec(
        "CREATE TRIGGER worker BEFORE UPDATE ON workspaces BEGIN SELECT RAISE(ABORT, 'assertion failed: moving'); END",
      ),
    );
    const { exitCode, stderr } = await run("plan", "Acme", "pro");
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(
      /^A workspace moves to another database at this moment.*Run the same command again/,
    );
  });
});
