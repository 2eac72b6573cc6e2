import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, describe, expect, test } from "vitest";
import {
  BUCKET,
  LINK_HOST,
  LOGIN,
  MONITOR_KEY,
  useWorkingInstallation,
} from "../support/cloudflare/use-working-installation.ts";

/** The walk through what only the platform can show, against the fake of it. */

const { platform, keys, rest, prove, look, countTemporaryLinks } = useWorkingInstallation();

describe("nothing differs", () => {
  let text: string;

  test("[25.20] each step sees what the docs say, and the temporary link is gone", async () => {
    platform.account.calls = [];
    const file = join(platform.folder, "report.md");
    const run = await prove(keys(), "--yes", "--report", file);
    text = run.stdout;
    expect(run.exitCode, text + run.stderr).toBe(0);
    expect(text).toContain("- Steps: 15 seen, 0 different, 0 skipped, 0 failed");
    expect(await readFile(file, "utf8")).toBe(text);
    expect(await countTemporaryLinks()).toBe(0);
    // Nothing of the account changes: the one POST is a query.
    const changing = platform.account.calls.filter((call) => !call.startsWith("GET "));
    expect(changing).toEqual([expect.stringMatching(/^POST .*\/query$/)]);
    const again = await prove(keys(), "--report", file);
    expect(again).toMatchObject({ exitCode: 2, stdout: "" });
    expect(again.stderr).toContain("exists already");
  });

  test("[25.20] the report names no secret, no id, no person and no hostname", () => {
    const { account } = platform;
    const scripts = [...account.scripts.values()];
    const own = [
      MONITOR_KEY,
      LOGIN,
      keys().SIGNPOST_TOKEN,
      "tester@example.com",
      BUCKET,
      account.id,
      account.name,
    ];
    const hosts = ["acme.example", "links.example", "customers.example", "customer.example"];
    const ids = [...account.zones, ...account.queues.values(), ...account.namespaces.values()];
    const secrets = [
      ...own.concat(hosts, [...account.databases.keys()]),
      ...ids.map(({ id }) => id),
      ...scripts.flatMap(({ secrets: held, versions }) => [...held.values(), versions.newest]),
    ];
    expect(secrets.filter((secret) => secret === "" || text.includes(secret))).toEqual([]);
  });

  test("docs/deploying.md shows what it prints", async () => {
    const page = await readFile("docs/deploying.md", "utf8");
    const [, shown = ""] = /```text\n(## Signpost[\s\S]*?)\n```/.exec(page) ?? [];
    // Times, versions and dates are those of another run.
    const toLines = (printed: string) =>
      printed
        .replaceAll(/\d[\d.:TZ-]*/g, "N")
        .replaceAll(/N (?:ms|seconds)/g, "N")
        .split("\n");
    const printed = toLines(text);
    const missing = toLines(shown).filter((line) => line !== "…" && !printed.includes(line));
    expect(shown).not.toBe("");
    expect(missing).toEqual([]);
  });

  test("[25.20] where nobody can answer, nothing is changed, and the report says so", async () => {
    const { exitCode, outcomes, why } = await look(keys());
    expect(exitCode).toBe(0);
    expect(why["link"]).toBe("Nobody can answer here, and --yes was not given.");
    expect(outcomes).toMatchObject({ rollback: "seen", link: "skipped", gate: "skipped", delete: "skipped" });
  });

  test("without the two secrets it sees less, and says how to get them", async () => {
    const { exitCode, outcomes, why } = await look({ CLOUDFLARE_API_TOKEN: LOGIN }, "--yes");
    expect(exitCode).toBe(0);
    expect(outcomes).toMatchObject({ cron: "seen", "self-fetch": "skipped", link: "skipped" });
    expect(why["link"]).toContain("SIGNPOST_TOKEN is not set. npm run -s workspace -- token");
  });

  test("hostnames stay in the report if they are asked for, and ids do not", async () => {
    const { stdout } = await prove(keys(), "--with-hostnames");
    expect(stdout).toContain(`Signpost answered at ${LINK_HOST}`);
    expect(stdout).not.toContain(platform.account.id);
  });
});

describe("what differs is told, with exit code 1", () => {
  afterEach(() => {
    platform.account.tamper = null;
    platform.certificates.faults.clear();
  });

  /** Plants a fault, looks, and takes it away again. */
  async function lookAtFault(plant: () => () => void, ...args: string[]) {
    // A check of DNS that is due would find the fault, too, and tell it for the next hour.
    const resume = await rest();
    const remove = plant();
    try {
      const { exitCode, found } = await look(keys(), ...args);
      expect(exitCode).toBe(1);
      return found;
    } finally {
      remove();
      resume();
    }
  }

  const swap = <T, K extends keyof T>(held: T, name: K, value: T[K]) => {
    const before = held[name];
    held[name] = value;
    return () => {
      held[name] = before;
    };
  };

  const FAULTS: [string, () => () => void, string[]][] = [
    [
      "a queue without its consumer",
      () => swap(platform.account.requireQueue("signpost-clicks"), "consumer", null),
      ["queues: The queue has none."],
    ],
    [
      "a Worker without its cron trigger",
      () => swap(platform.account.requireScript("signpost"), "crons", []),
      ["cron: It has none."],
    ],
    [
      "a hostname that does not lead to the Worker",
      () => {
        const { domains } = platform.account;
        const domain = domains.get(LINK_HOST);
        domains.delete(LINK_HOST);
        return () => void (domain && domains.set(LINK_HOST, domain));
      },
      [
        "custom-domains: The account has no such custom domain.",
        "custom-domains: Something answers the probe with 522: error code: 522",
        "custom-domains: A path of link-1 that is not there is answered 522.",
      ],
    ],
    [
      "a wildcard without its DNS record",
      () => swap(platform.account.zoneOf("links.example"), "records", []),
      [
        "wildcards: Something answers the probe with 522: error code: 522",
        "wildcards: A path of link-2 that is not there is answered 522.",
      ],
    ],
    [
      "a zone without its fallback origin",
      () => swap(platform.account.zoneOf("customers.example"), "fallbackOrigin", null),
      [
        "saas: The zone has none.",
        "saas: Something answers the probe with 522: error code: 522",
        "saas: A path of customer-1 that is not there is answered 522.",
      ],
    ],
    [
      "a bucket whose objects the login may not read",
      () => swap(platform.account.objects, "isReadable", false),
      [
        expect.stringContaining(
          "backup-bucket: Cloudflare refused GET /accounts/ID/r2/buckets/backup-bucket/objects",
        ),
      ],
    ],
  ];

  test.each(FAULTS)("[25.20] %s", async (_, plant, expected) => {
    expect(await lookAtFault(plant)).toEqual(expected);
  });

  test.each([
    ["that soon ends", { days: 3 }, /^custom-domains: The certificate of link-1 is valid for 2 days/],
    ["of another name", { name: "shop.example" }, /^custom-domains: It is not valid: .*(?:altnames|ALTNAME)/],
  ])("a certificate %s", async (_, fault, expected) => {
    platform.certificates.faults.set(LINK_HOST, fault);
    const { exitCode, found } = await look(keys());
    expect(exitCode).toBe(1);
    expect(found).toEqual([expect.stringMatching(expected)]);
  });

  test("a heartbeat that is old", async () => {
    platform.account.tamper = async ({ url }, answer) => {
      if (!url.endsWith("/healthz")) return answer;
      const state = (await answer.json()) as { jobs?: Record<string, { succeeded_seconds: number }> };
      if (state.jobs?.["heartbeat"]) state.jobs["heartbeat"].succeeded_seconds = 240;
      return Response.json(state);
    };
    const { exitCode, found } = await look(keys());
    expect(exitCode).toBe(1);
    expect(found).toEqual(["cron: Cron ran 4 minutes ago."]);
  });

  test("[25.20] a Location with another byte, and the link is deleted all the same", async () => {
    platform.account.tamper = ({ url }, answer) => {
      const location = answer.headers.get("Location");
      if (!url.includes("/signpost-proof-") || location === null) return undefined;
      // What a program that parses URLs and writes them again does.
      return new Response(null, {
        status: answer.status,
        headers: { Location: location.replace("1+2", "1%202") },
      });
    };
    const { exitCode, outcomes, found } = await look(keys(), "--yes");
    expect(exitCode).toBe(1);
    expect(outcomes).toMatchObject({
      link: "different",
      click: "seen",
      edit: "different",
      gate: "different",
    });
    expect(found).toContain("link: It is https://example.com/signpost-proof/1?proof=%c3%a4&b=1%202&a=&c=%2f");
    expect(await countTemporaryLinks()).toBe(0);
  });

  test("a token that may too little", async () => {
    const { exitCode, found } = await look({ CLOUDFLARE_API_TOKEN: "certificates" });
    expect(exitCode).toBe(1);
    expect(found).toContain(
      "access: Cloudflare refused GET /accounts/ID/queues: Authentication error [code 10000]",
    );
    expect(found).toContain(
      "queues failed: Cloudflare refused GET /accounts/ID/queues: Authentication error [code 10000]",
    );
  });
});

test("[25.20] Ctrl-C deletes the temporary link", async () => {
  const child = spawn(process.execPath, ["scripts/prove.ts", "--remote", "--yes"], {
    env: { ...process.env, ...platform.env, ...keys() },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const exited = once(child, "exit");
  for await (const line of createInterface(child.stderr)) {
    if (!line.startsWith(`Made https://${LINK_HOST}/signpost-proof-`)) continue;
    expect(await countTemporaryLinks()).toBe(1);
    // It comes from the terminal, and again from npm.
    child.kill("SIGINT");
    child.kill("SIGINT");
    break;
  }
  expect(await exited).toEqual([130, null]);
  expect(await countTemporaryLinks()).toBe(0);
});
