import { databaseOf } from "./database-of.ts";
import { furtherDatabases } from "./domain/database-name.ts";
import type { Bindings, Env, Home } from "./env.ts";
import { memoizeLast } from "./runtime/memoize-last.ts";

export type { Env } from "./env.ts";

/** Chooses the database of a piece of work in an installation that may have several (docs/databases.md). */

/** Returns the environments of all databases, the first one first. Asking one that is not bound fails. */
export const databasesOf = memoizeLast((bindings: Bindings): [Env, ...Env[]] => {
  const first = databaseOf(bindings);
  const names = furtherDatabases(Number(bindings.DATABASES ?? 1));
  if (names.length === 0) return [first];
  const all: [Env, ...Env[]] = [{ ...first }, ...names.map((name) => withDatabase(first, name))];
  for (const env of all) env.ALL = all;
  return all;
});

/**
 * Asks the databases until one has what is sought: the likely one, by default the first, and then all others at once.
 * @param likely the binding of the database that had it last
 * @returns null if none has it; throws if none has it and one could not be asked
 */
export async function findIn<T>(
  bindings: Bindings,
  find: (env: Env) => Promise<T | null>,
  likely?: string,
): Promise<Home<T> | null> {
  const all = databasesOf(bindings);
  const env = all.find(({ DATABASE }) => DATABASE === likely) ?? all[0];
  const found = await find(env);
  if (found !== null) return { env, found };
  const others = all.filter((other) => other !== env);
  const answers = await Promise.allSettled(others.map(find));
  let failure: PromiseRejectedResult | undefined;
  for (const [index, answer] of answers.entries()) {
    if (answer.status === "rejected") failure = answer;
    else if (answer.value !== null) return { env: others[index] ?? env, found: answer.value };
  }
  if (failure !== undefined) throw failure.reason;
  return null;
}

/** Returns the environment of a further database. What its work sends through queues comes back to it. */
function withDatabase(env: Env, name: string): Env {
  const [PROJECTION, WATCH, JOBS] = [env.PROJECTION, env.WATCH, env.JOBS].map((queue) =>
    addressed(queue as Queue<object>, name),
  ) as [Env["PROJECTION"], Env["WATCH"], Env["JOBS"]];
  return { ...env, DB: bound(env, name), DATABASE: name, PROJECTION, WATCH, JOBS };
}

function bound(env: Env, name: string): D1Database {
  const missing = () => {
    // As D1 does, so that it counts as down.
    throw new Error(`D1_ERROR: the database ${name} is not bound`);
  };
  return (
    (env as unknown as Record<string, D1Database>)[name] ?? ({ prepare: missing, batch: missing } as never)
  );
}

function addressed(queue: Queue<object>, database: string): Pick<Queue<object>, "send" | "sendBatch"> {
  return {
    send: (body, options) => queue.send({ ...body, database }, options),
    sendBatch: (messages, options) =>
      queue.sendBatch(
        [...messages].map(({ body, ...rest }) => ({ ...rest, body: { ...body, database } })),
        options,
      ),
  };
}
