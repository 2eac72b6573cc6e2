import { existsSync, globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { experimental_getWranglerCommands } from "wrangler";
import packageJson from "../../package.json";
import { parseBackupOptions, parseRestoreOptions } from "../../scripts/backup/option.ts";
import { parseDeployOptions } from "../../scripts/deploy/option.ts";
import { createProgram } from "../../scripts/cli/program.ts";
import { parseBlocklistOptions } from "../../scripts/support/blocklist-option.ts";
import { parseDeadLetterOptions } from "../../scripts/support/dead-letter-option.ts";
import { findDocCommands, splitWords, type DocCommand } from "./doc-commands.ts";
import { parseProjectOptions } from "../../scripts/support/project-option.ts";
import { parseProveOptions } from "../../scripts/prove/option.ts";
import { parsePruneOptions } from "../../scripts/support/prune-option.ts";
import { parseStatusOptions } from "../../scripts/status/option.ts";
import { parseTakedownOptions } from "../../scripts/support/takedown-option.ts";
import { parseWorkspaceOptions } from "../../scripts/support/workspace-option.ts";

/**
 * Every command of README.md and docs: each is checked by the command's own parser of options, by the tool's list of
 * its commands, or run. A command that nothing here knows fails, with the place where it stands.
 */

const SCRIPTS: Record<string, string> = packageJson.scripts;

/** What stands for something of the reader's own. */
const PLACEHOLDERS: Record<string, string> = {
  HOST: "go.example.com",
  URL: "https://go.example.com/abc",
  WORKSPACE: "Acme",
  PLAN: "pro",
  ID: "an-id",
  FILE: "rows.csv",
  COMMAND: "tail",
  "…": "",
};

type Parser = (args: string[]) => unknown;

/** Parses the words of the command line, and runs nothing. */
function parseSignpost(args: string[]): void {
  const program = createProgram(() => undefined);
  const quiet = { writeErr: () => undefined, writeOut: () => undefined };
  const silence = (command: typeof program): void => {
    command.configureOutput(quiet).exitOverride();
    command.commands.forEach((child) => silence(child));
  };
  silence(program);
  try {
    program.parse(args, { from: "user" });
  } catch (error) {
    if ((error as { exitCode?: number }).exitCode !== 0) throw error;
  }
}

/** Commands of the project that have a parser of their options. It throws for what it does not take. */
const PARSERS: Record<string, Parser> = {
  backup: (args) => parseBackupOptions(args, 0),
  blocklist: parseBlocklistOptions,
  "dead-letters": parseDeadLetterOptions,
  deploy: (args) => parseDeployOptions(args, {}),
  import: (args) => parseSignpost(["import", ...args]),
  project: parseProjectOptions,
  restore: parseRestoreOptions,
  signpost: parseSignpost,
  prove: (args) => parseProveOptions(args, () => false),
  prune: parsePruneOptions,
  status: parseStatusOptions,
  takedown: parseTakedownOptions,
  workspace: parseWorkspaceOptions,
};

/** Commands of the project without a parser of their own. Their options have to stand in the script. */
const PLAIN = [
  "bench:admin",
  "bundle",
  "check",
  "clients",
  "conformance",
  "screenshots",
  "format",
  "licences",
  "openapi",
  "public-suffix",
  "world-map",
  "vectors",
];
const WITH_OPTIONS = [
  "bench",
  "bench:backup",
  "bench:dashboard",
  "figures",
  "judge-suggestions",
  "simulate",
  "size",
  "soak",
];

/** Other programs, each with the reason why its command is not checked further. */
const FOREIGN: [RegExp, reason: string][] = [
  [/^npm ci$/, "CI begins with it"],
  [/^npm install -g (?:\.$|git\+https:|`?$)/, "test/scripts/cli looks at what it installs"],
  [/^cd (?:signpost|\.\.\/signpost-previous)$/, "a folder of the reader's"],
  [/^npm (?:start|run start)$/, "test/e2e/start.test.ts runs it"],
  [/^npm (?:test|run test:(?:databases|long|quick))$/, "this is a part of it"],
  [/^(?:jq .*\| )?curl .*"\$API\//, "test/e2e/guide.test.ts runs it"],
  [/^(?:echo "\$PATHS" \| )?jq -r '/, "test/e2e/migration.test.ts runs it"],
  [/\$ID\b/, "it needs what the command before has made"],
  [/^curl .*\blocalhost:8787\//, "test/e2e/doc-command.test.ts runs it"],
  [/^curl .*https:\/\/admin\.example\.com\/(?:v1\/|rest\/|healthz)/, "it needs an installation"],
  [
    /^(?:openssl rand|echo "whsec_\$\(openssl) .*\| npm run -s wrangler -- secret put [A-Z_]+$/,
    "it stores a secret",
  ],
  [/^curl -X POST "https:\/\/api\.cloudflare\.com\//, "it needs an account"],
  [/^npm run bench:backup -- \d+$/, "it takes an hour"],
  [/^git (?:pull|clone|worktree|checkout)\b/, "git is not the project's"],
];

/** Finds what is wrong with a command; null where nothing is, undefined where nothing here knows it. */
async function check({ text, isBlock }: DocCommand): Promise<string | null | undefined> {
  if (FOREIGN.some(([pattern]) => pattern.test(text))) return null;
  const [program = "", ...words] = splitWords(text.replace(/^(?:[A-Z_]+=\S+ )+/, ""));
  if (program === "signpost") return reasonOf(() => parseSignpost(withoutPlaceholders(words)));
  if (program === "npm" && words[0] === "run") return checkScript(words.slice(1), isBlock);
  if (program === "npx" && words[0] === "wrangler") return checkWrangler(words.slice(1));
  if (program === "npx" && words[0] === "vitest") return checkVitest(words.slice(1));
  return undefined;
}

async function checkScript(words: string[], isBlock: boolean): Promise<string | null | undefined> {
  const [name = "", separator, ...args] = words.filter((word) => word !== "-s");
  if (!(name in SCRIPTS)) return `package.json has no script ${name}`;
  if (name === "wrangler") return checkWrangler(withoutPlaceholders(args));
  if (separator !== undefined && separator !== "--") return `-- is missing behind ${name}`;
  const parse = PARSERS[name];
  if (parse !== undefined) {
    // In a sentence the name stands for the command.
    if ((args.length === 0 && !isBlock) || args.join() === "…") return null;
    return reasonOf(() => parse(withoutPlaceholders(args)));
  }
  if (PLAIN.includes(name)) return args.length === 0 ? null : `${name} takes no options`;
  if (!WITH_OPTIONS.includes(name)) return undefined;
  const script = SCRIPTS[name]!.replace(/^node /, "");
  const files = [script, ...globSync(`${script.slice(0, -".ts".length)}/*.ts`)];
  const source = files.map((file) => readFileSync(file, "utf8")).join("\n");
  const unknown = args.filter(
    (arg) => arg.startsWith("--") && !new RegExp(`\\b${arg.slice(2)}\\b`).test(source),
  );
  return unknown.length === 0 ? null : `${name} does not know ${unknown.join(", ")}`;
}

function withoutPlaceholders(args: string[]): string[] {
  const seen = args.filter((arg) => arg !== "[options]").map((arg) => PLACEHOLDERS[arg] ?? arg);
  const alternative = seen.indexOf("|");
  return (alternative < 0 ? seen : seen.slice(0, alternative)).filter((arg) => arg !== "");
}

function reasonOf(parse: () => unknown): string | null {
  try {
    parse();
    return null;
  } catch (error) {
    return String(error);
  }
}

const { registry, globalFlags } = experimental_getWranglerCommands();

/** Looks the subcommand and its options up in what wrangler knows. */
function checkWrangler(words: string[]): string | null {
  const end = words.findIndex((word) => word.startsWith("-"));
  const options = words.filter((word) => word.startsWith("--")).map((word) => word.split("=")[0] ?? "");
  let node = registry;
  const path: string[] = [];
  for (const word of end < 0 ? words : words.slice(0, end)) {
    const below = node.subtree.get(word);
    if (below === undefined) break;
    path.push(word);
    node = below;
  }
  if (path.length === 0) return `wrangler has no command ${words[0]}`;
  const { definition } = node;
  const own = definition?.type === "command" ? Object.keys(definition.args ?? {}) : [];
  const known = new Set([...own, ...Object.keys(globalFlags)].map((name) => `--${name}`));
  const unknown = options.filter((option) => !known.has(option));
  return unknown.length === 0 ? null : `wrangler ${path.join(" ")} does not know ${unknown.join(", ")}`;
}

function checkVitest(words: string[]): string | null {
  const [run, ...rest] = words;
  const at = rest.indexOf("--project");
  const project = at < 0 ? null : rest[at + 1];
  const config = readFileSync("vitest.config.ts", "utf8");
  if (run !== "run") return "vitest is called with run";
  if (project != null && !config.includes(`name: "${project}"`)) return `there is no project ${project}`;
  const filters = rest.filter((word, index) => !word.startsWith("-") && (at < 0 || index !== at + 1));
  const files = globSync("test/**/*.test.ts");
  const missing = filters.filter((filter) => !files.some((file) => file.includes(filter)));
  return missing.length === 0 ? null : `no test file has ${missing.join(", ")} in its path`;
}

const PAGES = ["README.md", "CONTRIBUTING.md", "AGENTS.md", ...globSync("docs/*.md")].filter((page) =>
  existsSync(page),
);
const commands = PAGES.flatMap((page) => findDocCommands(page, readFileSync(page, "utf8")));

describe("findDocCommands", () => {
  it("finds the commands of shell blocks and of sentences, and nothing else", () => {
    const page = [
      "Run `npm run x -- --y`, not `docs/x.md`.",
      "```sh",
      "npm ci && npm start   # both",
      "curl -X POST http://a \\",
      "  -d '{",
      "    }'",
      "TOKEN=$(cat token)",
      "```",
      "```console",
      "$ curl -i http://b",
      "HTTP/1.1 302 Found",
      "Location: https://c",
      "```",
      "```json",
      '{"npm": 1}',
      "```",
    ].join("\n");
    expect(findDocCommands("p.md", page).map(({ place, text }) => [place, text])).toEqual([
      ["p.md:1", "npm run x -- --y"],
      ["p.md:3", "npm ci"],
      ["p.md:3", "npm start"],
      ["p.md:4", "curl -X POST http://a -d '{ }'"],
      ["p.md:10", "curl -i http://b"],
    ]);
    expect(findDocCommands("p.md", page).at(-1)?.printed).toEqual([
      "HTTP/1.1 302 Found",
      "Location: https://c",
    ]);
  });

  it.each([
    ["an unknown script", "npm run nosuch", "package.json has no script nosuch"],
    ["an unknown option", "npm run project -- --everything", "Unknown option '--everything'"],
    ["a missing --", "npm run project --all", "-- is missing behind project"],
    ["an unknown command of wrangler", "npx wrangler nosuch", "wrangler has no command nosuch"],
    ["an unknown option of wrangler", "npx wrangler tail --nosuch", "wrangler tail does not know --nosuch"],
    ["a test file that there is not", "npx vitest run test/nosuch", "no test file has test/nosuch"],
  ])("reports %s", async (_, text, reason) => {
    expect(await check({ place: "", text, isBlock: true, printed: [] })).toContain(reason);
  });

  it("reports a program that is in no table", async () => {
    expect(await check({ place: "", text: "rm -rf x", isBlock: true, printed: [] })).toBeUndefined();
  });
});

describe("a command of the docs", () => {
  it("is found on many pages", () => {
    expect(commands.length).toBeGreaterThan(30);
  });

  it.each(commands.map((command) => [`${command.place} ${command.text}`, command] as const))(
    "is one that works: %s",
    async (_, command) => {
      const problem = await check(command);
      expect(
        problem === undefined
          ? `${command.place}: no table of this test has the command ${command.text}`
          : problem,
      ).toBeNull();
    },
  );
});
