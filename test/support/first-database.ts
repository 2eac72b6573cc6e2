/**
 * Stands for `src/database-of.ts` where the tests of the API run with a second database (vitest.config.ts): the bindings of
 * such tests have as `DB` the database that tests look into, the second one, and as `FIRST` the first.
 */
export function databaseOf<B extends object>(bindings: B): B & { DB: D1Database } {
  const { FIRST, DB } = bindings as { FIRST?: D1Database; DB: D1Database };
  return { ...bindings, DB: FIRST ?? DB };
}
