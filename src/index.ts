import { toVisitedHostname } from "./domain/visited-host.ts";
import { checkEnv, checkVisitEnv, type Env, type QueueBody } from "./env.ts";
import { answerKnown, answerVisit } from "./visitor/index.ts";

export { HeartbeatKeeper } from "./durable/heartbeat-keeper.ts";
export { AttemptCounter } from "./visitor/gate/attempt-counter.ts";

/**
 * The Worker. The request's hostname alone decides which of the two runtimes answers (contract 1.3);
 * the admin side is loaded by its first request, so that a cold visit pays nothing for it.
 */
export default {
  // Not async: a visit that is answered from memory costs no promise.
  fetch(request, env, context) {
    checkVisitEnv(env);
    // Nothing is remembered for a URL of the admin side.
    const known = answerKnown(request, env, context);
    if (known !== null) return known;
    if (!isAdminHost(toVisitedHostname(request.url), env)) return answerVisit(request, env, context);
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
} satisfies ExportedHandler<Env, QueueBody>;

let adminHosts: { env: Env; names: Set<string> } | null = null;

function isAdminHost(hostname: string, env: Env): boolean {
  if (adminHosts?.env !== env) {
    adminHosts = { env, names: new Set(env.ADMIN_HOSTS.split(",").map((host) => host.trim())) };
  }
  return adminHosts.names.has(hostname);
}
