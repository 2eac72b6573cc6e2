import { exports } from "cloudflare:workers";
import { createSite, requireOk, type Site } from "./site.ts";

/** A site whose workspace has opened the door for clients of Shlink, and calls of that door. */
export interface ShlinkSite extends Site {
  rest(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<ShlinkAnswer>;
}

export interface ShlinkAnswer {
  status: number;
  headers: Headers;
  // Bodies are whatever the door says: tests compare them.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
}

/** A call of the door with a key, or without one for null. */
export async function callRest(
  key: string | null,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<ShlinkAnswer> {
  const response = await exports.default.fetch(
    new Request(`http://localhost:8787/rest${path}`, {
      method,
      headers: {
        ...(key !== null && { "X-Api-Key": key }),
        ...(body !== undefined && { "Content-Type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    }),
  );
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === "" ? null : JSON.parse(text) };
}

export async function openDoor(site: Site): Promise<void> {
  requireOk(await site.call("POST", "/workspace/update/doors", { value: "shlink" }));
}

export async function createShlinkSite(): Promise<ShlinkSite> {
  const site = await createSite();
  await openDoor(site);
  return { ...site, rest: (...call) => callRest(site.token, ...withVersion(call)) };
}

function withVersion<Rest extends unknown[]>([method, path, ...rest]: [string, string, ...Rest]) {
  return [method, `/v3${path}`, ...rest] as [string, string, ...Rest];
}
