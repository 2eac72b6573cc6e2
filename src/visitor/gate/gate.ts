import type { RecordSnapshot } from "../../domain/snapshot.ts";
import type { Env } from "../../env.ts";
import type { Settled } from "../outcome.ts";
import { GATE_METHODS } from "../resolve.ts";
import { addressOf, type Visit } from "../visit.ts";
import { readPasswordField } from "./form.ts";
import { checkGuess, type Verdict } from "./guess.ts";
import { isUnlocked, unlockCookie } from "./unlock-cookie.ts";

/** A visit of a record that has a password. */
export interface Knock {
  request: Request;
  visit: Visit;
  record: RecordSnapshot;
  /** What is behind the gate, as a GET gets it. */
  open(): Settled;
}

const UNAVAILABLE_SECONDS = 5;
/** Longer is no password, and needs no hash to be refused. */
const MAX_PASSWORD = 128;

/** Answers for a protected record (contract 5): the form, what is behind it, or a refusal. */
export async function answerAtGate(env: Env, knock: Knock): Promise<Settled> {
  const { request, visit } = knock;
  switch (visit.method) {
    case "POST":
      return answerForm(env, knock);
    case "GET":
    case "HEAD":
      break;
    default:
      return { kind: "method-not-allowed", allow: GATE_METHODS };
  }
  const guess = request.headers.get("X-Link-Password");
  if (guess !== null) return answerProgram(env, knock, guess);
  return (await hasCookie(env, knock)) ? knock.open() : { kind: "gate", isWrong: false };
}

function hasCookie(env: Env, { request, record, visit }: Knock): Promise<boolean> {
  const lock = { recordId: record.id, passwordVersion: record.passwordVersion ?? 0 };
  return isUnlocked(env, lock, visit, request.headers.get("Cookie"));
}

async function answerForm(env: Env, knock: Knock): Promise<Settled> {
  // Who is in already needs no password, be the record locked or the password wrong.
  if (await hasCookie(env, knock)) return leadOn(knock.open(), knock.visit, {});
  const password = await readPasswordField(knock.request);
  const verdict = await judge(env, knock, password);
  switch (verdict.kind) {
    case "right":
      return leadOn(knock.open(), knock.visit, {
        "Set-Cookie": await cookieFor(env, knock, verdict.passwordVersion),
      });
    case "wrong":
      return { kind: "gate", isWrong: true };
    case "locked":
      return { ...verdict, secondsLeft: verdict.retryAfterSeconds };
    case "unavailable":
      return { kind: "guess-unavailable", retryAfterSeconds: UNAVAILABLE_SECONDS };
  }
}

/**
 * Always 303, which drops the password on the way. To the destination where there is one; what is
 * shown in place is shown by the next request, which brings the cookie.
 */
function leadOn(behind: Settled, visit: Visit, more: Record<string, string>): Settled {
  if (behind.kind === "redirect") {
    const headers = { ...behind.headers, ...more };
    return { ...behind, status: 303, isCacheable: false, headers };
  }
  return { kind: "self", location: ownUrl(visit), headers: more };
}

/** Programs get the Location to read, never a redirect that would carry their header on. */
async function answerProgram(env: Env, knock: Knock, guess: string): Promise<Settled> {
  const verdict = await judge(env, knock, guess);
  switch (verdict.kind) {
    case "right": {
      const behind = knock.open();
      if (behind.kind === "warning") {
        return { kind: "data", status: 403, data: { message: "The destination is listed as dangerous." } };
      }
      const location = behind.kind === "redirect" ? behind.location : ownUrl(knock.visit);
      const cookie = await cookieFor(env, knock, verdict.passwordVersion);
      return { kind: "data", status: 200, data: { location }, headers: { "Set-Cookie": cookie } };
    }
    case "wrong":
      return { kind: "data", status: 403, data: { message: "The password is wrong." } };
    case "locked":
      return {
        kind: "data",
        status: 429,
        data: { message: "Too many wrong passwords." },
        headers: { "Retry-After": String(verdict.retryAfterSeconds) },
      };
    case "unavailable":
      return {
        kind: "data",
        status: 503,
        data: { message: "The password cannot be checked right now." },
        headers: { "Retry-After": String(UNAVAILABLE_SECONDS) },
      };
  }
}

async function judge(env: Env, { record, visit }: Knock, password: string | null): Promise<Verdict> {
  if (password === null) return { kind: "wrong" };
  // Decomposed letters take up several characters each, and count as the one that they are.
  const length = Math.min(password.length, password.normalize("NFC").length);
  if (length > MAX_PASSWORD * 2) return { kind: "wrong" };
  return checkGuess(env, { recordId: record.id, password, address: addressOf(visit), nowMs: visit.nowMs });
}

function cookieFor(env: Env, { record, visit }: Knock, passwordVersion: number): Promise<string> {
  return unlockCookie(env, { recordId: record.id, passwordVersion }, visit);
}

function ownUrl({ isHttps, authority, requested, rawQuery }: Visit): string {
  const query = rawQuery === null ? "" : `?${rawQuery}`;
  return `${isHttps ? "https" : "http"}://${authority}${requested.rawPath}${query}`;
}
