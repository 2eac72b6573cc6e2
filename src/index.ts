import { toVisitedHostname } from "./domain/visited-host.ts";
import { checkEnv, type Env, type QueueBody } from "./env.ts";
import { answerVisit } from "./visitor/index.ts";

export { AttemptCounter } from "./visitor/gate/attempt-counter.ts";

/**
 * The Worker. The request's hostname alone decides which of the two runtimes answers (section 1);
 * the admin side is loaded by its first request, so that a cold visit pays nothing for it.
 */
export default {
  async fetch(request, env, context) {
    checkEnv(env);
    if (!isAdminHost(toVisitedHostname(request.url), env.ADMIN_HOSTS))
      return answerVisit(request, env, context);
    const { answerAdmin } = await import("./admin/index.ts");
    return answerAdmin(request, env, context);
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

function isAdminHost(hostname: string, adminHosts: string): boolean {
  return adminHosts.split(",").some((host) => host.trim() === hostname);
}
