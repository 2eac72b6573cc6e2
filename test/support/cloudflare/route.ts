import type { IncomingHttpHeaders } from "node:http";
import type * as v from "valibot";
import type { FakeAccount } from "./account.ts";
import { bodies, readBody } from "./body.ts";
import { Refusal } from "./refusal.ts";
import type { FakeZone } from "./zone.ts";

/** What the endpoints of the fake are made of. */

export type Scope = "account" | "workers" | "d1" | "kv" | "queues" | "r2" | "zone" | "routes" | "dns" | "ssl";

export interface Call {
  account: FakeAccount;
  groups: Record<string, string>;
  url: URL;
  body: Buffer;
  headers: IncomingHttpHeaders;
  scopes: Scope[];
  outside: (request: Request) => Promise<Response>;
}

export interface Route {
  method: string;
  path: RegExp;
  /** Null: any valid token. */
  scope: Scope | null;
  answer(call: Call): unknown;
}

/** `:name` stands for one part of the path. */
export function route(method: string, path: string, scope: Scope | null, answer: Route["answer"]): Route {
  const source = path.replaceAll(/:(\w+)/g, "(?<$1>[^/]+)");
  return { method, path: new RegExp(`^/client/v4${source}$`), scope, answer };
}

/** Returns the body of a call, which must have the fields that the endpoint knows and no others. */
export function read<S extends keyof typeof bodies>(
  { body }: Call,
  name: S,
): v.InferOutput<(typeof bodies)[S]> {
  return readBody(bodies[name], body.toString("utf8"));
}

export function zoneOf({ account, groups }: Call): FakeZone {
  const zone = account.zones.find(({ id }) => id === groups["zone"]);
  if (zone === undefined) throw new Refusal(403, 9109, "Unauthorized to access requested resource");
  return zone;
}

/** Cloudflare refuses pages below and above what an endpoint documents. */
export function requirePage({ url }: Call, least: number, most: number): void {
  const size = Number(url.searchParams.get("per_page") ?? least);
  if (size < least || size > most) throw new Refusal(400, 1001, `per_page must be ${least} to ${most}`);
}
