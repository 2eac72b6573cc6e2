/** The most databases of an installation, the first one included. */
export const MAX_DATABASES = 100;

/** Returns the bindings of all databases but the first, which is `DB`: `DB_01`, `DB_02` and so on. */
export function furtherDatabases(databases: number): string[] {
  return Array.from({ length: databases - 1 }, (_, index) => `DB_${String(index + 1).padStart(2, "0")}`);
}
