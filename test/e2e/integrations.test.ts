import { execFile } from "node:child_process";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startWorker, type RunningWorker } from "../support/running-worker.ts";

/** The requests of docs/integrations.md, sent as the page gives them to each tool. */

const HOST = "go.example.com";

let worker: RunningWorker;
let page: string;
let folder: string;

beforeAll(async () => {
  worker = await startWorker();
  expect((await worker.call("POST", "/host", { host: HOST })).status).toBe(200);
  const text = await readFile("docs/integrations.md", "utf8");
  page = text
    .replaceAll("https://admin.example/", `http://localhost:${worker.port}/`)
    .replaceAll("Bearer TOKEN", `Bearer ${worker.token}`);
  folder = await mkdtemp(join(tmpdir(), "integrations-"));
});

afterAll(async () => {
  await worker.close();
  await rm(folder, { recursive: true, force: true });
});

function blockOf(tool: string): string {
  const block = new RegExp(`^\`\`\`\\w+ ${tool}\\n(.*?)^\`\`\`$`, "ms").exec(page)?.[1];
  if (block === undefined) throw new Error(`The page has no block of ${tool}.`);
  return block;
}

/** Returns the rows of the table below a heading, without code marks. */
function tableOf(heading: string): Map<string, string> {
  const section = page.split(`### ${heading}\n`)[1]?.split("\n##")[0] ?? "";
  const rows = section.matchAll(/^\| (.+?) +\| (.+?) +\|$/gm);
  return new Map(Array.from(rows, ([, name = "", value = ""]) => [plain(name), plain(value)]));
}

const plain = (text: string) => text.replaceAll("`", "").replace("→", "").trim();

interface Sent {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: unknown;
}

/** Returns the short URL where the page says that the tools find it. */
async function send({ method, url, headers, body }: Sent): Promise<string | undefined> {
  const answer = await fetch(url, {
    method,
    headers: { ...headers, "Content-Type": "application/json" },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  const answered = (await answer.json()) as { data: { url: string }[] };
  expect(answer.status, JSON.stringify(answered)).toBe(200);
  return answered.data[0]?.url;
}

async function expectLink(url: string | undefined, destination: string): Promise<void> {
  expect(url).toMatch(new RegExp(`^https?://${HOST}`));
  const answer = await worker.visit(HOST, new URL(url ?? "").pathname);
  expect(answer.headers.get("location")).toBe(destination);
}

const headerOf = (line = ""): Record<string, string> =>
  Object.fromEntries([line.split(": ") as [string, string]]);

async function runScript(script: string, env: Record<string, string>, args: string[] = []): Promise<string> {
  const file = join(folder, "script.sh");
  await writeFile(file, script);
  // The clipboard of a Mac: what it gets is thrown away.
  await writeFile(join(folder, "pbcopy"), "#!/bin/sh\ncat > /dev/null\n");
  await chmod(join(folder, "pbcopy"), 0o755);
  const { stdout } = await promisify(execFile)("bash", ["-e", file, ...args], {
    env: { ...process.env, ...env, PATH: `${folder}:${process.env["PATH"] ?? ""}` },
  });
  return stdout.trim();
}

describe("[35.3] the page's request makes a link", () => {
  it("in ShareX", async () => {
    const uploader = JSON.parse(blockOf("sharex")) as Record<string, string> & {
      Headers: Record<string, string>;
    };
    const made = await send({
      method: uploader["RequestMethod"] ?? "",
      url: uploader["RequestURL"] ?? "",
      headers: uploader.Headers,
      body: uploader["Data"]?.replace("{input}", "https://www.example.com/sharex"),
    });
    expect(uploader["URL"]).toBe("{json:data[0].url}");
    await expectLink(made, "https://www.example.com/sharex");
  });

  it("in Raycast", async () => {
    const printed = await runScript(blockOf("raycast"), {}, ["https://www.example.com/raycast"]);
    await expectLink(printed, "https://www.example.com/raycast");
  });

  it("in Apple Shortcuts", async () => {
    const fields = tableOf("Apple Shortcuts");
    const made = await send({
      method: fields.get("Method") ?? "",
      url: fields.get("URL") ?? "",
      headers: headerOf(fields.get("Headers")),
      body: { host: fields.get("host"), destination: "https://www.example.com/shortcuts" },
    });
    await expectLink(made, "https://www.example.com/shortcuts");
  });

  it("in n8n", async () => {
    const [node] = (
      JSON.parse(blockOf("n8n")) as { nodes: { parameters: Record<string, string> & N8nHeaders }[] }
    ).nodes;
    const evaluate = (expression = "") =>
      expression.startsWith("=")
        ? expression.slice(1).replaceAll(/\{\{(.+?)\}\}(?=-|$)/g, (_, inner: string) =>
            String(
              // The page's own text.
              // oxlint-disable-next-line typescript/no-implied-eval
              new Function("$json", "$execution", "$itemIndex", `return (${inner})`)(
                { url: "https://www.example.com/n8n" },
                { id: "7" },
                0,
              ),
            ),
          )
        : expression;
    const headers = node?.parameters.headerParameters.parameters ?? [];
    const made = await send({
      method: node?.parameters["method"] ?? "",
      url: node?.parameters["url"] ?? "",
      headers: Object.fromEntries(headers.map(({ name, value }) => [name, evaluate(value)])),
      body: evaluate(node?.parameters["jsonBody"]),
    });
    await expectLink(made, "https://www.example.com/n8n");
  });

  it("in Zapier", async () => {
    const fields = tableOf("Zapier");
    const made = await send({
      method: "POST",
      url: fields.get("URL") ?? "",
      headers: headerOf(fields.get("Headers")),
      body: { host: fields.get("Data host"), destination: "https://www.example.com/zapier" },
    });
    await expectLink(made, "https://www.example.com/zapier");
  });

  it("in Make", async () => {
    const fields = tableOf("Make");
    const made = await send({
      method: fields.get("Method") ?? "",
      url: fields.get("URL") ?? "",
      headers: headerOf(fields.get("Headers")),
      body: fields
        .get("Request content")
        ?.replace("the URL of an earlier module", "https://www.example.com/make"),
    });
    await expectLink(made, "https://www.example.com/make");
  });

  it("in GitHub Actions", async () => {
    const [, block = ""] = /^ {2}run: \|\n((?: {4}.*\n)+)/m.exec(blockOf("github")) ?? [];
    const output = join(folder, "output");
    await runScript(block.replaceAll(/^ {4}/gm, ""), {
      TOKEN: worker.token,
      RELEASE_URL: "https://github.com/acme/app/releases/tag/v1.2.0",
      TAG: "v1.2.0",
      GITHUB_OUTPUT: output,
    });
    const [, url] = /^url=(.+)$/m.exec(await readFile(output, "utf8")) ?? [];
    expect(url).toMatch(/\/v1\.2\.0$/);
    await expectLink(url, "https://github.com/acme/app/releases/tag/v1.2.0");
  });
});

it("[35.3] the page's request finds a link in Terraform", async () => {
  const link = { host: HOST, alias: "docs", destination: "https://www.example.com/terraform" };
  expect((await worker.call("POST", "/link", link)).status).toBe(200);
  const block = blockOf("terraform");
  const [, url = ""] = /url +?= "(.+?)"/.exec(block) ?? [];
  const [, authorization = ""] = /Authorization = "(.+?)"/.exec(block) ?? [];
  const answer = await fetch(url, { headers: { Authorization: authorization } });
  expect(answer.status).toBe(200);
  // The path that the output of the block reads.
  expect(block).toContain("response_body).data[0].destination");
  const { data } = (await answer.json()) as { data: { destination: string }[] };
  expect(data[0]?.destination).toBe(link.destination);
});

interface N8nHeaders {
  headerParameters: { parameters: { name: string; value: string }[] };
}
