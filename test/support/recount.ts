import { env } from "cloudflare:workers";
import recountSql from "../../scripts/recount.sql?raw";

/** Runs the script that counts all records of a database again. */
export async function recount(db: D1Database = env.DB): Promise<void> {
  const statements = recountSql
    .replaceAll(/^--.*$/gm, "")
    .split(";")
    .filter((sql) => sql.trim() !== "");
  await db.batch(statements.map((sql) => db.prepare(sql)));
}
