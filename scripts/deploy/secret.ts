import { CommandError } from "../support/command.ts";
import { newSigningKey, SIGNING_KEY } from "../support/local-secret.ts";
import type { Finished } from "../support/wrangler.ts";
import { callOrNull, type AccountContext } from "./api.ts";

/** Secrets of the Worker. Existing secrets are never replaced, because Cloudflare does not show a secret again. */

export interface SecretContext extends AccountContext {
  worker: string;
  /** Runs wrangler with the installation's configuration, out of sight. */
  wrangler(args: string[], input?: string): Promise<Finished>;
}

/** Returns the names of the Worker's secrets; none if there is no Worker yet. */
export async function listSecrets({ api, accountId, worker }: SecretContext): Promise<Set<string>> {
  const path = `/accounts/${accountId}/workers/scripts/${worker}/secrets`;
  // Any other error must not lead to a new key, which would invalidate the cookies of visitors and the proofs of
  // hostnames.
  const secrets = await callOrNull(
    () => api.call<{ name: string }[]>("GET", path),
    ({ codes }) => codes.includes(WORKER_NOT_FOUND),
  );
  return new Set(secrets?.map(({ name }) => name));
}

const WORKER_NOT_FOUND = 10_007;

export async function ensureSigningKey(context: SecretContext): Promise<void> {
  const isThere = (await listSecrets(context)).has(SIGNING_KEY);
  context.say(`Secret ${SIGNING_KEY}: ${isThere ? "keeping it" : "setting it to a random value"}`);
  if (!isThere) await putSecret(context, SIGNING_KEY, newSigningKey());
}

/** Sets a secret. Wrangler creates the Worker if there is none. */
export async function putSecret(context: SecretContext, name: string, value: string): Promise<void> {
  const { exitCode, stdout, stderr } = await context.wrangler(["secret", "put", name], value);
  if (exitCode !== 0) throw new CommandError(`${stdout}${stderr}\nThe secret ${name} could not be set.`);
}
