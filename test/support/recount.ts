import { env } from "cloudflare:workers";
import recountSql from "../../scripts/recount.sql?raw";

/** Runs the script that counts all records again. */
export async function recount(): Promise<void> {
  const statements = recountSql
    .replaceAll(/^--.*$/gm, "")
    .split(";")
    .filter((sql) => sql.trim() !== "");
  await env.DB.batch(statements.map((sql) => env.DB.prepare(sql)));
}
