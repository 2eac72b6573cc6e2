import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { toCanonicalPath } from "../../src/domain/path.ts";
import { indexCandidates, suggest, type Candidate } from "../../src/domain/suggest/suggest.ts";
import { OTHER, SPELLING, type Damage } from "./suggest/damage.ts";
import { UsageError, runCommand } from "../support/command.ts";
import { seededRandom } from "./simulate/random.ts";

const USAGE = `Measures the suggestions for missed paths with a list of redirects.

  npm run judge-suggestions -- FILE

  FILE   a list of redirects; each line has a source, a tab and a target`;

const TAKEN_OUT = 200;
const SURE = 0.8;

interface Redirect {
  source: string;
  target: string;
}

interface Figures {
  asked: number;
  right: number;
  wrong: number;
  surelyWrong: number;
}

await runCommand(async () => {
  const [file] = parseArgs({ allowPositionals: true }).positionals;
  if (file === undefined) throw new UsageError(`Missing argument: the file with the list\n\n${USAGE}`);
  const redirects = readRedirects(await readFile(file, "utf8"));
  const random = seededRandom(1);
  const shuffled = redirects.map((redirect) => ({ redirect, key: random() }));
  shuffled.sort((a, b) => a.key - b.key);
  const taken = shuffled.slice(0, TAKEN_OUT).map(({ redirect }) => redirect);
  const out = new Set(taken);
  const targets = [...new Set(redirects.map(({ target }) => target))];
  const index = indexCandidates([
    ...redirects.filter((redirect) => !out.has(redirect)).flatMap(toCandidates),
    ...targets.map(toPage),
  ]);
  console.log(
    `${redirects.length} redirects, ${TAKEN_OUT} of them taken out; ${targets.length} URLs in the sitemap`,
  );
  const all = { ...SPELLING, ...OTHER };
  const names = Object.keys(all);
  const ask = (list: Redirect[], damages: Record<string, Damage>) => {
    const keys = Object.keys(damages);
    return list.map(({ source, target }, at) => {
      const key = keys[at % keys.length] ?? "";
      return { key, target, path: toCanonicalPath(damages[key]?.(source, random) ?? source) };
    });
  };
  print("sources that were taken out, typical damage", judge(index, ask(taken, all)));
  print("the same, damage by spelling alone", judge(index, ask(taken, SPELLING)));
  const pages = targets.map((target) => ({ source: pathOf(target), target }));
  print("URLs of the sitemap, damage by spelling alone", judge(index, ask(pages, SPELLING)));
  const kept = redirects.filter((redirect) => !out.has(redirect));
  print("sources that have a record, damage by spelling alone", judge(index, ask(kept, SPELLING)));
  for (const name of names) {
    print(`  taken out: ${name}`, judge(index, ask(taken, { [name]: all[name] as Damage })));
  }
}, USAGE);

function readRedirects(text: string): Redirect[] {
  return text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== "" && !line.startsWith("#"))
    .map((line) => line.split("\t"))
    .flatMap(([source, target]) =>
      source !== undefined && target !== undefined ? [{ source, target }] : [],
    );
}

function toCandidates({ source, target }: Redirect): Candidate[] {
  return [{ path: toCanonicalPath(source), destination: target }, toPage(target)];
}

function toPage(target: string): Candidate {
  return { path: toCanonicalPath(pathOf(target)), destination: target };
}

function pathOf(target: string): string {
  return target.replace(/^https?:\/\/[^/]*/, "").replace(/[?#].*$/, "") || "/";
}

function judge(
  index: ReturnType<typeof indexCandidates>,
  questions: { path: string; target: string }[],
): Figures {
  const figures: Figures = { asked: 0, right: 0, wrong: 0, surelyWrong: 0 };
  for (const { path, target } of questions) {
    const [first] = suggest(index, path);
    figures.asked++;
    if (first?.destination === target) figures.right++;
    else if (first !== undefined) figures.wrong++;
    if (first !== undefined && first.destination !== target && first.score > SURE) {
      figures.surelyWrong++;
      if (process.env["SHOW"])
        console.log(path, "→", first.destination, first.score, first.reason, "not", target);
    }
  }
  return figures;
}

function print(what: string, { asked, right, wrong, surelyWrong }: Figures): void {
  const percent = (part: number) => `${((100 * part) / asked).toFixed(1)} %`;
  console.log(
    `${what}: ${asked} asked, ${percent(right)} right, ${percent(wrong)} wrong, ${percent(surelyWrong)} wrong above ${SURE}`,
  );
}
