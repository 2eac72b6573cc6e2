/**
 * Returns the environment of the first database, which is the object of the bindings itself. Called where work begins: a call
 * of the API, a visit that asks the database, a delivery of a queue, a minute of cron, a call of a Durable Object. All that the
 * work calls takes the database from the environment.
 */
export function databaseOf<B extends object>(bindings: B): B & { DB: D1Database } {
  return bindings as B & { DB: D1Database };
}
