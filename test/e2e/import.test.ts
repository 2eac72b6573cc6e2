import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startWorker, type RunningWorker } from "../support/running-worker.ts";

/** A moved site's list, imported as its owner would, and every rule visited. */

const ORIGIN = "https://new.example.org";

/** As the list has it; as a browser asks for it (UTF-8 bytes as latin1); the very Location. */
const RULES: [from: string, to: string, asked: string, location: string][] = [
  ["/plain", "/new/plain", "/plain", `${ORIGIN}/new/plain`],
  [
    "/fr/docs/D%C3%A9veloppeur",
    "/fr/docs/D%C3%A9veloppement",
    "/fr/docs/D%C3%A9veloppeur",
    `${ORIGIN}/fr/docs/D%C3%A9veloppement`,
  ],
  [
    "/fr/docs/Référence",
    "/fr/docs/Référence_générale",
    "/fr/docs/R%C3%A9f%C3%A9rence",
    `${ORIGIN}/fr/docs/R%C3%A9f%C3%A9rence_g%C3%A9n%C3%A9rale`,
  ],
  ["/fr/docs/Re\u0301sume\u0301", "/cv", "/fr/docs/R%C3%A9sum%C3%A9", `${ORIGIN}/cv`],
  [
    "/日本語/ページ",
    "/ja/ページ",
    "/%E6%97%A5%E6%9C%AC%E8%AA%9E/%E3%83%9A%E3%83%BC%E3%82%B8",
    `${ORIGIN}/ja/%E3%83%9A%E3%83%BC%E3%82%B8`,
  ],
  ["/raw-bytes/é", "/e", "/raw-bytes/\u00c3\u00a9", `${ORIGIN}/e`],
  ["/100%", "/full%", "/100%", `${ORIGIN}/full%`],
  ["/percent%zz", "/bad-escape", "/percent%zz", `${ORIGIN}/bad-escape`],
  ["/latin1/%E4%F6", "/latin1", "/latin1/%e4%f6", `${ORIGIN}/latin1`],
  ["/a%2Fb", "/slash%2fkept", "/a%2fb", `${ORIGIN}/slash%2fkept`],
  ["/a/b", "/two-segments", "/a/b", `${ORIGIN}/two-segments`],
  ["/what%3F", "/question", "/what%3f", `${ORIGIN}/question`],
  ["/hash%23tag", "/hash", "/hash%23tag", `${ORIGIN}/hash`],
  [
    "/operators/function*",
    "/operators/function_star",
    "/operators/function*",
    `${ORIGIN}/operators/function_star`,
  ],
  ["/operators/yield%2A", "/operators/yield_star", "/operators/yield%2a", `${ORIGIN}/operators/yield_star`],
  ["/below/*", "/all-below", "/below/any/thing", `${ORIGIN}/all-below`],
  ["/below/exact", "/exact-wins", "/below/exact", `${ORIGIN}/exact-wins`],
  ["/below/deep/*", "/longest-wins", "/below/deep/x", `${ORIGIN}/longest-wins`],
  ["/page?id=5", "/pages/five", "/page?id=5&utm_source=mail", `${ORIGIN}/pages/five`],
  ["/page?id=5&b=%20", "/pages/five-b", "/page?id=5&b=%20", `${ORIGIN}/pages/five-b`],
  ["/page", "/pages", "/page?id=6", `${ORIGIN}/pages`],
  ["/campaign?utm_source=tv", "/tv", "/campaign?utm_source=tv&utm_medium=spot", `${ORIGIN}/tv`],
  ["/trailing/", "/slash/", "/trailing", `${ORIGIN}/slash/`],
  ["/double//slash", "/a//b", "/double//slash", `${ORIGIN}/a//b`],
  ["//leading", "//cdn.example/x", "//leading", "https://cdn.example/x"],
  ["/Case", "/upper", "/Case", `${ORIGIN}/upper`],
  ["/case", "/lower", "/case", `${ORIGIN}/lower`],
  ["/Only-One-Spelling", "/loose", "/only-one-spelling", `${ORIGIN}/loose`],
  ["/to-fragment", "/page#:~:text=foo,bar", "/to-fragment", `${ORIGIN}/page#:~:text=foo,bar`],
  ["/to-query", "/search?q=a+b&c=%41&d", "/to-query?q=ignored", `${ORIGIN}/search?q=a+b&c=%41&d`],
  ["/to-host", "https://Elsewhere.Example", "/to-host", "https://Elsewhere.Example"],
  [
    "/to-idn",
    "https://bücher.example/ü?ü#ü",
    "/to-idn",
    "https://xn--bcher-kva.example/%C3%BC?%C3%BC#%C3%BC",
  ],
  ["/to-dots", "/a/../b/./c", "/to-dots", `${ORIGIN}/a/../b/./c`],
  ['/quote"d', '/"quoted"', "/quote%22d", `${ORIGIN}/%22quoted%22`],
  ["/emoji-🎉", "/🎉", "/emoji-%F0%9F%8E%89", `${ORIGIN}/%F0%9F%8E%89`],
  ["/plus+and%20space", "/a+b", "/plus+and%20space", `${ORIGIN}/a+b`],
  [`/${"long-".repeat(120)}end`, "/long", `/${"long-".repeat(120)}end`, `${ORIGIN}/long`],
  ["/semi;colon=1,2", "/params", "/semi;colon=1,2", `${ORIGIN}/params`],
  ["/", "/home", "/", `${ORIGIN}/home`],
];

let worker: RunningWorker;
let folder: string;

beforeAll(async () => {
  worker = await startWorker();
  folder = await mkdtemp(join(tmpdir(), "signpost-import-"));
  await worker.call("POST", "/host", { host: "moved.example.com" });
});

afterAll(async () => {
  await worker.close();
  await rm(folder, { recursive: true });
});

function runImport(file: string): Promise<{ code: number; output: string }> {
  const words = ["import", file, "--host", "moved.example.com", "--origin", ORIGIN, "--yes", "--no-wait"];
  const env = {
    ...process.env,
    SIGNPOST_URL: `http://localhost:${worker.port}`,
    SIGNPOST_TOKEN: worker.token,
  };
  return new Promise((resolve) => {
    execFile(process.execPath, ["scripts/signpost.ts", ...words], { env }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), output: stdout + stderr }),
    );
  });
}

it("[18.1] imports a moved site's list whole, answers each rule with its very target, and changes nothing again", async () => {
  const file = join(folder, "moved.tsv");
  await writeFile(file, RULES.map(([from, to]) => `${from}\t${to}`).join("\n"));

  const first = await runImport(file);
  expect(first.output).toMatch(new RegExp(`created\\s+${RULES.length}`));
  expect(first.code).toBe(0);
  await worker.cron();

  const answers = [];
  for (const [from, , asked] of RULES) {
    const answer = await worker.visit("moved.example.com", asked);
    answers.push([from, answer.status, answer.headers.get("location")]);
  }
  expect(answers).toEqual(RULES.map(([from, , , location]) => [from, 301, location]));

  const second = await runImport(file);
  expect(second.output).toMatch(new RegExp(`unchanged\\s+${RULES.length}`));
  expect(second.code).toBe(0);
});

it("[18.1] reports each row that fails with its line and reason, and lands the rest", async () => {
  const file = join(folder, "mixed.tsv");
  await writeFile(file, "/fine\t/target\n/script\tjavascript:alert(1)\n/user\thttps://user@example.com/\n");
  const { code, output } = await runImport(file);
  expect(code).toBe(1);
  expect(output).toMatch(/created\s+1/);
  expect(output).toMatch(/line 2: \/script .*not http or https/);
  expect(output).toMatch(/line 3: \/user .*user name/);
  await worker.cron();
  expect((await worker.visit("moved.example.com", "/fine")).headers.get("location")).toBe(`${ORIGIN}/target`);
});
