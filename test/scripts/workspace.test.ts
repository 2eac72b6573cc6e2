import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { withLocalDatabase } from "../../scripts/support/local-database.ts";
import { runScript } from "../support/run-script.ts";
import { parseWorkspaceOptions } from "../../scripts/support/workspace-option.ts";
import { hashToken } from "../../src/services/token/token.ts";

describe("parseWorkspaceOptions", () => {
  test("[9.18] makes a workspace of the plan enterprise unless told otherwise", () => {
    expect(parseWorkspaceOptions(["create", "--name", " Acme "])).toEqual({
      verb: "create",
      name: "Acme",
      plan: "enterprise",
      allowsSameName: false,
      database: null,
      isRemote: false,
    });
  });

  test("takes each verb with its words and options", () => {
    expect(parseWorkspaceOptions(["list", "--remote"])).toEqual({ verb: "list", isRemote: true });
    expect(parseWorkspaceOptions(["plan", "Acme", "free"])).toMatchObject({
      workspace: "Acme",
      plan: "free",
    });
    expect(parseWorkspaceOptions(["delete", "Acme", "--yes"])).toMatchObject({ isConfirmed: true });
    expect(parseWorkspaceOptions(["move", "Acme", "--to", "db_02", "--dry-run"])).toEqual({
      verb: "move",
      workspace: "Acme",
      to: "DB_02",
      isDryRun: true,
      isRemote: false,
    });
    expect(parseWorkspaceOptions(["move", "Acme", "--cancel"])).toMatchObject({ to: null, isDryRun: false });
    for (const verb of ["token", "suspend", "resume"]) {
      expect(parseWorkspaceOptions([verb, "Acme Ltd"])).toEqual({
        verb,
        workspace: "Acme Ltd",
        isRemote: false,
      });
    }
  });

  test("asks for help before it looks at anything else", () => {
    expect(parseWorkspaceOptions(["--help"])).toBeNull();
  });

  test.each([
    ["no verb", [], "Missing verb. It is one of list, create"],
    ["an unknown verb", ["crate"], "Unknown verb: crate"],
    ["no name", ["create"], "--name takes"],
    ["an empty name", ["create", "--name", " "], "--name takes"],
    ["an unknown plan", ["create", "--name", "x", "--plan", "gold"], "--plan is one of free, basic, pro"],
    ["no binding", ["create", "--name", "x", "--database", "DB_00"], "--database takes DB, DB_01 and so on"],
    ["no plan", ["plan", "Acme"], "The plan is one of free, basic, pro, enterprise, not empty"],
    ["no workspace", ["suspend"], "Missing behind suspend"],
    ["a name without quotes", ["suspend", "Acme", "Ltd"], "Too many words behind suspend"],
    ["a move to nowhere", ["move", "Acme"], "--to takes DB, DB_01 and so on, not empty"],
    ["a move to no binding", ["move", "Acme", "--to", "two"], "--to takes DB, DB_01 and so on, not two"],
    [
      "a cancelled move to a database",
      ["move", "Acme", "--cancel", "--to", "DB"],
      "--cancel goes with neither",
    ],
    ["a cancelled dry run", ["move", "Acme", "--cancel", "--dry-run"], "--cancel goes with neither --to nor"],
    ["a move of nothing", ["move", "--to", "DB"], "Missing behind move"],
    ["a target of another verb", ["suspend", "Acme", "--to", "DB"], "--to does not go with suspend"],
    ["an option of another verb", ["list", "--yes"], "--yes does not go with list"],
    ["an unknown option", ["list", "--nmae", "x"], "Unknown option '--nmae'"],
  ])("refuses %s", (_, args, message) => {
    expect(() => parseWorkspaceOptions(args)).toThrow(message);
  });
});

let stateDir: string;

beforeAll(async () => {
  stateDir = await mkdtemp(join(tmpdir(), "workspace-"));
});

afterAll(() => rm(stateDir, { recursive: true }));

const run = (args: string[], input = "") => runScript("workspace", args, { stateDir, cwd: tmpdir(), input });

function findHolder(token: string) {
  return withLocalDatabase(stateDir, async (db) =>
    db
      .prepare(
        `SELECT workspaces.name, plan, memberships.role AS member_role, tokens.role AS token_role
         FROM tokens JOIN workspaces ON workspaces.id = tokens.workspace_id
         JOIN memberships USING (workspace_id, user_id) WHERE hash = ?1`,
      )
      .get(await hashToken(token)),
  );
}

const NAME = 'It\'s; "mine"';
const TOKEN_LINE = /^sp_[0-9A-Za-z]{40}\n$/;

describe("the workspace command", () => {
  test("[25.1] makes database, workspace and owner, and prints nothing but the token", async () => {
    const { exitCode, stdout, stderr } = await run(["create", "--name", NAME, "--plan", "free"]);
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: expect.stringMatching(TOKEN_LINE) });
    expect(stderr).toContain(NAME);
    const expected = { name: NAME, plan: "free", member_role: "owner", token_role: "owner" };
    expect({ ...(await findHolder(stdout.trim())) }).toEqual(expected);
  });

  test("[25.1] makes a second workspace of one name only with --force", async () => {
    const refused = await run(["create", "--name", NAME]);
    expect(refused).toMatchObject({ exitCode: 1, stdout: "" });
    expect(refused.stderr).toContain(`There is a workspace ${NAME} already`);
    expect(await run(["create", "--name", "Twin"])).toMatchObject({ exitCode: 0 });
    expect(await run(["create", "--name", "Twin", "--force"])).toMatchObject({ exitCode: 0 });
    const ambiguous = await run(["suspend", "Twin"]);
    expect(ambiguous).toMatchObject({ exitCode: 1 });
    expect(ambiguous.stderr).toMatch(/Several workspaces are called Twin\. .*: [\da-f-]{36}, [\da-f-]{36}/);
  });

  test("[25.1] makes a token for a workspace that has lost its own, and lists what there is", async () => {
    const { stdout } = await run(["token", NAME]);
    expect(stdout).toMatch(TOKEN_LINE);
    expect(await findHolder(stdout.trim())).toMatchObject({ name: NAME, token_role: "owner" });
    expect(await run(["plan", NAME, "pro"])).toMatchObject({ exitCode: 0 });
    expect(await run(["suspend", NAME])).toMatchObject({ exitCode: 0 });
    const listed = await run(["list"]);
    const line = listed.stdout.split("\n").find((text) => text.includes(NAME));
    expect(line).toMatch(/ pro +suspended since \d{4}-\d\d-\d\d +0 +0 +1 +2 +never$/);
    expect(await run(["resume", NAME])).toMatchObject({ exitCode: 0 });
    expect((await run(["list"])).stdout).not.toContain("suspended since");
  });

  test("[25.3] deletes a workspace when its name is typed again, and not otherwise", async () => {
    const wrong = await run(["delete", NAME], "something else\n");
    expect(wrong).toMatchObject({ exitCode: 1 });
    expect(wrong.stderr).toContain("Nothing was deleted");
    expect(await run(["delete", NAME])).toMatchObject({ exitCode: 1 });
    expect((await run(["list"])).stdout).toContain(NAME);
    expect(await run(["delete", NAME], `${NAME}\n`)).toMatchObject({ exitCode: 0 });
    expect((await run(["list"])).stdout).not.toContain(NAME);
    expect((await run(["delete", NAME, "--yes"])).stderr).toContain("No workspace has the name or id");
  });

  test("waits for its turn while another writes", async () => {
    const running = await withLocalDatabase(stateDir, async (db) => {
      db.exec("BEGIN IMMEDIATE");
      const finished = run(["create", "--name", "Patient"]);
      const isEarly = await Promise.race([finished.then(() => true), delayed(1_500)]);
      db.exec("ROLLBACK");
      return { finished, isEarly };
    });
    expect(running.isEarly).toBe(false);
    const { exitCode, stdout } = await running.finished;
    expect(exitCode).toBe(0);
    expect(await findHolder(stdout.trim())).toMatchObject({ name: "Patient" });
  });

  test("exits with 2 and a clear message for wrong usage", async () => {
    const { exitCode, stdout, stderr } = await run(["create", "--nmae", "x"]);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
    expect(stderr).toContain("Unknown option '--nmae'");
  });
});

function delayed(milliseconds: number): Promise<false> {
  return new Promise((resolve) => setTimeout(() => resolve(false), milliseconds));
}
