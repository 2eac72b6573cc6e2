import { HttpError } from "./error.ts";
import type { AdminContext } from "./request-context.ts";

/**
 * Answers a static file, which only the admin side ever reads (contract 1.6). A path is exactly that of the file in
 * the folder, and of the request only `If-None-Match` goes along. The answer has an `ETag`, and browsers ask each time
 * whether it is still right.
 * @param headers replace those that the platform gives the file
 * @throws HttpError 404 where the folder does not have the file, 503 where the platform does not answer
 */
export async function serveStaticFile(
  c: AdminContext,
  path: string,
  headers: Record<string, string>,
): Promise<Response> {
  const tag = c.req.header("If-None-Match");
  const file = await c.env.ASSETS.fetch(new URL(path, c.req.url), {
    headers: tag === undefined ? {} : { "If-None-Match": tag },
  }).catch(() => null);
  if (file === null || file.status >= 500) throw new HttpError(503, "Static files are not available.");
  if (file.status >= 400) throw new HttpError(404, "Not found.");
  const answer = new Response(file.body, file);
  answer.headers.set("X-Content-Type-Options", "nosniff");
  for (const [name, value] of Object.entries(headers)) answer.headers.set(name, value);
  return answer;
}
