import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { FakeAccount } from "./account.ts";
import type { FakeCertificates } from "./certificate.ts";
import { startApiServer, type ApiServer, type Tokens } from "./api-server.ts";
import { startEdge, visitEdge } from "./edge.ts";

/** The fake platform as a whole, and commands of the project that take it for the real one. */
export interface Platform {
  account: FakeAccount;
  certificates: FakeCertificates;
  api: ApiServer;
  /** A folder for settings, in place of the checkout. */
  folder: string;
  /** Makes a command take the fake platform for the real one. */
  env: Record<string, string>;
  /** Runs `npm run deploy` with wrangler and all. */
  deploy(...args: string[]): Promise<Run>;
  deployWith(env: Record<string, string>, ...args: string[]): Promise<Run>;
  /** Runs another script of the project. */
  run(script: string, env: Record<string, string>, ...args: string[]): Promise<Run>;
  visit(url: string, init?: RequestInit): Promise<Response>;
  close(): Promise<void>;
}

export interface Run {
  exitCode: number;
  stdout: string;
  stderr: string;
}

/** The permissions of `wrangler login`, and of manually created tokens. */
export const TOKENS: Tokens = {
  login: ["account", "workers", "d1", "kv", "queues", "r2", "zone", "routes", "ssl"],
  everything: ["account", "workers", "d1", "kv", "queues", "r2", "zone", "routes", "dns", "ssl"],
  certificates: ["ssl"],
  powerless: [],
};

export async function startPlatform(): Promise<Platform> {
  const account = new FakeAccount();
  const edge = await startEdge(account);
  const api = await startApiServer(account, TOKENS, (request) => visitEdge(account, request));
  const folder = await mkdtemp(join(tmpdir(), "signpost-deploy-"));
  const settings = join(folder, "signpost.jsonc");

  const env = {
    CLOUDFLARE_API_BASE_URL: api.url,
    CLOUDFLARE_API_TOKEN: "login",
    // Every connection but those to loopback goes to the fake platform.
    NODE_USE_ENV_PROXY: "1",
    HTTPS_PROXY: edge.proxyUrl,
    NO_PROXY: "127.0.0.1",
    NODE_EXTRA_CA_CERTS: edge.certificates.authorityFile,
    NODE_NO_WARNINGS: "1",
    SIGNPOST_SETTINGS: settings,
    // Wrangler keeps its cache and its logs there.
    XDG_CONFIG_HOME: join(folder, "config"),
  };

  const run: Platform["run"] = async (script, more, ...args) => {
    const child = spawn(process.execPath, [join("scripts", script), ...args], {
      env: { ...process.env, ...env, CI: "1", ...more },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const ended = new Promise<number>((resolve) => child.once("exit", (code) => resolve(code ?? 1)));
    const [exitCode, stdout, stderr] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
    return { exitCode, stdout, stderr };
  };

  return {
    account,
    certificates: edge.certificates,
    api,
    folder,
    env,
    run,
    deploy: (...args) => run("deploy.ts", {}, ...args),
    deployWith: (env, ...args) => run("deploy.ts", env, ...args),
    visit: (url, init) => visitEdge(account, new Request(url, { redirect: "manual", ...init })),
    async close() {
      await Promise.all([edge.close(), api.close(), account.close()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
