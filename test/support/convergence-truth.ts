import { PATHS } from "./convergence-operation.ts";

/** What visitors of the convergence property get, read from the database by an implementation of its own. */

/** The narrowest source of a URL, and the next broader one. */
export interface Sources {
  narrow: string | null;
  broad: string;
}

/** The source `/p/:n`, which stands between the paths and `*`. */
export const SHAPE = "/p/*:";

export const BELOW = "http://a.site.example.com/x";

export function urls(): string[] {
  return [...Array.from({ length: PATHS }, (_, index) => `http://www.example.com/p/${index}`), BELOW];
}

/** Computes from the database what a visitor gets, with a separate implementation. */
export async function truthOf(db: D1Database, url: string): Promise<string> {
  const { narrow, broad } = await sourcesOf(db, url);
  return narrow ?? broad;
}

/** The path before the pattern and `*`, and the hostname itself before the wildcard above it. */
export async function sourcesOf(db: D1Database, url: string): Promise<Sources> {
  const { hostname, pathname } = new URL(url);
  const destinationOf = (host: string, source: string) =>
    db
      .prepare("SELECT destinations ->> 0 AS destination FROM records WHERE host = ?1 AND source = ?2")
      .bind(host, source)
      .first<string>("destination");
  if (url !== BELOW) {
    const template = await destinationOf(hostname, SHAPE);
    const broad =
      template?.replace(":n", pathname.slice("/p/".length)) ?? (await destinationOf(hostname, "*")) ?? "404";
    return { narrow: await destinationOf(hostname, pathname), broad };
  }
  const broad = (await destinationOf("*.site.example.com", "*")) ?? "404";
  const isConnected =
    (await db.prepare("SELECT 1 FROM hosts WHERE host = ?1").bind(hostname).first()) !== null;
  return { narrow: isConnected ? ((await destinationOf(hostname, "*")) ?? "404") : null, broad };
}

export async function idOf(db: D1Database, source: string): Promise<string | null> {
  const slash = source.indexOf("/");
  const row = await db
    .prepare("SELECT id FROM records WHERE host = ?1 AND source = ?2")
    .bind(source.slice(0, slash), source.slice(slash) === "/*" ? "*" : source.slice(slash))
    .first<{ id: string }>();
  return row?.id ?? null;
}
