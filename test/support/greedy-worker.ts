import type { Env } from "../../src/env.ts";

/** A Worker that asks for more than the platform gives, by the path of its request. */

export * from "../../src/index.ts";

const GREED: Record<string, (env: Env, count: number) => Promise<unknown>> = {
  "/statements": (env, count) => repeat(count, () => env.DB.prepare("SELECT 1").first()),
  "/batches": (env, count) => repeat(count, () => env.DB.batch([env.DB.prepare("SELECT 1")])),
  "/parameters": (env, count) =>
    env.DB.prepare(`SELECT ${Array.from({ length: count }, () => "?").join(" + ")}`)
      .bind(...Array.from({ length: count }, () => 1))
      .first(),
  "/reads": (env, count) => repeat(count, () => env.SNAPSHOTS.get("none")),
  "/requests": (_, count) => repeat(count, () => fetch("http://127.0.0.1:9/").catch(toNull)),
  "/objects": (env, count) =>
    repeat(count, () => env.ATTEMPTS.getByName("one").fetch("http://a.invalid/").catch(toNull)),
  "/puts": (env, count) => repeat(count, () => env.SNAPSHOTS.put("greedy", "1")),
};

/** One after the other. Throws what the platform throws. */
async function repeat(count: number, work: () => Promise<unknown>): Promise<void> {
  for (let done = 0; done < count; done++) await work();
}

const toNull = (error: unknown) => {
  if (String(error).includes("single Worker invocation")) throw error;
  return null;
};

export default {
  async fetch(request, env) {
    const { pathname, searchParams } = new URL(request.url);
    try {
      await GREED[pathname]?.(env, Number(searchParams.get("count")));
      return new Response("done");
    } catch (error) {
      return new Response(String(error));
    }
  },
} satisfies ExportedHandler<Env>;
