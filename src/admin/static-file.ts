import { refuse } from "../domain/refusal/refusal.ts";
import { HttpError } from "./error.ts";
import type { AdminContext } from "./request-context.ts";

/**
 * Answers a static file, which only the admin side reads (contract 1.6). The path must be exactly the file's path in
 * the folder, and only `If-None-Match` of the request is passed on. The answer has an `ETag`, which browsers validate
 * each time.
 * @param headers the headers that replace the platform's headers of the file
 * @throws HttpError 404 if the folder does not have the file, 503 if the platform does not answer
 */
export async function serveStaticFile(
  c: AdminContext,
  path: string,
  headers: Record<string, string>,
): Promise<Response> {
  const tag = c.req.header("If-None-Match");
  const file = await fetchStaticFile(c, path, tag === undefined ? {} : { "If-None-Match": tag });
  const answer = new Response(file.body, file);
  answer.headers.set("X-Content-Type-Options", "nosniff");
  for (const [name, value] of Object.entries(headers)) answer.headers.set(name, value);
  return answer;
}

/** Fetches a file of the folder for the Worker itself. @throws HttpError as `serveStaticFile` does */
export async function fetchStaticFile(
  c: AdminContext,
  path: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  const file = await c.env.ASSETS.fetch(new URL(path, c.req.url), { headers }).catch(() => null);
  if (file === null || file.status >= 500) throw new HttpError(503, refuse("no_static_files"));
  if (file.status >= 400) throw new HttpError(404, refuse("not_found"));
  return file;
}

/**
 * Names have no slash, escaped or not, which would lead out of the folder. Pages are answered at their own addresses
 * only, with their policies.
 */
const FILE_NAME = /^[\w-]+(?:\.\w+)*\.(?:css|js|txt|png|webmanifest)$/;

/** Answers a static file of a folder by the name in an address. @throws HttpError as `serveStaticFile` does */
export async function serveNamedFile(
  c: AdminContext,
  folder: "assets" | "docs",
  name: string,
  headers: Record<string, string>,
): Promise<Response> {
  if (!FILE_NAME.test(name)) throw new HttpError(404, refuse("not_found"));
  return serveStaticFile(c, `/${folder}/${name}`, headers);
}
