import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type BulkApi, startBulkApi, token } from "./bulk-api.ts";

const script = join(import.meta.dirname, "../../../scripts/import.ts");
let server: BulkApi;
let folder: string;

beforeEach(async () => {
  server = await startBulkApi();
  folder = await mkdtemp(join(tmpdir(), "import-"));
  await writeFile(join(folder, "list.tsv"), "\uFEFF# from\tto\n/a\t/b\n");
});

afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

interface Run {
  exitCode: number;
  stdout: string;
  stderr: string;
}

/** Runs the script as a person would, in the folder of the list. */
function run(args: string[], env: Record<string, string> = {}): Promise<Run> {
  return new Promise((resolve) => {
    const options = { cwd: folder, env: { PATH: process.env.PATH ?? "", ...env } };
    execFile(process.execPath, [script, ...args], options, (error, stdout, stderr) => {
      resolve({ exitCode: Number(error?.code ?? 0), stdout, stderr });
    });
  });
}

const options = ["--host", "old.example", "--origin", "https://new.example"];

describe("the import command", () => {
  test("imports a file, with the report on stdout and the progress on stderr", async () => {
    const args = ["list.tsv", ...options, "--api", server.api, "--token", token];
    const { exitCode, stdout, stderr } = await run(args);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^created +1$/m);
    expect(stderr).toBe("1 of 1 rows sent (100 %)\n");
    expect(server.calls.flat()).toMatchObject([{ url: "old.example/a" }]);
  });

  test("shows how much of what it wrote is visible, and ends when all is", async () => {
    server.behind = [1, 0];
    const args = ["list.tsv", ...options, "--api", server.api, "--token", token];
    const { exitCode, stderr } = await run(args);
    expect(exitCode).toBe(0);
    expect(stderr.split("\n").slice(1)).toEqual([
      "visible everywhere: 0 of 1 (0 %)",
      "visible everywhere: 1 of 1 (100 %)",
      "",
    ]);
  });

  test("finds the token of the local demo in the state folder", async () => {
    await writeFile(join(folder, "demo-token"), `${token}\n`);
    const args = ["list.tsv", ...options, "--api", server.api];
    expect((await run(args, { STATE_DIR: folder })).exitCode).toBe(0);
  });

  test("exits with 2 without a token, and says how to pass one", async () => {
    const { exitCode, stderr } = await run(["list.tsv", ...options, "--api", server.api]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain("pass --token, or set SIGNPOST_TOKEN");
  });

  test("needs no token and no service for a dry run", async () => {
    const { exitCode, stdout } = await run(["list.tsv", ...options, "--dry-run"]);
    expect(exitCode).toBe(0);
    expect(stdout).toContain('line 2: {"url":"old.example/a"');
  });

  test("exits with 1 when a row could not be imported", async () => {
    await writeFile(join(folder, "_redirects"), "/a/:id/:id /b 301!\n");
    const { exitCode, stdout } = await run(["_redirects", ...options, "--dry-run"]);
    expect(exitCode).toBe(1);
    expect(stdout).toContain("line 1: /a/:id/:id /b 301!: captures :id twice");
  });

  test("exits with 2 for a file that is not there, or cannot be read, without a stack", async () => {
    const missing = await run(["missing.tsv", ...options, "--dry-run"]);
    expect(missing).toMatchObject({ exitCode: 2, stdout: "" });
    expect(missing.stderr).toContain("Cannot read missing.tsv");
    await writeFile(join(folder, "half.json"), '{"links": [');
    const half = await run(["half.json", ...options, "--dry-run"]);
    expect(half).toMatchObject({ exitCode: 2, stdout: "" });
    expect(half.stderr).toContain("half.json: This is no JSON that can be read");
    expect(half.stderr).not.toMatch(/^\s+at /m);
  });

  test("prints a dry run as JSON", async () => {
    await writeFile(join(folder, "list.csv"), "from,to\n/a,/b\n/c,mailto:x@y.example\n");
    const { exitCode, stdout } = await run(["list.csv", ...options, "--dry-run", "--json"]);
    expect(exitCode).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      format: "csv",
      rows: [{ line: 2, url: "old.example/a", destination: "https://new.example/b", status: 301 }],
      refused: [{ line: 3, text: "/c,mailto:x@y.example", reason: "the destination is not http or https" }],
    });
  });

  test("shows its help on request, and exits with 2 for wrong usage", async () => {
    const help = await run(["--help"]);
    expect(help.exitCode).toBe(0);
    expect(help.stdout).toContain("_redirects of Cloudflare");
    const wrong = await run([]);
    expect(wrong.exitCode).toBe(2);
    expect(wrong.stderr).toContain("FILE is missing: name the file to import");
  });
});
