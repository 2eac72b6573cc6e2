import { toVisitedHostname } from "./domain/visited-host.ts";
import { checkEnv, checkVisitEnv, type Env } from "./env.ts";
import { answerKnown, answerVisit } from "./visitor/index.ts";
import type { QueueMessage } from "./queue-messages.ts";
import { envList } from "./runtime/env-list.ts";
import { memoizeLast } from "./runtime/memoize.ts";

export { HeartbeatKeeper } from "./durable/heartbeat-keeper.ts";
export { AttemptCounter } from "./durable/attempt-counter.ts";

const adminHostsOf = memoizeLast((env: Env) => new Set(envList(env.ADMIN_HOSTS)));

/**
 * The Worker. The request's hostname alone decides which of the two runtimes answers (section 1);
 * the admin side is loaded by its first request, so that a cold visit pays nothing for it.
 */
export default {
  // Not async: a visit that is answered from memory costs no promise.
  fetch(request, env, context) {
    checkVisitEnv(env);
    // Nothing is remembered for a URL of the admin side.
    const known = answerKnown(request, env, context);
    if (known !== null) return known;
    if (!adminHostsOf(env).has(toVisitedHostname(request.url))) return answerVisit(request, env, context);
    checkEnv(env);
    return import("./admin/index.ts").then(({ answerAdmin }) => answerAdmin(request, env, context));
  },

  async queue(batch, env) {
    checkEnv(env);
    const { consume } = await import("./jobs/consume.ts");
    await consume(batch.messages, env, Date.now());
  },

  async scheduled(controller, env) {
    checkEnv(env);
    const { runJobs } = await import("./jobs/run-jobs.ts");
    await runJobs(env, controller.scheduledTime);
  },
} satisfies ExportedHandler<Env, QueueMessage>;
