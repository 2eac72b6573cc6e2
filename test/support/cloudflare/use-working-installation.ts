import { afterAll, beforeAll, expect, vi } from "vitest";
import { connectApi } from "../../../scripts/deploy/api.ts";
import type { Report } from "../../../scripts/prove/report.ts";
import { PATIENCE } from "../patience.ts";
import { TOKENS, type Run } from "./platform.ts";
import { expectDone, OWN, usePlatform } from "./use-platform.ts";
import { startWork, type Work } from "./work.ts";

/** A deployed installation with all that there is to look at, whose queues are delivered and whose cron runs. */

export const BUCKET = "acme-backups";
export const LINK_HOST = "go.acme.example";
export const MONITOR_KEY = "monitor-key-0123456789abcdefghijklmn";
/** As long as real ones. */
export const LOGIN = "login-of-the-operator-0123456789abcdefghi";
const SAAS_TOKEN = "token-for-certificates-0123456789abcdefgh";
const NIGHT = "signpost-2026-11-22.ndjson";

export function useWorkingInstallation() {
  const platform = usePlatform();
  let token = "";
  let work: Work;

  async function countRows(from: string): Promise<number | undefined> {
    const [database] = platform.account.databases.values();
    const [answer] = (await database?.runs.query(`SELECT count(*) AS count FROM ${from}`)) ?? [];
    return (answer?.results as { count: number }[] | undefined)?.[0]?.count;
  }

  async function prove(env: Record<string, string>, ...args: string[]): Promise<Run> {
    const run = await platform.run("prove.ts", env, "--remote", ...args);
    expect(platform.api.unknown).toEqual([]);
    return run;
  }

  beforeAll(async () => {
    const { account } = platform;
    account.addZone("links.example");
    const customers = account.addZone("customers.example");
    const active = { status: "active" };
    customers.customHostnames.push({
      id: account.nextId(),
      hostname: "www.customer.example",
      ssl: active,
      ...active,
    });
    TOKENS[LOGIN] = TOKENS["login"] ?? [];
    TOKENS[SAAS_TOKEN] = TOKENS["certificates"] ?? [];
    const hosts = ["--link-host", `${LINK_HOST},*.links.example`, "--saas-zone", customers.name];
    const secrets = { CLOUDFLARE_API_TOKEN: "everything", SAAS_API_TOKEN: SAAS_TOKEN };
    const run = await platform.deployWith(secrets, ...OWN, ...hosts, "--backup-bucket", BUCKET);
    expectDone(run, platform);
    token = /^ {4}(sp_\w+)$/m.exec(run.stdout)?.[1] ?? "";
    const secret = { name: "MONITOR_KEY", text: MONITOR_KEY, type: "secret_text" };
    const api = connectApi({ token: LOGIN }, platform.api.url);
    await api.call("PUT", `/accounts/${account.id}/workers/scripts/signpost/secrets`, secret);
    customers.settle();
    account.objects.put(BUCKET, NIGHT, () => Buffer.from("[]"));
    work = await startWork(account, "signpost");
    const bothLeadHere = async () => expect(await countRows("hosts WHERE correct = 1")).toBe(2);
    await vi.waitFor(bothLeadHere, PATIENCE);
  });

  afterAll(() => work.stop());

  return {
    platform,
    /** All that the command may see in its environment. */
    keys: () => ({ MONITOR_KEY, SIGNPOST_TOKEN: token, CLOUDFLARE_API_TOKEN: LOGIN }),
    /** Lets its jobs rest until the returned function is called. */
    rest: () => work.rest(),
    /** Runs `npm run prove`. */
    prove,
    /** Runs it for programs. Returns the outcome of each step, what differs, and the first thing that each says. */
    async look(env: Record<string, string>, ...args: string[]) {
      const { exitCode, stdout, stderr } = await prove(env, "--json", ...args);
      expect(stdout, stderr).toMatch(/^\{/);
      const { steps } = JSON.parse(stdout) as Report;
      const found = steps.flatMap(({ id, outcome, observations, error }) => [
        ...observations.flatMap((one) => (one.kind === "different" ? [`${id}: ${one.text}`] : [])),
        ...(outcome === "failed" ? [`${id} failed: ${error}`] : []),
      ]);
      const outcomes = Object.fromEntries(steps.map(({ id, outcome }) => [id, outcome]));
      const why = Object.fromEntries(steps.map(({ id, observations }) => [id, observations[0]?.text]));
      return { exitCode, outcomes, found, why };
    },
    countTemporaryLinks: () => countRows("records WHERE source LIKE '/signpost-proof-%'"),
  };
}
