import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { answerAdmin } from "../../src/admin/index.ts";
import type { Env } from "../../src/env.ts";
import { runThreatChecks, queueThreatChecks } from "../../src/jobs/run-threat-checks.ts";
import { SafeBrowsingService } from "./safe-browsing.ts";
import { createSite, type RecordBody, type Site } from "./site.ts";
import { fakeQueue, fakeWeb, type FakeQueue, type FakeWeb } from "./web.ts";
import type { Answer } from "./workspace.ts";
import { jobRun } from "./job-run.ts";

/** A site whose destinations are asked about, and the service that is. */
export interface ThreatSite {
  site: Site;
  env: Env;
  web: FakeWeb;
  queue: FakeQueue;
  service: SafeBrowsingService;
  nowMs: number;
  call(method: string, path: string, body?: object): Promise<Answer>;
  /** `POST /link`, which must succeed. */
  createLink(fields: object): Promise<RecordBody>;
  /** One cron tick. */
  tick(): Promise<boolean>;
  /** Works off what the queue was given since the last time. */
  consume(): Promise<void>;
  /** An hour later: a tick, and what comes of it. */
  nextRound(): Promise<void>;
}

export const SERVICE = "https://safe-browsing.example/v4/threatMatches:find";

export async function threatSite(overrides: Partial<Env> = {}): Promise<ThreatSite> {
  const site = await createSite();
  const service = new SafeBrowsingService();
  const web = fakeWeb(async (request) => {
    const { status, body } = service.answer(request.method, new URL(request.url), await request.text());
    return Response.json(body, { status });
  });
  const queue = fakeQueue();
  const bindings: Env = { ...env, WATCH: queue, SAFE_BROWSING_URL: SERVICE, ...overrides };
  let consumed = 0;
  const call = async (method: string, path: string, body?: object): Promise<Answer> => {
    const headers = { Authorization: `Bearer ${site.token}`, "Content-Type": "application/json" };
    const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
    const request = new Request(`http://localhost:8787/v1${path}`, init);
    const response = await answerAdmin(request, bindings, createExecutionContext());
    return { status: response.status, headers: response.headers, body: await response.json() };
  };
  const threats: ThreatSite = {
    site,
    env: bindings,
    web,
    queue,
    service,
    nowMs: Date.now(),
    call,
    async createLink(fields) {
      const { status, body } = await call("POST", "/link", { host: site.host, ...fields });
      if (status !== 200) throw new Error(JSON.stringify(body));
      return body.data[0];
    },
    tick: () => queueThreatChecks(jobRun(bindings, threats.nowMs)),
    async consume() {
      const messages = queue.batches.flat().slice(consumed);
      consumed += messages.length;
      for (const message of messages) {
        if (message.kind === "check-threats") await runThreatChecks(bindings, message.ids, threats.nowMs);
      }
    },
    async nextRound() {
      threats.nowMs += 3_600_000;
      await threats.tick();
      await threats.consume();
    },
  };
  return threats;
}
