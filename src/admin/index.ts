import { checkEnv } from "../check-env.ts";
import type { Env } from "../env.ts";
import { app } from "./app.ts";

export function answerAdmin(
  request: Request,
  env: Env,
  context: ExecutionContext,
): Response | Promise<Response> {
  checkEnv(env);
  return app.fetch(request, env, context);
}
