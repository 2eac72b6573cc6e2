import { env } from "cloudflare:workers";

/** Every place that outlives a request, as text, for tests that look for what must be in none. */

/** Hashes that were made to be kept, and the one secret that has to be kept as it is, to sign with. */
const KEPT = new Set(["tokens.hash", "records.password_hash", "workspaces.notify_secret"]);

const TABLES = `SELECT name FROM sqlite_master WHERE type = 'table'
  AND name NOT GLOB '_cf*' AND name NOT GLOB 'record_search_*' AND name <> 'public_suffixes'`;

/** Rows of every table, column by column, save those that are there to hold a secret. */
export async function readDatabase(): Promise<string[]> {
  const { results: tables } = await env.DB.prepare(TABLES).all<{ name: string }>();
  const texts: string[] = [];
  for (const { name } of tables) {
    const { results } = await env.DB.prepare(`SELECT * FROM ${name}`).all();
    for (const row of results) {
      for (const [column, value] of Object.entries(row)) {
        if (!KEPT.has(`${name}.${column}`)) texts.push(`${name}.${column}: ${JSON.stringify(value)}`);
      }
    }
  }
  return texts;
}

export async function readStore(): Promise<string[]> {
  const { keys } = await env.SNAPSHOTS.list();
  return Promise.all(keys.map(async ({ name }) => `${name}: ${await env.SNAPSHOTS.get(name)}`));
}

/** The texts in which a secret stands, as it is or in base64. */
export function findSecret(texts: string[], secret: string): string[] {
  return texts.filter((text) => text.includes(secret) || text.includes(btoa(secret).replace(/=+$/, "")));
}
