import { refuse, type Refusal } from "../../../domain/refusal/refusal.ts";
import type { Hostname } from "../../../domain/hostname.ts";
import * as v from "valibot";
import type { Env } from "../../../env.ts";
import { itemsOf, parseJson, text } from "../../foreign-json.ts";
import { parseCustomHostname, type CustomHostname } from "./custom-hostname.ts";

/**
 * Calls the API for custom hostnames of Cloudflare for SaaS, which issues certificates (contract 10.20).
 * Failures are values. No message contains the token.
 */

interface ApiFailure {
  code: "not_found" | "duplicate" | "api_refused" | "api_timeout" | "api_unreachable" | "api_malformed";
  reason: Refusal;
}

export type ApiReply<T> = { ok: true; value: T } | { ok: false; failure: ApiFailure };

export interface WantedCertificate {
  /** The name without a star. A wildcard is an option of the name above it. */
  hostname: Hostname;
  isWildcard: boolean;
}

const TIMEOUT_MS = 10_000;
const MAX_MESSAGE_CHARACTERS = 300;
const DUPLICATE_CODE = 1406;
const NOT_FOUND = { code: "not_found", reason: refuse("certificate_gone") } as const;

/** Returns whether the API issues certificates, and not a platform in front of the Worker. */
export function issuesCertificates(env: Env): boolean {
  return env.CLOUDFLARE_ZONE_ID !== "";
}

/** Requests a certificate. The failure is `duplicate` if the zone already has the hostname. */
export async function createCustomHostname(
  env: Env,
  wanted: WantedCertificate,
): Promise<ApiReply<CustomHostname>> {
  const body = { hostname: wanted.hostname, ssl: sslSettings(wanted) };
  return toCustomHostname(await call(env, "POST", "", body));
}

export async function getCustomHostname(env: Env, id: string): Promise<ApiReply<CustomHostname>> {
  return toCustomHostname(await call(env, "GET", `/${encodeURIComponent(id)}`));
}

export async function findCustomHostname(env: Env, hostname: Hostname): Promise<ApiReply<CustomHostname>> {
  const reply = await call(env, "GET", `?hostname=${encodeURIComponent(hostname)}`);
  if (!reply.ok) return reply;
  // The filter may also match other names.
  const found = v
    .parse(itemsOf(v.unknown()), reply.value)
    .map(parseCustomHostname)
    .find((item) => item?.hostname === hostname);
  return found ? { ok: true, value: found } : { ok: false, failure: NOT_FOUND };
}

/** Restarts the validation of a name with the present settings. */
export async function renewCustomHostname(
  env: Env,
  id: string,
  wanted: WantedCertificate,
): Promise<ApiReply<CustomHostname>> {
  const body = { ssl: sslSettings(wanted) };
  return toCustomHostname(await call(env, "PATCH", `/${encodeURIComponent(id)}`, body));
}

export async function deleteCustomHostname(env: Env, id: string): Promise<ApiReply<unknown>> {
  return call(env, "DELETE", `/${encodeURIComponent(id)}`);
}

/** Returns the settings of a certificate. A wildcard is validated by TXT, because HTTP reaches one name only. */
function sslSettings({ isWildcard }: WantedCertificate): object {
  return {
    method: isWildcard ? "txt" : "http",
    type: "dv",
    wildcard: isWildcard,
    settings: { min_tls_version: "1.2" },
  };
}

function toCustomHostname(reply: ApiReply<unknown>): ApiReply<CustomHostname> {
  if (!reply.ok) return reply;
  const value = parseCustomHostname(reply.value);
  return value === null ? failed("api_malformed", refuse("service_malformed")) : { ok: true, value };
}

async function call(env: Env, method: string, path: string, body?: object): Promise<ApiReply<unknown>> {
  const base = env.CLOUDFLARE_API_URL.replace(/\/$/, "");
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  let status: number;
  let answer: string;
  try {
    const response = await fetch(`${base}/zones/${env.CLOUDFLARE_ZONE_ID}/custom_hostnames${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${env.CLOUDFLARE_API_TOKEN}`,
        ...(body !== undefined && { "Content-Type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal,
    });
    status = response.status;
    answer = await response.text();
  } catch {
    return signal.aborted
      ? failed("api_timeout", refuse("service_timeout"))
      : failed("api_unreachable", refuse("service_unreachable"));
  }
  return readEnvelope(status, answer);
}

const Envelope = v.object({
  success: v.boolean(),
  errors: itemsOf(v.object({ code: v.optional(v.unknown()), message: text })),
  result: v.optional(v.unknown()),
});

function readEnvelope(status: number, body: string): ApiReply<unknown> {
  if (status === 404) return { ok: false, failure: NOT_FOUND };
  if (status === 401 || status === 403) {
    return failed("api_refused", refuse("service_token", { status }));
  }
  if (status === 429 || status >= 500) return failed("api_unreachable", refuse("service_status", { status }));
  const envelope = v.safeParse(Envelope, parseJson(body));
  if (!envelope.success) return failed("api_malformed", refuse("service_malformed"));
  const { success, errors, result } = envelope.output;
  if (status < 300 && success) return { ok: true, value: result };
  const listed = errors.map(({ code, message }) => `${message} (${Number(code)})`).join(" ");
  const isDuplicate = errors.some(({ code }) => code === DUPLICATE_CODE);
  const text = listed === "" ? `status ${status}` : listed.slice(0, MAX_MESSAGE_CHARACTERS);
  return failed(isDuplicate ? "duplicate" : "api_refused", refuse("service_refuses", { text }));
}

function failed(code: ApiFailure["code"], what: Refusal): { ok: false; failure: ApiFailure } {
  return { ok: false, failure: { code, reason: refuse("service_says", { reason: what }) } };
}
