import { HOST_SLOT } from "../../domain/slot.ts";
import { SHOWN_COLUMNS } from "../record/row.ts";

/** The queries from which snapshots are made. */

// CROSS JOIN keeps the written order of tables: from the few requested rows to the large table.
const CONNECTED = `(SELECT h.host FROM json_each(?1) c CROSS JOIN hosts h ON h.host = c.value ORDER BY c.key LIMIT 1)`;

// Steps through the distinct depths by index, so that the cost does not depend on the number of prefixes.
const PREFIX_DEPTHS = `
  WITH RECURSIVE depths (depth) AS (
    SELECT min(prefix_depth) FROM records WHERE host = h.host AND prefix_depth IS NOT NULL
    UNION ALL
    SELECT (SELECT min(prefix_depth) FROM records WHERE host = h.host AND prefix_depth > depths.depth)
    FROM depths WHERE depth IS NOT NULL
  )
  SELECT json_group_array(depth) FROM depths WHERE depth IS NOT NULL`;

/** The condition that `f` is the stored file of a hostname `h` at a path. A suspended workspace `w` shows none. */
const isFileAt = (path: string) =>
  `f.workspace_id = h.workspace_id AND f.name = h.name || ${path} AND w.suspended_at IS NULL`;

export const HOSTS_QUERY = `
  SELECT c.value AS host, coalesce(s.seq, 0) AS seq, h.workspace_id, h.force_https, h.ssl_issued_at,
         h.behind_since, iif(w.suspended_at, NULL, coalesce(h.not_found_url, w.not_found_url)) AS not_found_url,
         coalesce(h.expired_url, w.expired_url) AS expired_url, h.hsts, h.misses, h.preview_off,
         h.branding, h.own_pages, w.branding AS general_branding, w.own_pages AS general_pages,
         iif(w.suspended_at OR coalesce(h.branding, h.own_pages, w.branding, w.own_pages) IS NULL, NULL, (
           SELECT json_group_object(p.name, json_array(p.updated_at, p.type)) FROM pages p
           WHERE p.workspace_id = h.workspace_id AND p.name IN (
             SELECT h.branding ->> 'logo' UNION SELECT w.branding ->> 'logo'
             UNION SELECT value FROM json_each(h.own_pages) UNION SELECT value FROM json_each(w.own_pages)))) AS files,
         (SELECT json_group_array(value) FROM (SELECT value FROM json_each(b.hosts) UNION
          SELECT j.value FROM installation_blocklist i, json_each(i.hosts) j)) AS blocked,
         (${PREFIX_DEPTHS}) AS prefix_depths,
         (SELECT json_group_array(DISTINCT substr(slot, 2)) FROM records
          WHERE host = h.host AND slot >= 't' AND slot < 'u') AS shapes,
         EXISTS (SELECT 1 FROM records WHERE host = h.host AND slot >= 'q' AND slot < 'r') AS has_queries,
         EXISTS (SELECT 1 FROM records
                 WHERE host = h.host AND forward_path = 1 AND runtime = 'link') AS has_forwarding,
         (SELECT json_group_array(p.value) FROM json_each(?2) p
          WHERE EXISTS (SELECT 1 FROM records WHERE host = h.host AND slot = 'p' || p.value)
            OR EXISTS (SELECT 1 FROM pages f WHERE ${isFileAt("p.value")})) AS own_paths
  FROM json_each(?1) c
  LEFT JOIN slots s ON s.host = c.value AND s.slot = '${HOST_SLOT}'
  LEFT JOIN hosts h ON h.host = c.value
  LEFT JOIN workspaces w ON w.id = h.workspace_id
  LEFT JOIN blocklists b ON b.workspace_id = h.workspace_id
  ORDER BY c.key`;

/** Selects slots of the first connected hostname of a list, for a visit. */
export const OF_FIRST_CONNECTED = `wanted (host, slot) AS (SELECT ${CONNECTED}, value FROM json_each(?2))`;
/** Selects slots of any hostnames, for a writer of KV. */
export const OF_EACH_HOST = `wanted (host, slot) AS (SELECT value ->> 0, value ->> 1 FROM json_each(?1))`;

// A query slot sorts between 'q/path?' and 'q/path@', the character after the question mark.
export const slotsQuery = (wanted: string) => `
  WITH ${wanted}
  SELECT c.host, c.slot, coalesce(s.seq, 0) AS seq,
         c.slot LIKE 'p%' AND EXISTS (
           SELECT 1 FROM records WHERE host = c.host
             AND slot >= 'q' || substr(c.slot, 2) || '?' AND slot < 'q' || substr(c.slot, 2) || '@'
         ) AS has_queries,
         CASE WHEN c.slot IN ('p/robots.txt', 'p/favicon.ico') OR c.slot LIKE 'p/.well-known/%' THEN (
           SELECT json_array(f.workspace_id, f.name, f.updated_at, f.type) FROM hosts h
           JOIN workspaces w ON w.id = h.workspace_id JOIN pages f ON ${isFileAt("substr(c.slot, 2)")}
           WHERE h.host = c.host) END AS file
  FROM wanted c LEFT JOIN slots s ON s.host = c.host AND s.slot = c.slot`;

/** Joins the pictures that a record names. */
export const OWN_PICTURES = `
  LEFT JOIN pages i ON i.workspace_id = r.workspace_id AND i.name = r.preview ->> 'file'
  LEFT JOIN pages l ON l.workspace_id = r.workspace_id AND l.name = r.qr ->> 'logo' AND typeof(r.qr ->> 'logo') = 'text'`;

/** Joins the records of slots, `c`, and the stored pages that they serve. */
export const SHOWN_RECORDS = `
  CROSS JOIN records r INDEXED BY records_by_slot ON r.host = c.host AND r.slot = c.slot
  LEFT JOIN pages p ON p.workspace_id = r.workspace_id AND p.name = coalesce(r.guarded_file, r.file) AND p.type = 'text/html'
  ${OWN_PICTURES}`;

const shown = (page: string, name: string) =>
  `iif(${page}.name IS NULL, NULL, json_array(${page}.workspace_id, ${page}.name, ${page}.updated_at, ${page}.type)) AS ${name}`;

/** The pictures of a record's link preview and in its QR code, each as the parameters of `fileKey` and its type. */
export const SHOWN_PICTURES = `${shown("i", "picture")}, ${shown("l", "logo")}`;

export const recordsQuery = (wanted: string) => `
  WITH ${wanted}
  SELECT r.${SHOWN_COLUMNS.join(", r.")}, p.html, ${SHOWN_PICTURES}
  FROM wanted c ${SHOWN_RECORDS}
  ORDER BY r.id`;
