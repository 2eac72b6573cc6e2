import { beginCall } from "../../admin/begin-call.ts";
import { MAX_BODY_BYTES, readBytes } from "../../admin/body.ts";
import { HttpError, logError, logFailure } from "../../admin/error.ts";
import { lookUp } from "../../admin/look-up.ts";
import { newApp } from "../../admin/new-app.ts";
import { addressOf } from "../../admin/rate-limit.ts";
import { idOf, requestOf, type AdminContext } from "../../admin/request-context.ts";
import { refuse } from "../../domain/refusal/refusal.ts";
import { isDoorSigned } from "../../services/token/door-signature.ts";
import { findDoorCaller, onHeldHosts } from "../../services/token/find-caller.ts";
import { ACTIONS, fail, refuseFields } from "./action.ts";
import { statusOf, toResponse, type YourlsAnswer } from "./answer.ts";

/** The door YOURLS: `/yourls/{key}/yourls-api.php` (contract 35.4 to 35.8). No cookie is read here. */
export const yourlsRoutes = newApp().all("/:id/yourls-api.php", async (c) => {
  const parameters = new Map(new URL(c.req.url).searchParams);
  let answer: YourlsAnswer;
  let headers: Record<string, string> | undefined;
  try {
    for (const [name, value] of await readForm(c)) parameters.set(name, value);
    answer = await answerCall(c, parameters);
    const status = statusOf(answer);
    // Only reasons of refused fields repeat parts of the query, and those are thrown.
    if (status >= 400) logFailure(requestOf(c), { status, message: answer.message ?? "" });
  } catch (error) {
    const { status, message, options } = logError(error, requestOf(c));
    answer =
      options.errors === undefined ? fail("db", message, String(status)) : refuseFields(options.errors);
    headers = options.headers;
  }
  return toResponse(parameters.get("format"), answer, headers);
});

/** Returns the fields of a form. As in PHP, they come before parameters of the query, and other bodies have none. */
async function readForm(c: AdminContext): Promise<[string, string][]> {
  const { method, headers } = c.req.raw;
  if (method !== "GET" && method !== "POST") {
    const methods = "GET, POST";
    throw new HttpError(405, refuse("method_only", { methods }), { headers: { Allow: methods } });
  }
  const type = headers.get("Content-Type") ?? "";
  const isText = /^application\/x-www-form-urlencoded\b/i.test(type);
  if (!isText && !/^multipart\/form-data\b/i.test(type)) return [];
  const body = await readBytes(c, MAX_BODY_BYTES);
  // As PHP, this keeps a `%` that escapes nothing. The runtime's forms drop it.
  if (isText) return [...new URLSearchParams(new TextDecoder().decode(body))];
  try {
    const form = await new Response(body, { headers: { "Content-Type": type } }).formData();
    return [...form].filter((field): field is [string, string] => typeof field[1] === "string");
  } catch {
    throw new HttpError(400, refuse("body_not_form"));
  }
}

/** @throws HttpError 429 */
async function answerCall(c: AdminContext, parameters: ReadonlyMap<string, string>): Promise<YourlsAnswer> {
  const nowMs = Date.now();
  const id = idOf(c);
  const hasSignature = await isDoorSigned(c.env, id, parameters, nowMs);
  let isOpen = false;
  // A wrong signature is no proof of the key, so that it counts as another credential.
  const hash = UUID.test(id) ? `yourls:${id}${hasSignature}` : null;
  const home = await lookUp(c.env, { hash, address: addressOf(c.req.raw) }, nowMs, async ({ DB }) => {
    const found = await findDoorCaller(DB, id, nowMs);
    isOpen ||= found !== null;
    return hasSignature ? found : null;
  });
  const host = home?.found.reach.hosts?.[0];
  if (home === null || host === undefined) {
    if (!isOpen) return refuseCall("404", "This address answers no API: the key or the door is closed");
    const isLogin = parameters.has("username") || parameters.has("password");
    return refuseCall("403", isLogin ? "Invalid username or password" : "Please log in");
  }
  const { env } = home;
  const found = await onHeldHosts(env.DB, home.found);
  const ctx = await beginCall(c, { env, found }, "yourls", nowMs);
  // It would let any web page run what a key may do, and read the answer.
  if (parameters.get("format") === "jsonp")
    return refuseCall("400", "The format jsonp is not supported: use json");
  const action = ACTIONS.get(parameters.get("action"));
  if (action === undefined) return refuseCall("400", 'Unknown or missing "action" parameter');
  return action({ ctx, host, parameters, requestUrl: c.req.url });
}

const UUID = /^[\da-f-]{36}$/;

function refuseCall(errorCode: string, message: string): YourlsAnswer {
  return { errorCode, message, simple: message };
}
