import { checkEnv } from "../check-env.ts";
import type { Bindings } from "../env.ts";
import { app } from "./app.ts";

export function answerAdmin(
  request: Request,
  env: Bindings,
  context: ExecutionContext,
): Response | Promise<Response> {
  checkEnv(env);
  return app.fetch(request, env, context);
}
