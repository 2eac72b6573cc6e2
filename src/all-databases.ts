import type { Env } from "./env.ts";

/** Returns the environments of all databases of the installation, the first one first. */
export function allOf<E extends Pick<Env, "ALL">>(env: E): [E | Env, ...Env[]] {
  return env.ALL ?? [env];
}

/** Returns the environments of all databases but that of `env`. */
export function othersOf(env: Env): Env[] {
  return allOf(env).filter(({ DATABASE }) => DATABASE !== env.DATABASE);
}

/** Returns the environment of a database by its binding, of the first one without. @throws Error if there is none */
export function namedIn(envs: Env[], database: string | undefined): Env {
  const env = envs.find(({ DATABASE }) => DATABASE === database);
  if (env === undefined) throw new Error(`the database ${database} is not set up`);
  return env;
}
