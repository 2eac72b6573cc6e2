import { CommandError, UsageError } from "../support/command.ts";
import { readWrangler } from "../support/wrangler.ts";
import { ApiError, type Api, type Credential } from "./api.ts";

/** The account that the deployment works in. */

export interface Account {
  id: string;
  name: string;
}

/** Returns the credential of wrangler; null if nobody is logged in. */
export async function readCredential(env: NodeJS.ProcessEnv): Promise<Credential | null> {
  const { CLOUDFLARE_API_TOKEN: given, CLOUDFLARE_API_KEY: globalKey } = env;
  if (given && !globalKey) return { token: given };
  const { exitCode, stdout, stderr } = await readWrangler(["auth", "token", "--json"]);
  if (exitCode !== 0) {
    if (/not logged in/i.test(`${stdout}${stderr}`)) return null;
    throw new CommandError(`${stdout}${stderr}\nWrangler could not tell who is logged in.`);
  }
  const said = JSON.parse(stdout.slice(stdout.indexOf("{"))) as Record<string, string>;
  const { token, key, email } = said;
  if (token) return { token };
  return key && email ? { key, email } : null;
}

export const LOG_IN = `You are not logged in to Cloudflare. Run: npx wrangler login
Where no browser is at hand, set CLOUDFLARE_API_TOKEN (docs/deploying.md lists the permissions that it needs).`;

/** Returns the accounts that the credential may access. Throws CommandError. */
export async function listAccounts(api: Api): Promise<Account[]> {
  try {
    const accounts = await api.list<Account>("/accounts");
    if (accounts.length > 0) return accounts;
  } catch (error) {
    if (!(error instanceof ApiError && error.isForbidden)) throw error;
    throw new CommandError(`${error.message}\nThe login or token is not valid any more. ${LOG_IN}`);
  }
  throw new CommandError(
    "This login or token reaches no account. A token needs the permission Account Settings: Read.",
  );
}

/** Returns the account of the settings or the only one; null if there are several. */
export function chooseAccount(accounts: Account[], id: string | undefined): Account | null {
  if (id === undefined) return accounts.length === 1 ? (accounts[0] ?? null) : null;
  const account = accounts.find((one) => one.id === id);
  if (account !== undefined) return account;
  throw new UsageError(
    `account_id is ${id}, but this login reaches ${accounts.map(toWords).join(", ")}. ` +
      "Log in to the right account, or correct account_id in the settings.",
  );
}

export function toWords({ id, name }: Account): string {
  return `${name} (${id})`;
}
