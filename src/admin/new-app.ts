import { HonoBase } from "hono/hono-base";
import { PathRouter } from "./path-router.ts";
import type { AdminEnv } from "./request-context.ts";

/** Returns an app of Hono, with a small router in place of its own. */
export function newApp(): HonoBase<AdminEnv> {
  return new HonoBase<AdminEnv>({ router: new PathRouter() });
}
