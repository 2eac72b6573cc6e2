import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { execFile, spawnSync } from "node:child_process";
import { cp, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MINUTE_MS } from "../../src/domain/time.ts";
import { openShell, type Shell } from "../support/cli.ts";
import { startWorker, type RunningWorker } from "../support/running-worker.ts";
import { fireCron } from "../../scripts/lab/testbed/control.ts";
import { readUntil } from "../../scripts/lab/testbed/until.ts";

/** The move of a site, by the commands of docs/migrating-a-site.md as they stand there. */

const HOST = "old.example.com";

let worker: RunningWorker;
let shell: Shell;

beforeAll(async () => {
  worker = await startWorker();
  const installation = { SIGNPOST_URL: `http://localhost:${worker.port}`, SIGNPOST_TOKEN: worker.token };
  shell = await openShell(installation);
  await cp("examples/migrating-a-site", shell.folder, { recursive: true });
});

afterAll(async () => {
  await worker?.close();
  await shell?.close();
});

/** The commands below some headings, and what they print. */
async function runSections(...headings: string[]): Promise<string> {
  const page = await readFile("docs/migrating-a-site.md", "utf8");
  const blocks = headings.flatMap((heading) => {
    const [found, section = ""] =
      new RegExp(`^## ${heading}$(.*?)(?=^## |$(?![\\s\\S]))`, "ms").exec(page) ?? [];
    expect(found, heading).toBeDefined();
    return Array.from(section.matchAll(/^```sh\n(.*?)^```$/gms), ([, block = ""]) => block);
  });
  expect(blocks.length).toBeGreaterThan(0);
  const script = [
    `API=http://localhost:${worker.port}/v1 TOKEN=${worker.token}`,
    `export SIGNPOST_URL=http://localhost:${worker.port} SIGNPOST_TOKEN=$TOKEN`,
    // Nobody waits here for the two minutes after which every place of the edge shows a write.
    `signpost() {
      case "$*" in *--yes) set -- "$@" --no-wait ;; esac
      "${process.execPath}" signpost.cjs "$@"
      echo "= $? signpost $*"
    }`,
    ...blocks,
  ];
  return await new Promise((resolve, reject) => {
    execFile("bash", ["-c", script.join("\n")], { cwd: shell.folder }, (error, stdout, stderr) =>
      error ? reject(new Error(`${error.message}\n${stdout}\n${stderr}`)) : resolve(`${stdout}${stderr}`),
    );
  });
}

const endsOf = (output: string) =>
  Array.from(output.matchAll(/^= (\d+) signpost (\w+)/gm), ([, code, word]) => [word, Number(code)]);
const countsOf = (output: string, result: string) =>
  Array.from(output.matchAll(new RegExp(`^${result} +(\\d+)$`, "gm")), ([, count]) => Number(count));
const linesOf = async (file: string) => (await readFile(join(shell.folder, file), "utf8")).trim().split("\n");

/** Spells a path as old links do: without its ending, with another, with hyphens, as a folder. */
const DAMAGE = [
  (path: string) => path.replace(".html", ".xhtml"),
  (path: string) => path.replace(".html", "").replaceAll("_", "-"),
  (path: string) => path.replace(".html", "/index.htm"),
];

const hasTools = ["curl", "jq", "bash"].every((tool) => spawnSync(tool, ["--version"]).status === 0);

describe.runIf(hasTools)("[29.10, 30.19, 31.11] docs/migrating-a-site.md", () => {
  it("proves the move before the switch: no chain, and every page of the crawl is covered", async () => {
    const output = await runSections(
      "1\\. Connect the old hostname",
      "2\\. Import the redirects",
      "3\\. Test the list",
      "4\\. Test the crawl",
      "5\\. Upload the new sitemap",
    );
    const redirects = (await linesOf("redirects.tsv")).length - 1;
    const pages = (await linesOf("crawl.csv")).length - 1;
    expect(endsOf(output), output).toEqual([
      ["hosts", 0],
      ["import", 0],
      ["import", 0],
      ["check", 1],
      ["check", 0],
      ["check", 1],
      ["links", 0],
      ["check", 0],
      ["explain", 0],
    ]);
    expect(countsOf(output, "chain")).toEqual([8, 0, 0]);
    expect(countsOf(output, "uncovered")).toEqual([0, 6, 0]);
    expect(countsOf(output, "covered")).toEqual([redirects - 8, pages - 6, pages]);
    expect(output).toContain("301 redirect → https://www.example.com/boutique");
    const proof = (await linesOf("before-the-switch.csv")).slice(1);
    expect(proof.filter((line) => line.split(",")[2] === "covered")).toHaveLength(pages);
    // A visitor gets what was proved.
    const { headers } = await worker.visit(HOST, "/qui-sommes-nous.htm");
    expect(headers.get("location")).toBe("https://www.example.com/a-propos");
  });

  it("answers what is missed by what is suggested, takes it back, and reports", async () => {
    const sources = (await linesOf("redirects.tsv")).filter((line) => line.startsWith("/Recettes/Plats/"));
    const missed = sources.map((line, index) => {
      const [path = ""] = line.split("\t");
      return encodeURI(DAMAGE[index % DAMAGE.length]?.(path) ?? "");
    });
    for (const path of [...missed, ...missed]) expect((await worker.visit(HOST, path)).status).toBe(404);
    await readUntil(
      async () => {
        await worker.cron();
        // Suggestions are made in every fifth minute.
        await fireCron(worker.port, 5 * MINUTE_MS - (Date.now() % (5 * MINUTE_MS)));
        const { body } = await worker.call("GET", `/misses?filter[host]=${HOST}&per_page=1000`);
        return body.data as { path: string; suggestions: unknown[] | null }[];
      },
      (found) => found.length === missed.length && found.every(({ suggestions }) => suggestions !== null),
    );
    const output = await runSections("The day after", "The report");
    expect(endsOf(output), output).toEqual([
      ["changes", 0],
      ["check", 0],
      ["undo", 0],
      ["check", 1],
    ]);
    const [accepted = 0] = countsOf(output, "covered");
    expect(accepted).toBeGreaterThan(0.8 * missed.length);
    expect(countsOf(output, "covered")).toEqual([accepted, 0]);
    expect(countsOf(output, "uncovered")).toEqual([0, accepted]);
    const report = await readFile(join(shell.folder, "report.html"), "utf8");
    expect(report).toContain(HOST);
    expect(report).toMatch(/^<!doctype html>/i);
  });
});

/** Starts `signpost mcp` as an agent does, and talks to it with the client of the official SDK. */
async function connectAgent(token: string, ...words: string[]) {
  const client = new Client({ name: "test", version: "1" });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: ["signpost.cjs", "mcp", ...words],
    cwd: shell.folder,
    env: { HOME: shell.folder, SIGNPOST_URL: `http://localhost:${worker.port}`, SIGNPOST_TOKEN: token },
    stderr: "ignore",
  });
  await client.connect(transport);
  const { tools } = await client.listTools();
  return {
    tools,
    names: tools.map(({ name }) => name),
    // oxlint-disable-next-line typescript/no-explicit-any
    async call(name: string, given: object = {}): Promise<any> {
      const { isError, content } = await client.callTool({ name, arguments: { ...given } });
      const [{ text }] = content as [{ text: string }];
      return isError === true ? { error: text } : JSON.parse(text);
    },
    close: () => client.close(),
  };
}

describe("[29.11] signpost mcp", () => {
  const url = `${HOST}/Recettes/Tisane.html`;
  const READING = [
    "explain_url",
    "search_records",
    "list_misses",
    "list_checks",
    "get_check",
    "list_check_rows",
    "list_changes",
    "get_change",
    "list_change_rows",
  ];

  it("offers tools that read, whatever the token may, and no others to a viewer", async () => {
    await worker.call("POST", "/host", { host: HOST });
    const { body } = await worker.call("POST", "/tokens", { name: "agent", role: "viewer" });
    for (const [token, words] of [
      [worker.token, []],
      [body.token, ["--write"]],
    ] as const) {
      const agent = await connectAgent(token, ...words);
      expect(agent.names).toEqual(READING);
      expect(agent.tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true);
      expect(await agent.call("explain_url", { url })).toMatchObject({ outcome: "not-found" });
      expect(await agent.call("list_misses", { host: HOST })).toMatchObject({ data: expect.any(Array) });
      expect((await agent.call("plan_change", { rows: [] })).error).toContain("no tool");
      expect((await agent.call("explain_url", { url, colour: 1 })).error).toContain("colour");
      expect((await agent.call("explain_url", {})).error).toContain("url");
      expect((await agent.call("search_records", { traffic: "much" })).error).toMatch(/422.*filter.traffic/);
      await agent.close();
    }
  });

  it("plans, applies by the id of the plan, undoes and checks", async () => {
    const agent = await connectAgent(worker.token, "--write");
    expect(agent.names.slice(0, READING.length)).toEqual(READING);
    expect(
      agent.tools.filter(({ annotations }) => annotations?.destructiveHint).map(({ name }) => name),
    ).toEqual(["apply_change", "undo_change"]);
    const rows = [{ url, destination: "https://www.example.com/tisanes" }];
    const plan = await agent.call("plan_change", { mode: "create", rows });
    expect(plan).toMatchObject({ state: "planned", counts: { created: 1 } });
    expect((await agent.call("list_change_rows", { id: plan.id, result: "created" })).data).toHaveLength(1);
    expect(await agent.call("explain_url", { url })).toMatchObject({ outcome: "not-found" });
    expect(await agent.call("apply_change", { id: plan.id })).toMatchObject({ state: "applied" });
    expect(await agent.call("explain_url", { url })).toMatchObject({ location: rows[0]?.destination });
    expect((await agent.call("search_records", { search: "Tisane" })).data).toHaveLength(1);
    const { id } = await agent.call("start_check", { urls: [url] });
    await readUntil(
      () => agent.call("get_check", { id }),
      ({ state }) => state === "done",
    );
    expect((await agent.call("list_check_rows", { id })).data).toMatchObject([{ result: "covered" }]);
    expect((await agent.call("plan_chain_fix", { id, fix: ["chains"] })).counts).toMatchObject({
      changed: 0,
    });
    expect(await agent.call("undo_change", { id: plan.id })).toMatchObject({ state: "undone" });
    expect(await agent.call("explain_url", { url })).toMatchObject({ outcome: "not-found" });
    await agent.close();
  });
});
