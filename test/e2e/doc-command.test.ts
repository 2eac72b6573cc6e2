import { execFile } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findDocCommands } from "../docs/doc-commands.ts";
import { findFreePort } from "../../scripts/support/free-port.ts";
import { findPages, spawnStart, type Run } from "../support/npm-start.ts";

const PROJECT_FOLDER = join(import.meta.dirname, "../..");

/** The curl commands of the docs that ask what `npm start` runs. */
const DOC_COMMANDS = ["README.md", ...globSync("docs/*.md", { cwd: PROJECT_FOLDER })]
  .flatMap((page) => findDocCommands(page, readFileSync(join(PROJECT_FOLDER, page), "utf8")))
  .filter(({ text }) => /^curl .*localhost:8787\//.test(text) && !text.includes("$ID"));

let stateDir: string;
let port: number;
let run: Run;
let pages: string;

beforeAll(async () => {
  stateDir = await mkdtemp(join(tmpdir(), "doc-command-"));
  port = await findFreePort();
  run = spawnStart({ STATE_DIR: stateDir, PORT: String(port) });
  await run.untilReady();
  pages = findPages(run.output());
});

afterAll(async () => {
  await run?.stop();
  await rm(stateDir, { recursive: true, force: true });
});

test.each(DOC_COMMANDS.map((command) => [`${command.place} ${command.text}`, command] as const))(
  "a command of the docs prints what its page shows: %s",
  async (_, { text, printed }) => {
    const token = (await readFile(join(stateDir, "demo-token"), "utf8")).trim();
    const command = text.replaceAll(":8787/", `:${port}/`);
    const env = { ...process.env, TOKEN: token };
    const output = await new Promise<string>((resolve, reject) => {
      execFile("sh", ["-c", `${command} -sS`], { env, encoding: "latin1" }, (error, stdout, stderr) =>
        error ? reject(new Error(stderr)) : resolve(stdout),
      );
    });
    expect(output).not.toContain("A valid API token is needed");
    const lines = output.split(/\r?\n/);
    for (const line of printed) {
      // Which of two variants it is depends on the record.
      const shown = line.replace("http://localhost:9787", pages).replace("variant-a", "variant-…");
      const pattern = shown.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll("…", ".+");
      expect(
        lines.some((printedLine) => new RegExp(`^${pattern}$`).test(printedLine)),
        line,
      ).toBe(true);
    }
  },
);
