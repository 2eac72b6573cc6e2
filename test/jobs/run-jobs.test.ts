import { env } from "cloudflare:workers";
import { expect, it, vi } from "vitest";
import { runJobs } from "../../src/jobs/run-jobs.ts";
import { createWorkspace } from "../support/workspace.ts";
import { watchEnv } from "../support/watched-env.ts";

const DAY_MS = 86_400_000;

async function cachedRequests(): Promise<string[]> {
  const { results } = await env.DB.prepare("SELECT request FROM count_cache").all<{ request: string }>();
  return results.map(({ request }) => request);
}

it("removes counts that nobody asked for in a day, and keeps the others", async () => {
  const { call } = await createWorkspace();
  await call("GET", "/links/facets?filter[search]=old");
  await env.DB.prepare("UPDATE count_cache SET touched_at = touched_at - ?1")
    .bind(DAY_MS + 1000)
    .run();
  await call("GET", "/links/facets?filter[search]=new");
  await runJobs(env, Date.now());
  const requests = await cachedRequests();
  expect(requests).toHaveLength(1);
  expect(requests[0]).toContain("new");
});

it("throws the error of a failed job after all jobs have run", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  const watched = watchEnv();
  const DB = Object.assign(Object.create(env.DB) as D1Database, {
    prepare: (sql: string) => {
      if (sql.includes("count_cache")) throw new Error("D1_ERROR: overloaded");
      return env.DB.prepare(sql);
    },
  });
  await expect(runJobs({ ...watched.env, DB }, Date.now())).rejects.toThrow("D1_ERROR: overloaded");
});
