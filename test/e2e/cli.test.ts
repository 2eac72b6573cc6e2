import { chmod, lstat, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openShell, type Shell } from "../support/cli.ts";
import { startWorker, type RunningWorker } from "../support/running-worker.ts";

/** The command line against a running worker, as a person uses it. */

let worker: RunningWorker;
let shell: Shell;
let url: string;

beforeAll(async () => {
  worker = await startWorker();
  url = `http://localhost:${worker.port}`;
  shell = await openShell();
  await worker.call("POST", "/host", { host: "go.example.com" });
});

afterAll(async () => {
  await worker?.close();
  await shell?.close();
});

const run = async (words: string[], env: Record<string, string> = {}) => shell.run(words, { env });

/** Runs a command that has to succeed, and reads its JSON. */
async function json<T>(words: string[]): Promise<T> {
  const { exitCode, stdout, stderr } = await run([...words, "--json"]);
  expect([exitCode, stderr]).toEqual([0, expect.any(String)]);
  return JSON.parse(stdout) as T;
}

describe("signing in", () => {
  it("[29.2] saves a token that works for its owner's eyes only, and never prints it", async () => {
    const file = join(shell.folder, "home/.config/signpost/credentials.json");
    const wrong = await shell.run(["login", url], { stdin: "sp_wrong\n" });
    expect(wrong).toMatchObject({ exitCode: 1, stdout: "" });
    expect(wrong.stderr).toContain("401");
    await expect(stat(file)).rejects.toThrow("ENOENT");

    const first = await shell.run(["login", url], { stdin: `${worker.token}\n` });
    expect(first).toMatchObject({ exitCode: 0 });
    expect(first.stdout).toContain("workspace Test, role owner");
    await chmod(file, 0o644);
    const again = await shell.run(["login", `${url}/v1/`], { env: { SIGNPOST_TOKEN: worker.token } });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(JSON.parse(await readFile(file, "utf8"))).toEqual({
      default: url,
      tokens: { [url]: worker.token },
    });
    for (const { stdout, stderr } of [wrong, first, again]) expect(stdout + stderr).not.toContain("sp_");
  });

  it("[29.2] takes address and token from the environment before what was saved", async () => {
    const { exitCode, stderr } = await run(["links", "list"], { SIGNPOST_TOKEN: "sp_wrong" });
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining("401")]);
    const elsewhere = await run(["links", "list"], { SIGNPOST_URL: "https://admin.example.com" });
    expect(elsewhere.exitCode).toBe(2);
    expect(elsewhere.stderr).toContain("No token is known for https://admin.example.com");
  });
});

describe("hosts and links", () => {
  it("connects hostnames, and lists what their DNS needs", async () => {
    const { exitCode, stdout, stderr } = await run(["hosts", "connect", "old.example.com", "co.uk"]);
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/^old\.example\.com +wrong +- +0 +CNAME old\.example\.com /m);
    expect(stderr).toContain("co.uk: host:");
    const hosts = await json<{ host: string }[]>(["hosts", "list", "--search", "old."]);
    expect(hosts.map(({ host }) => host)).toEqual(["old.example.com"]);
  });

  it("creates short links and redirects, and lists them by filters", async () => {
    const words = [
      "links",
      "create",
      "https://example.com/a",
      "--host",
      "go.example.com",
      "--alias",
      "spring",
    ];
    const more = ["--tag", "news", "--tag", "mail", "--set", "max_clicks=100", "--set", 'title="2027"'];
    const [link] = await json<Record<string, unknown>[]>([...words, ...more]);
    expect(link).toMatchObject({ alias: "spring", tags: ["news", "mail"], max_clicks: 100, title: "2027" });
    const [redirect] = await json<Record<string, unknown>[]>([
      "links",
      "create",
      "https://example.com/b",
      "--from",
      "https://old.example.com/page?x=1",
      "--type",
      "308",
    ]);
    expect(redirect).toMatchObject({
      url: "http://old.example.com/page?x=1",
      handler: "redirect",
      type: "308",
    });

    const { stdout } = await run([
      "links",
      "list",
      "--filter",
      "host=go.example.com",
      "--sort",
      "created_at",
    ]);
    expect(stdout.split("\n")[1]).toMatch(
      /^http:\/\/go\.example\.com\/spring +302 +https:\/\/example\.com\/a +0 /,
    );
    const one = await run(["links", "list", "--limit", "1"]);
    expect(one.stdout.trim().split("\n")).toHaveLength(2);
    expect(one.stderr).toContain("--limit shows more");
  });

  it("names the fields that the API refuses, and exits with 1", async () => {
    const create = ["links", "create", "mailto:a@example.com", "--host", "unknown.example.com"];
    const { exitCode, stdout, stderr } = await run(create);
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: "" });
    expect(stderr).toContain("destination:");
    const filter = await run(["links", "list", "--filter", "nope=1"]);
    expect(filter.stderr).toContain("filter.nope: is not the name of a filter");
  });
});

describe("export", () => {
  it("[29.6] writes the whole workspace into a file of its owner, complete or not at all", async () => {
    const { exitCode, stderr } = await run(["export", "--include", "history", "-o", "all.ndjson"]);
    expect([exitCode, stderr]).toEqual([0, expect.stringContaining("2 record")]);
    const file = join(shell.folder, "all.ndjson");
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const lines = (await readFile(file, "utf8")).trim().split("\n");
    const kinds = lines.map((line) => (JSON.parse(line) as { kind: string }).kind);
    expect(new Set(kinds)).toEqual(new Set(["workspace", "member", "claim", "record", "blocklist"]));
    expect(kinds).not.toContain("cursor");

    const victim = join(shell.folder, "victim");
    await writeFile(victim, "victim");
    for (const name of ["linked.ndjson", "linked.ndjson.part"])
      await symlink(victim, join(shell.folder, name));
    expect((await run(["export", "-o", "linked.ndjson"])).exitCode).toBe(0);
    expect(await readFile(victim, "utf8")).toBe("victim");
    expect((await lstat(join(shell.folder, "linked.ndjson"))).isFile()).toBe(true);

    const toStdout = await run(["export"]);
    expect(toStdout.stdout.trim().split("\n")).toHaveLength(kinds.length);
    const refused = await run(["export", "--include", "nothing", "-o", "none.ndjson"]);
    expect(refused.exitCode).toBe(1);
    await expect(stat(join(shell.folder, "none.ndjson"))).rejects.toThrow("ENOENT");
  });
});

describe("import --dry-run", () => {
  const nobody = () => ({ HOME: join(shell.folder, "nobody") });

  it("[18.7] reads a dot of an expression as a dot with --literal-dots only", async () => {
    await writeFile(join(shell.folder, ".htaccess"), "RewriteRule ^a.html$ https://new.example/x [R=301]\n");
    const options = [".htaccess", "--host", "old.example", "--dry-run"];
    const strict = await run(["import", ...options], nobody());
    expect(strict.stdout).toContain("regex: an unescaped dot stands for any character");
    const literal = await run(["import", ...options, "--literal-dots"], nobody());
    expect(literal.stdout).toContain('"url":"old.example/a.html"');
    expect(literal.stdout).toContain("dots without \\ are read as dots");
  });

  it("[29.3] needs no installation, and reads what a workspace exported", async () => {
    await run(["export", "-o", "export.ndjson"]);
    await writeFile(join(shell.folder, "list.csv"), "from,to\n/a,/b\n/c,mailto:x@y.example\n");
    const options = ["--host", "old.example.com", "--origin", "https://new.example", "--dry-run"];
    const csv = await run(["import", "list.csv", ...options], nobody());
    expect(csv.exitCode).toBe(1);
    expect(csv.stdout).toContain('line 2: {"url":"old.example.com/a"');
    expect(csv.stdout).toContain("line 3: /c,mailto:x@y.example: the destination is not http or https");
    const own = await run(["import", "export.ndjson", "--dry-run", "--json"], nobody());
    expect(own.exitCode).toBe(0);
    const { format, rows } = JSON.parse(own.stdout) as { format: string; rows: object[] };
    expect(format).toBe("signpost-export");
    expect(rows).toMatchObject([{ alias: "spring", max_clicks: 100 }, { url: "old.example.com/page?x=1" }]);
  });
});
