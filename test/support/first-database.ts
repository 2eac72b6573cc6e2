/**
 * Stands for `src/database-of.ts` where the tests of the API run with a second database (vitest.config.ts): the database that
 * tests look into is the second one, and the first is the one that they call `DB_01`.
 */
export function databaseOf<B extends object>(bindings: B): B & { DB: D1Database } {
  const { SECOND_DATABASE, ...rest } = bindings as B & Cloudflare.Env;
  if (SECOND_DATABASE === undefined) return bindings as B & { DB: D1Database };
  return { ...rest, DB: rest.DB_01, DB_01: rest.DB } as unknown as B & { DB: D1Database };
}
