import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { answerAdmin } from "../../src/admin/index.ts";
import type { Env } from "../../src/env.ts";
import { SAAS_TOKEN, SAAS_ZONE_ID, SaasZone } from "./saas-zone.ts";
import type { Answer } from "./workspace.ts";

const API_URL = "https://saas.api.example/client/v4";

/** The worker's bindings as they are where certificates come from Cloudflare for SaaS. */
export const saasEnv: Env = {
  ...env,
  CLOUDFLARE_ZONE_ID: SAAS_ZONE_ID,
  CLOUDFLARE_API_URL: API_URL,
  CLOUDFLARE_API_TOKEN: SAAS_TOKEN,
};

export interface FakeSaas {
  zone: SaasZone;
  /** A callback that runs once, after the next request was sent and before it is answered. */
  before?: (() => Promise<unknown>) | undefined;
  restore(): void;
}

/** Answers `fetch` to the API from a zone; other requests go to the previous `fetch`. */
export function serveSaas(): FakeSaas {
  const goOn = globalThis.fetch;
  const saas: FakeSaas = { zone: new SaasZone(), restore: () => void (globalThis.fetch = goOn) };
  globalThis.fetch = async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init);
    if (!request.url.startsWith(API_URL)) return goOn(input, init);
    const { before } = saas;
    saas.before = undefined;
    await before?.();
    const answer = saas.zone.answer({
      method: request.method,
      url: new URL(request.url),
      authorization: request.headers.get("Authorization"),
      body: request.body === null ? null : await request.json(),
    });
    if (typeof answer !== "string") return new Response(answer.body, { status: answer.status });
    // Hangs until the caller has enough.
    return new Promise<Response>((_, reject) => {
      const give = () => reject(init?.signal?.reason as Error);
      if (init?.signal?.aborted) give();
      init?.signal?.addEventListener("abort", give);
    });
  };
  return saas;
}

/** Calls the API of a worker with certificates from Cloudflare for SaaS. */
export async function callSaas(
  token: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<Pick<Answer, "status" | "body">> {
  const request = new Request(`http://localhost:8787/v1${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${token}`,
      ...(body !== undefined && { "Content-Type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const response = await answerAdmin(request, saasEnv, createExecutionContext());
  return { status: response.status, body: await response.json() };
}
