import type { Hostname } from "../../domain/hostname.ts";
import type { AppearanceChange } from "../../domain/branding.ts";
import { assertThat } from "../commit.ts";

/** The branding and pages of workspaces and of hostnames, whose tables have the same columns for them. */

/** Returns assignments, each with one parameter, that merge a change into the columns of a row. */
export function assignAppearance(change: AppearanceChange): { assignment: string; value: string | null }[] {
  const columns = [
    ["branding", change.branding],
    ["own_pages", change.pages],
  ] as const;
  return columns
    .filter(([, value]) => value !== undefined)
    .map(([column, value]) =>
      value === null
        ? { assignment: `${column} = ?`, value: null }
        : // Merged in SQL, so that two writes at the same time do not undo each other.
          {
            assignment: `${column} = nullif(json_patch(coalesce(${column}, '{}'), ?), '{}')`,
            value: JSON.stringify(value),
          },
    );
}

export function updateAppearance(
  db: D1Database,
  workspaceId: string,
  change: AppearanceChange,
  nowMs: number,
): D1PreparedStatement {
  const written = assignAppearance(change);
  const assignments = ["updated_at = ?", ...written.map(({ assignment }) => assignment)];
  return db
    .prepare(`UPDATE workspaces SET ${assignments.join(", ")} WHERE id = ?`)
    .bind(nowMs, ...written.map(({ value }) => value), workspaceId);
}

/** The names of stored files, by the type that they must have. */
export interface NamedFiles {
  pictures: string[];
  pages: string[];
}

export async function selectFileTypes(
  db: D1Database,
  workspaceId: string,
  names: string[],
): Promise<Map<string, string>> {
  const { results } = await db
    .prepare(
      `SELECT name, type FROM pages
       WHERE workspace_id = ?1 AND name IN (SELECT value FROM json_each(?2)) AND instr(name, '/') = 0`,
    )
    .bind(workspaceId, JSON.stringify(names))
    .all<{ name: string; type: string }>();
  return new Map(results.map(({ name, type }) => [name, type]));
}

/** Asserts that all of the files exist with the right type; else the commit fails with `stale_version`. */
export function assertFiles(
  db: D1Database,
  workspaceId: string,
  { pictures, pages }: NamedFiles,
): D1PreparedStatement {
  const missing = (list: string, condition: string) => `SELECT 1 FROM json_each(${list}) j WHERE NOT EXISTS (
    SELECT 1 FROM pages p WHERE p.workspace_id = ?1 AND p.name = j.value AND p.type ${condition})`;
  const condition = `NOT EXISTS (${missing("?2", "<> 'text/html'")}) AND NOT EXISTS (${missing("?3", "= 'text/html'")})`;
  return assertThat(
    db,
    "stale_version",
    condition,
    workspaceId,
    JSON.stringify(pictures),
    JSON.stringify(pages),
  );
}

/** Conditions that a row of `hosts` or `workspaces` uses a file as its logo, or as a page. */
const isLogo = (table: string) => `${table}.branding ->> 'logo' = ?2`;
const isPage = (table: string) => `EXISTS (SELECT 1 FROM json_each(${table}.own_pages) WHERE value = ?2)`;

const NAMING_HOSTS = `
  SELECT h.host, 'h' AS slot FROM hosts h JOIN workspaces w ON w.id = h.workspace_id
  WHERE h.workspace_id = ?1 AND (${isLogo("h")} OR ${isLogo("w")} OR ${isPage("h")} OR ${isPage("w")})`;

const SERVING_RECORDS = `
  SELECT host, slot FROM records WHERE workspace_id = ?1 AND file = ?2
  UNION ALL
  SELECT r.host, r.slot FROM guarded_pages g CROSS JOIN records r ON r.id = g.record_id
  WHERE g.workspace_id = ?1 AND g.name = ?2
  UNION ALL
  SELECT r.host, r.slot FROM card_pictures g CROSS JOIN records r ON r.id = g.record_id
  WHERE g.workspace_id = ?1 AND g.name = ?2
  UNION ALL
  SELECT r.host, r.slot FROM code_logos g CROSS JOIN records r ON r.id = g.record_id
  WHERE g.workspace_id = ?1 AND g.name = ?2`;

/** The slots of records and held hostnames that show a file. Parameters: workspace, name. */
export const SLOTS_THAT_SHOW = `${SERVING_RECORDS} UNION ${NAMING_HOSTS} AND h.waiting_since IS NULL`;

/**
 * The claims with records that serve a file, or whose pages show it. A hostname whose claim waits counts: once it is
 * held, it shows the file. Parameters: workspace, name.
 */
export const CLAIMS_THAT_SHOW = `${SERVING_RECORDS} UNION ALL ${NAMING_HOSTS}`;

/** Selects the effective logo of a hostname: its own, else the workspace's. */
export async function selectLogo(
  db: D1Database,
  workspaceId: string,
  host: Hostname,
): Promise<{ type: string; text: string } | null> {
  return db
    .prepare(
      `SELECT p.type, p.html AS text FROM workspaces w
       LEFT JOIN hosts h ON h.workspace_id = w.id AND h.name = ?2
       JOIN pages p ON p.workspace_id = w.id AND p.name = coalesce(h.branding ->> 'logo', w.branding ->> 'logo')
       WHERE w.id = ?1 AND p.type <> 'text/html'`,
    )
    .bind(workspaceId, host)
    .first<{ type: string; text: string }>();
}

export interface FileUse {
  /** True if branding or the QR code of a record shows it. */
  isLogo: boolean;
  /** True if a record serves it, or it replaces a page of the project. */
  isPage: boolean;
  /** True if a record shows it in its link preview. */
  isPhoto: boolean;
}

/** The condition that a file is a logo, or a page, somewhere in the workspace. Parameters: workspace, name. */
const USED_AS = (condition: (table: string) => string) => `(
  EXISTS (SELECT 1 FROM workspaces w WHERE w.id = ?1 AND ${condition("w")})
  OR EXISTS (SELECT 1 FROM hosts h WHERE h.workspace_id = ?1 AND ${condition("h")}))`;

const SERVED = `(EXISTS (SELECT 1 FROM records WHERE workspace_id = ?1 AND file = ?2)
  OR EXISTS (SELECT 1 FROM guarded_pages WHERE workspace_id = ?1 AND name = ?2))`;

const IS_LOGO = `(${USED_AS(isLogo)} OR EXISTS (SELECT 1 FROM code_logos WHERE workspace_id = ?1 AND name = ?2))`;
const IS_PHOTO = "EXISTS (SELECT 1 FROM card_pictures WHERE workspace_id = ?1 AND name = ?2)";

export async function selectFileUse(db: D1Database, workspaceId: string, name: string): Promise<FileUse> {
  const row = await db
    .prepare(`SELECT ${IS_LOGO} AS logo, (${USED_AS(isPage)} OR ${SERVED}) AS page, ${IS_PHOTO} AS photo`)
    .bind(workspaceId, name)
    .first<{ logo: number; page: number; photo: number }>();
  return { isLogo: row?.logo === 1, isPage: row?.page === 1, isPhoto: row?.photo === 1 };
}

/** Asserts that the uses of a file have not changed; else the commit fails with `stale_version`. */
export function assertFileUse(
  db: D1Database,
  workspaceId: string,
  name: string,
  use: FileUse,
): D1PreparedStatement {
  const condition = `${IS_LOGO} = ${Number(use.isLogo)} AND (${USED_AS(isPage)} OR ${SERVED}) = ${Number(use.isPage)}
    AND ${IS_PHOTO} = ${Number(use.isPhoto)}`;
  return assertThat(db, "stale_version", condition, workspaceId, name);
}

/** The condition that branding or pages name a file. Parameters: workspace, name. */
export const IS_SHOWN = `(${USED_AS(isLogo)} OR ${USED_AS(isPage)})`;
