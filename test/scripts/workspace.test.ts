import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { withLocalDatabase } from "../../scripts/support/local-database.ts";
import { parseWorkspaceOptions } from "../../scripts/support/workspace-option.ts";
import { hashToken } from "../../src/services/token/token.ts";

describe("parseWorkspaceOptions", () => {
  test("[9.18] needs a name, and has a default for the rest", () => {
    expect(parseWorkspaceOptions(["--name", " Acme "])).toEqual({
      name: "Acme",
      plan: "enterprise",
      role: "owner",
      isRemote: false,
    });
  });

  test("takes plan, role and place", () => {
    const args = ["--name", "Acme", "--plan", "free", "--role", "viewer", "--remote"];
    expect(parseWorkspaceOptions(args)).toMatchObject({ plan: "free", role: "viewer", isRemote: true });
  });

  test("asks for help before it looks at anything else", () => {
    expect(parseWorkspaceOptions(["--help"])).toBeNull();
  });
});

let stateDir: string;

beforeAll(async () => {
  stateDir = await mkdtemp(join(tmpdir(), "workspace-"));
});

afterAll(() => rm(stateDir, { recursive: true }));

function run(...args: string[]): Promise<{ exitCode: number; stdout: string; stderr: string }> {
  const script = join(import.meta.dirname, "../../scripts/workspace.ts");
  const options = { cwd: tmpdir(), env: { ...process.env, STATE_DIR: stateDir } };
  return new Promise((resolve) => {
    execFile(process.execPath, [script, ...args], options, (error, stdout, stderr) => {
      resolve({ exitCode: Number(error?.code ?? 0), stdout, stderr });
    });
  });
}

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

describe("the workspace command", () => {
  test("makes database and workspace, and prints nothing but the token", async () => {
    const { exitCode, stdout, stderr } = await run(
      "--name",
      'It\'s; "mine"',
      "--plan",
      "free",
      "--role",
      "editor",
    );
    expect({ exitCode, stdout }).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/^sp_[0-9A-Za-z]{40}\n$/),
    });
    expect(stderr).toContain('It\'s; "mine"');
    const expected = { name: 'It\'s; "mine"', plan: "free", member_role: "editor", token_role: "editor" };
    expect({ ...(await findHolder(stdout.trim())) }).toEqual(expected);
  });

  test("waits for its turn while another writes", async () => {
    const running = await withLocalDatabase(stateDir, async (db) => {
      db.exec("BEGIN IMMEDIATE");
      const finished = run("--name", "Patient");
      const isEarly = await Promise.race([finished.then(() => true), delayed(1_500)]);
      db.exec("ROLLBACK");
      return { finished, isEarly };
    });
    expect(running.isEarly).toBe(false);
    const { exitCode, stdout } = await running.finished;
    expect(exitCode).toBe(0);
    expect(await findHolder(stdout.trim())).toMatchObject({ name: "Patient" });
  });

  test.each([
    ["no name", [], "--name takes"],
    ["an empty name", ["--name", " "], "--name takes"],
    [
      "an unknown plan",
      ["--name", "x", "--plan", "gold"],
      "--plan is one of free, basic, pro, enterprise, not gold",
    ],
    [
      "an unknown role",
      ["--name", "x", "--role", "boss"],
      "--role is one of viewer, editor, manager, owner, not boss",
    ],
    ["an unknown option", ["--nmae", "x"], "Unknown option '--nmae'"],
  ])("exits with 2 and a clear message for %s", async (_, args, message) => {
    const { exitCode, stdout, stderr } = await run(...args);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
    expect(stderr).toContain(message);
  });
});

function delayed(milliseconds: number): Promise<false> {
  return new Promise((resolve) => setTimeout(() => resolve(false), milliseconds));
}
