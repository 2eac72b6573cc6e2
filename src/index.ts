import { toVisitedHostname } from "./domain/visited-host.ts";
import type { QueueMessage } from "./queue-messages.ts";
import { checkVisitEnv, type Bindings } from "./env.ts";
import { serveVisit } from "./visitor/pipeline.ts";
import { envList } from "./runtime/env-list.ts";
import { memoizeLast } from "./runtime/memoize-last.ts";

export { HeartbeatKeeper } from "./durable/heartbeat-keeper.ts";
export { TargetAsker } from "./durable/target-asker.ts";
export { VisitorCounter } from "./durable/visitor-counter.ts";
export { AttemptCounter } from "./durable/attempt-counter.ts";

/** Returns the admin hosts. At the first call for an environment, checks its bindings and variables. */
const adminHostsOf = memoizeLast((env: Bindings) => {
  checkVisitEnv(env);
  return new Set(envList(env.ADMIN_HOSTS));
});

/**
 * The Worker. The hostname of a request alone decides which runtime answers (contract 1.3). The first request
 * for the admin side loads its code, so that it does not slow down the cold start of a visit.
 */
export default {
  // Not async, so that a visit that memory answers creates no promise.
  fetch(request, env, context) {
    // Each read of `request.url` makes a new string, so it is read once.
    const { url } = request;
    if (!adminHostsOf(env).has(toVisitedHostname(url))) return serveVisit(request, env, context, url);
    return import("./admin/index.ts").then(({ answerAdmin }) => answerAdmin(request, env, context));
  },

  async queue(batch, env) {
    const { consumeBatch } = await import("./jobs/consume.ts");
    await consumeBatch(batch, env, Date.now());
  },

  async scheduled(controller, env) {
    const { runJobs } = await import("./jobs/run-jobs.ts");
    await runJobs(env, controller.scheduledTime);
  },
} satisfies ExportedHandler<Bindings, QueueMessage>;
