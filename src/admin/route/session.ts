import * as v from "valibot";
import { addFieldError, hasFieldErrors } from "../../domain/field-error.ts";
import { formatTimestamp } from "../../domain/timestamp.ts";
import { beginSession, type SignIn } from "../../services/session/begin-session.ts";
import { endSession } from "../../services/session/end-session.ts";
import type { OpenSession } from "../../services/session/find-session.ts";
import { describeSession } from "../../services/session/describe-session.ts";
import { invalid } from "../../services/result.ts";
import { jsonBody, openEndpoint } from "../endpoint.ts";
import { HttpError, toHttpError } from "../error.ts";
import { newApp } from "../new-app.ts";
import { limitAddress } from "../rate-limit.ts";
import { json, type AdminContext } from "../request-context.ts";
import { textOf } from "../schema/field.ts";
import type { SessionShape } from "../schema/session-shape.ts";
import { openSession, readSessionId, requireSameOrigin, sessionCookie } from "../session.ts";

const SignInBody = v.object({ token: v.optional(textOf(200)), code: v.optional(textOf(200)) });

/** Routes of `/session`: the sign-in of the dashboard (contract 32.1 to 32.4). */
export const sessionRoutes = newApp()
  .get("/", openEndpoint, async (c) => {
    const open = await openSession(c.env, c.req.raw, Date.now()).catch((error: unknown) => {
      // That there is none is what the caller asks.
      if (error instanceof HttpError && error.status === 401) return null;
      throw error;
    });
    return json(open === null ? { session: null } : await toShape(c, open));
  })
  .post("/", openEndpoint, jsonBody(SignInBody), async (c) => {
    requireSameOrigin(c.req.raw);
    const signIn = requireOne(c, c.req.valid("json"));
    const nowMs = Date.now();
    const begun = await beginSession(c.env.DB, signIn, readSessionId(c.req.raw), nowMs);
    if (begun === null) {
      await limitAddress(c.env, c.req.header("CF-Connecting-IP") ?? "", nowMs);
      throw new HttpError(401, "token" in signIn ? UNKNOWN_TOKEN : UNKNOWN_CODE);
    }
    const maxAgeSeconds = Math.floor((begun.session.endsAtMs - nowMs) / 1000);
    const cookie = sessionCookie(c.req.raw, begun.id, maxAgeSeconds);
    return json(await toShape(c, begun), { "Set-Cookie": cookie });
  })
  .delete("/", openEndpoint, async (c) => {
    requireSameOrigin(c.req.raw);
    const id = readSessionId(c.req.raw);
    if (id !== null) await endSession(c.env.DB, id);
    return json({ session: null }, { "Set-Cookie": sessionCookie(c.req.raw, "", 0) });
  });

/** A code is for who sits at this machine: elsewhere none was ever made. */
const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

const UNKNOWN_TOKEN = "The token is not known here, was revoked or has expired.";
const UNKNOWN_CODE = "The code was used before or is older than 10 minutes. Start again for a new one.";

type SignInFields = Partial<v.InferOutput<typeof SignInBody>>;

/** Returns what somebody signs in with. @throws HttpError 422 unless it is exactly one thing */
function requireOne(
  c: AdminContext,
  { fields, errors }: { fields: SignInFields; errors: Record<string, string[]> },
): SignIn {
  const { token, code } = fields;
  if (token === undefined && code === undefined) addFieldError(errors, "token", "is required");
  if (token !== undefined && code !== undefined) addFieldError(errors, "code", "goes without a token only");
  if (code !== undefined && !LOOPBACK.includes(new URL(c.req.url).hostname)) {
    addFieldError(errors, "code", "is taken on localhost only");
  }
  if (hasFieldErrors(errors)) throw toHttpError(invalid(errors).error);
  return token === undefined ? { code: code ?? "" } : { token };
}

async function toShape(c: AdminContext, { caller, session }: OpenSession) {
  const { user, workspace, role, token } = await describeSession(c.env.DB, caller);
  return {
    session: {
      user,
      workspace,
      role,
      token,
      ends_at: formatTimestamp(session.endsAtMs),
      proven_at: formatTimestamp(session.provenAtMs),
    },
  } satisfies v.InferOutput<typeof SessionShape>;
}
