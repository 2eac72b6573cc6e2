import { othersOf } from "../../all-databases.ts";
import { databasesOf, type Env } from "../../databases-of.ts";
import { refuse } from "../../domain/refusal/refusal.ts";
import * as v from "valibot";
import { addFieldError, hasFieldErrors, type FieldErrors } from "../../domain/field-error.ts";
import { formatTimestamp } from "../../domain/timestamp.ts";
import { sha256Hex } from "../../runtime/digest.ts";
import { takeInvitation } from "../../services/member/invitations.ts";
import { beginSession, endSession, describeSession } from "../../services/session/sessions.ts";
import { chooseWorkspace } from "../../services/session/find-member.ts";
import { invalid } from "../../services/result.ts";
import { jsonBody, openEndpoint } from "../endpoint.ts";
import { HttpError, toHttpError } from "../error.ts";
import { lookUp } from "../look-up.ts";
import { newApp } from "../new-app.ts";
import { addressOf } from "../rate-limit.ts";
import { json, unwrap, type AdminContext } from "../request-context.ts";
import { textOf } from "../schema/field.ts";
import type { SessionShape } from "../schema/workspace-shape.ts";
import { hasAccess, readAssertion } from "../access.ts";
import {
  openSession,
  readSessionId,
  requireSameOrigin,
  sessionCookie,
  type DashboardCall,
} from "../session.ts";

const SignInBody = v.object({
  token: v.optional(textOf(200)),
  code: v.optional(textOf(200)),
  workspace: v.optional(textOf(200)),
  invitation: v.optional(textOf(200)),
});

/** Routes of `/session`: the sign-in of the dashboard (contract 32.1 to 32.4). */
export const sessionRoutes = newApp()
  .get("/", openEndpoint, async (c) => {
    const open = await openSession(c.env, c.req.raw, Date.now()).catch((error: unknown) => {
      // Not an error, because the caller asks whether there is a session.
      if (error instanceof HttpError && error.status === 401) return null;
      throw error;
    });
    if (open === null) return json({ session: null });
    return json("caller" in open ? await toShape(c, open) : { session: null, workspaces: open.workspaces });
  })
  .post("/", openEndpoint, jsonBody(SignInBody), async (c) => {
    requireSameOrigin(c.req.raw);
    const signIn = requireOne(c, c.req.valid("json"));
    const nowMs = Date.now();
    const begun = await lookUpBy(c, signIn.value, nowMs, (env, hash) => begin(c, env, signIn, nowMs, hash));
    if (begun === null) throw new HttpError(401, REFUSALS[signIn.kind]);
    await endEarlier(c, begun.env);
    const cookie = sessionCookie(c.req.raw, begun.id, Math.floor((begun.endsAtMs - nowMs) / 1000));
    const { token } = begun;
    return json({ ...(await toShape(c, begun)), ...(token && { token }) }, { "Set-Cookie": cookie });
  })
  .delete("/", openEndpoint, async (c) => {
    requireSameOrigin(c.req.raw);
    const id = readSessionId(c.req.raw);
    if (id !== null) await lookUpBy(c, id, Date.now(), ({ DB }, hash) => endSession(DB, hash));
    return json({ session: null }, { "Set-Cookie": sessionCookie(c.req.raw, "", 0) });
  });

/** Ends the browser's earlier session if it is in another database than the new one. */
async function endEarlier(c: AdminContext, env: Env): Promise<void> {
  const id = readSessionId(c.req.raw);
  const others = othersOf(env);
  if (id === null || others.length === 0) return;
  const hash = await sha256Hex(id);
  await Promise.all(others.map(({ DB }) => endSession(DB, hash)));
}

/** The hostnames on which a code signs in. A code is only for the user of this machine. */
const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

const REFUSALS = {
  token: refuse("token_unknown"),
  code: refuse("code_used"),
  workspace: refuse("access_unknown"),
  invitation: refuse("invitation_over"),
};

type SignInFields = Partial<v.InferOutput<typeof SignInBody>>;
type SignIn = { kind: keyof typeof REFUSALS; value: string };

/** Returns the means of a sign-in. @throws HttpError 422 unless there is exactly one */
function requireOne(
  c: AdminContext,
  { fields, errors }: { fields: SignInFields; errors: FieldErrors },
): SignIn {
  const given = (["token", "code", "workspace", "invitation"] as const).filter(
    (name) => fields[name] !== undefined,
  );
  const [kind = "token", another] = given;
  if (given.length === 0) addFieldError(errors, "token", refuse("required"));
  if (another !== undefined) addFieldError(errors, another, refuse("beside_another"));
  if (kind === "code" && !LOOPBACK.includes(new URL(c.req.url).hostname)) {
    addFieldError(errors, "code", refuse("localhost_only"));
  }
  if (hasFieldErrors(errors)) throw toHttpError(invalid(errors).error);
  return { kind, value: fields[kind] ?? "" };
}

/** Looks up what a call has sent as its credential. @throws HttpError as `lookUp` does */
async function lookUpBy<T>(
  c: AdminContext,
  sent: string,
  nowMs: number,
  find: (env: Env, hash: string) => Promise<T | null>,
): Promise<T | null> {
  const credential = { hash: await sha256Hex(sent), address: addressOf(c.req.raw) };
  return (await lookUp(c.env, credential, nowMs, find))?.found ?? null;
}

/**
 * Begins a session in place of the browser's earlier one. Returns null for a token or code that is not valid in this database.
 */
async function begin(
  c: AdminContext,
  env: Env,
  { kind, value }: SignIn,
  nowMs: number,
  hash: string,
): Promise<(DashboardCall & { id: string; token?: string }) | null> {
  const previousId = readSessionId(c.req.raw);
  if (kind === "workspace") {
    // It looks in all databases itself.
    if (env.DATABASE !== undefined) return null;
    const member = await readAssertion(c.env, c.req.raw, nowMs);
    const chosen =
      member && (await chooseWorkspace(databasesOf(c.env), member, value.toLowerCase(), previousId, nowMs));
    return chosen && { ...chosen, provenAtMs: member.issuedAtMs, method: "access" };
  }
  const made = kind === "invitation" ? await takeInvitation(env.DB, hash, nowMs) : undefined;
  if (made === null) return null;
  const signIn = kind === "code" ? { code: value } : { token: made ?? value };
  const result = await beginSession(env.DB, signIn, previousId, nowMs);
  if (result === null) return null;
  const begun = unwrap(result);
  const { endsAtMs, provenAtMs } = begun.session;
  return {
    env,
    id: begun.id,
    caller: begun.caller,
    endsAtMs,
    provenAtMs,
    method: "token",
    ...(made && { token: made }),
  };
}

async function toShape(
  c: AdminContext,
  { env, caller, endsAtMs, provenAtMs, method, workspaces }: DashboardCall,
) {
  return {
    session: {
      ...(await describeSession(env.DB, caller)),
      method,
      has_access: hasAccess(c.env),
      ends_at: formatTimestamp(endsAtMs),
      proven_at: formatTimestamp(provenAtMs),
    },
    ...(workspaces !== undefined && { workspaces }),
  } satisfies v.InferOutput<typeof SessionShape>;
}
