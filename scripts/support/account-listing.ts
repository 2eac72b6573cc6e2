import { parseWranglerJson } from "./wrangler-json.ts";

/** Reads what wrangler prints about an account. */

export function findDatabaseId(listing: string, name: string): string | null {
  const databases = parseWranglerJson(listing) as { name: string; uuid: string }[];
  return databases.find((database) => database.name === name)?.uuid ?? null;
}

export function findNamespaceId(listing: string, title: string): string | null {
  const namespaces = parseWranglerJson(listing) as { title: string; id: string }[];
  return namespaces.find((namespace) => namespace.title === title)?.id ?? null;
}

export function hasSecret(listing: string, name: string): boolean {
  const secrets = parseWranglerJson(listing) as { name: string }[];
  return secrets.some((secret) => secret.name === name);
}

/** Reads the table of `wrangler queues list`: names stand in the column that is headed `name`. */
export function listQueueNames(table: string): string[] {
  const rows = table
    .replace(/\u001B\[[\d;]*m/g, "")
    .split("\n")
    .filter((line) => line.startsWith("│"))
    .map((line) => line.split("│").map((cell) => cell.trim()));
  const column = rows[0]?.indexOf("name") ?? -1;
  return rows.slice(1).flatMap((row) => row[column] ?? []);
}
