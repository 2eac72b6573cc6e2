import { readdir, rm } from "node:fs/promises";
import { newWorkspace } from "../../src/services/workspace/new-workspace.ts";
import { startDohServer } from "../support/doh-server.ts";
import { migrate, MIGRATIONS, sendRaw, startWorker, type RunningWorker } from "../support/running-worker.ts";
import { buildPreviousRelease, type Version } from "./previous-release.ts";
import { HOST, RELEASE_HEADER, RELEASES_HOST, type Release } from "./release.ts";

/** An installation that stands at the previous release, with this one ready to come. */
export interface Installation {
  worker: RunningWorker;
  /** Says which releases are live. They take turns at whatever is not sent to one of them. */
  setLive(...releases: Release[]): Promise<void>;
  /** Those that are live. */
  live: Release[];
  /**
   * Calls the API of a release, as the owner unless a token is given.
   * @throws where the answer is no success
   */
  // Bodies are whatever the API says: tests compare them.
  // oxlint-disable-next-line typescript/no-explicit-any
  call(release: Release, method: string, path: string, body?: unknown, token?: string): Promise<any>;
  /** A visit at a release by HEAD, which counts no click. */
  visit(release: Release, host: string, path: string): Promise<{ status: number; location?: string }>;
  /** Applies the migrations that this release brings. */
  migrate(): Promise<void>;
  /** The folder of the migrations that the previous release knows. */
  previousMigrations: string;
  /**
   * Has a second workspace claim a hostname of the first at this release, with a link on it. The claim
   * waits.
   */
  connectElsewhere(): Promise<void>;
  /** Rows of the database. */
  select<T>(sql: string): Promise<T[]>;
  close(): Promise<void>;
}

/** Starts the Worker of a previous release on a database of its own schema. */
export async function startInstallation(version: Version): Promise<Installation> {
  const previous = await buildPreviousRelease(version);
  const dns = await startDohServer();
  const worker = await startWorker({
    main: "test/upgrade/both-releases.ts",
    alias: { "previous-release": previous.module },
    migrations: previous.migrations,
    // The previous release does not know it.
    hasMarker: false,
    // Each visit asks the stores, so that it shows what they hold.
    vars: { MEMORY_SECONDS: "0", DOH_URL: dns.url },
  });
  const installation: Installation = {
    worker,
    live: ["previous"],
    async setLive(...releases) {
      await sendRaw(worker.port, [
        "POST / HTTP/1.1",
        `Host: ${RELEASES_HOST}`,
        "Connection: close",
        `Content-Length: ${JSON.stringify(releases).length}`,
        "",
        JSON.stringify(releases),
      ]);
      installation.live = releases;
    },
    async call(release, method, path, body, token = worker.token) {
      const headers = {
        Authorization: `Bearer ${token}`,
        "Content-Type": "application/json",
        [RELEASE_HEADER]: release,
      };
      const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
      const response = await fetch(`http://127.0.0.1:${worker.port}/v1${path}`, init);
      const text = await response.text();
      if (!response.ok) throw new Error(`${release}: ${method} ${path}: ${response.status} ${text}`);
      return JSON.parse(text) as unknown;
    },
    async visit(release, host, path) {
      const { status, headers } = await worker.visit(host, path, "HEAD", [`${RELEASE_HEADER}: ${release}`]);
      const location = headers.get("location");
      return { status, ...(location !== undefined && { location }) };
    },
    previousMigrations: previous.migrations,
    async connectElsewhere() {
      const options = { name: "Second", plan: "enterprise", role: "owner", nowMs: Date.now() } as const;
      const { token, statements } = await newWorkspace(options);
      await worker.db.batch(
        statements.map(({ sql, parameters }) => worker.db.prepare(sql).bind(...parameters)),
      );
      const { held } = await installation.call("current", "POST", "/host", { host: HOST }, token);
      if (held !== false) throw new Error("the claim of the second workspace does not wait");
      const link = { host: HOST, alias: "theirs", destination: "https://example.com/theirs" };
      await installation.call("current", "POST", "/link", link, token);
    },
    migrate: async () => migrate(worker.db, MIGRATIONS, await readdir(previous.migrations)),
    select: async <T>(sql: string) => (await worker.db.prepare(sql).all<T>()).results,
    async close() {
      await worker.close();
      await dns.close();
      await rm(previous.folder, { recursive: true });
    },
  };
  return installation;
}
