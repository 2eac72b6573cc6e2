import { toNfc } from "../../domain/text.ts";
import type { HostConfig, RecordSnapshot } from "../../domain/snapshot.ts";
import { readLinkText } from "../link-text.ts";
import type { FinalOutcome } from "../outcome.ts";
import { GATE_METHODS } from "../resolve.ts";
import { addressOf, type Visit, type Visiting } from "../visit.ts";
import { readPasswordField } from "./form.ts";
import { checkGuess, type Verdict } from "./guess.ts";
import { isUnlocked, unlockCookie } from "./unlock-cookie.ts";

interface GateRequest {
  visiting: Visiting;
  visit: Visit;
  record: RecordSnapshot;
  config: HostConfig | undefined;
  open(): FinalOutcome | Promise<FinalOutcome>;
}

const UNAVAILABLE_SECONDS = 5;
/** Longer texts cannot be passwords, so they are refused without hashing. */
const MAX_PASSWORD = 128;

/** Answers a visit of a protected record (contract 5): with the form, the outcome behind it, or a refusal. */
export async function answerAtGate(gateRequest: GateRequest): Promise<FinalOutcome> {
  const { visiting, visit } = gateRequest;
  switch (visit.method) {
    case "POST":
      return answerForm(gateRequest);
    case "GET":
    case "HEAD":
      break;
    default:
      return { kind: "method-not-allowed", allow: GATE_METHODS };
  }
  const guess = visiting.request.headers.get("X-Link-Password");
  if (guess !== null) return answerProgram(gateRequest, guess);
  return (await hasCookie(gateRequest)) ? gateRequest.open() : askPassword(gateRequest, false);
}

/** Returns the form. In the look of an owner it names the hostname, and the link's title if the owner wants that. */
async function askPassword(
  { visiting, config, record, visit }: GateRequest,
  isWrong: boolean,
): Promise<FinalOutcome> {
  if (config?.look === undefined) return { kind: "gate", isWrong };
  const linkTitle = config.look.showsTitle ? (await readLinkText(visiting, record)).title : "";
  return { kind: "gate", isWrong, linkTitle, host: visit.hostname };
}

function hasCookie({ visiting, record, visit }: GateRequest): Promise<boolean> {
  const { env, request } = visiting;
  const lock = { recordId: record.id, passwordVersion: record.passwordVersion ?? 0 };
  return isUnlocked(env, lock, visit, request.headers.get("Cookie"));
}

async function answerForm(gateRequest: GateRequest): Promise<FinalOutcome> {
  // A visitor with the cookie needs no password, even if the gate is locked or the sent password is wrong.
  if (await hasCookie(gateRequest))
    return redirectAfterUnlock(await gateRequest.open(), gateRequest.visit, {});
  const password = await readPasswordField(gateRequest.visiting.request);
  const verdict = await judge(gateRequest, password);
  switch (verdict.kind) {
    case "right":
      return redirectAfterUnlock(await gateRequest.open(), gateRequest.visit, {
        "Set-Cookie": await cookieFor(gateRequest, verdict.passwordVersion),
      });
    case "wrong":
      return askPassword(gateRequest, true);
    case "locked":
      return { ...verdict, secondsLeft: verdict.retryAfterSeconds };
    case "unavailable":
      return { kind: "guess-unavailable", retryAfterSeconds: UNAVAILABLE_SECONDS };
  }
}

/** Returns whether the record has ended for this visitor, or cannot tell: no place is left, or no answer (contract 24.8). */
function isEnded({ kind }: FinalOutcome): boolean {
  return kind === "expired" || kind === "fallback" || kind === "unavailable";
}

/**
 * Redirects with 303, so that the browser does not send the password on: to the destination, or to the
 * same URL if the record shows a page. That next request brings the cookie.
 */
function redirectAfterUnlock(behind: FinalOutcome, visit: Visit, more: Record<string, string>): FinalOutcome {
  if (isEnded(behind)) return behind;
  if (behind.kind === "redirect") {
    const headers = { ...behind.headers, ...more };
    return { ...behind, status: 303, isCacheable: false, headers };
  }
  return { kind: "self", location: ownUrl(visit), headers: more };
}

/** Answers a program with the Location as JSON: a redirect would send its password header on. */
async function answerProgram(gateRequest: GateRequest, guess: string): Promise<FinalOutcome> {
  const verdict = await judge(gateRequest, guess);
  switch (verdict.kind) {
    case "right": {
      const behind = await gateRequest.open();
      if (isEnded(behind)) return behind;
      if (behind.kind === "warning") {
        return { kind: "data", status: 403, data: { message: "The destination is listed as dangerous." } };
      }
      if (behind.kind === "refusal") {
        return { kind: "data", status: 403, data: { message: "The link refuses programs." } };
      }
      const location = behind.kind === "redirect" ? behind.location : ownUrl(gateRequest.visit);
      const cookie = await cookieFor(gateRequest, verdict.passwordVersion);
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

async function judge({ visiting, record, visit }: GateRequest, password: string | null): Promise<Verdict> {
  if (password === null) return { kind: "wrong" };
  // A decomposed letter takes several characters and counts as one.
  const length = Math.min(password.length, toNfc(password).length);
  if (length > MAX_PASSWORD * 2) return { kind: "wrong" };
  return checkGuess(visiting.env, {
    recordId: record.id,
    password,
    address: addressOf(visit),
    nowMs: visit.nowMs,
  });
}

function cookieFor({ visiting, record, visit }: GateRequest, passwordVersion: number): Promise<string> {
  return unlockCookie(visiting.env, { recordId: record.id, passwordVersion }, visit);
}

function ownUrl({ isHttps, authority, requested, rawQuery }: Visit): string {
  const query = rawQuery === null ? "" : `?${rawQuery}`;
  return `${isHttps ? "https" : "http"}://${authority}${requested.rawPath}${query}`;
}
