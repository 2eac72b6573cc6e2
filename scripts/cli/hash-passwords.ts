import type { ImportRow } from "../../src/import/row.ts";
import { hashPassword } from "../../src/runtime/password.ts";
import { toPercent } from "../support/progress.ts";
import type { Cli } from "./cli.ts";

/** Suits every installation whose own hashes cost 8 or more; the default is 10. */
const COST = 10;

/**
 * Replaces plain passwords of rows by hashes, because the API accepts none in imports. Hashing one takes about as
 * long as a thousand rows.
 */
export async function hashPasswords(cli: Cli, rows: readonly ImportRow[]): Promise<ImportRow[]> {
  const show = cli.terminal.progress();
  const total = rows.filter(({ password }) => password !== undefined).length;
  const hashed: ImportRow[] = [];
  let done = 0;
  for (const { password, ...row } of rows) {
    if (password === undefined) {
      hashed.push(row);
      continue;
    }
    done++;
    show(`password ${done} of ${total} hashed (${toPercent(done, total)})`);
    hashed.push({ ...row, password_hash: `signpost:${await hashPassword(password, COST)}` });
  }
  return hashed;
}
