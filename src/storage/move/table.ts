import { batchIdPrefix } from "../../clicks/batch-id.ts";
import { DAY_MS } from "../../domain/time.ts";

/** The tables with rows of a workspace that moves to another database or is deleted, and which rows are its own. */

export interface MovedTable {
  name: string;
  /** The columns of its key, if it has no primary key. */
  key?: string;
  /**
   * `late` rows are copied with the switch alone: who may call, and what sends or runs. Others refer to `twice` rows, so that
   * they are copied early, and with the switch once more as what they are.
   */
  when?: "late" | "twice";
  /** Rows that are those of all workspaces. Their copies have names of their own, and are never deleted. */
  isLog?: true;
  /** A column whose value may be too large for JSON. Rows with such values refer to no others. */
  large?: string;
  /** SQL that holds for all its rows, to read no others. By default the workspace, if the key begins with it. */
  range?: string;
  /** True if a row is its own unless it is another's, since rows are deleted after the one that tells it. */
  mayBeOrphan?: true;
  /** Returns SQL for the workspace of a row; null if nothing tells it. The column `workspace_id` by default. */
  owner?: (row: string) => string;
  /** Conditions that the rows exist to which a row `given` refers. */
  needs?: string[];
  /** SQL that is true if an update is no matter of the workspace: not even its end refuses it. */
  isUpkeep?: string;
  /** SQL for other values than those of the row, but not with the switch. */
  put?: Record<string, (value: string) => string>;
}

const NOTHING = () => "NULL";
const NEVER = () => String(Number.MAX_SAFE_INTEGER);

const HAS_RECORD = ["EXISTS (SELECT 1 FROM records o WHERE o.id = given.record_id)"];
const hasPage = (column: string) =>
  `EXISTS (SELECT 1 FROM pages o WHERE o.workspace_id = given.workspace_id AND o.name = given.${column})`;
const HAS_PAGE = [hasPage("name")];

const ofRecord = {
  needs: HAS_RECORD,
  mayBeOrphan: true,
  owner: (row: string) => `(SELECT o.workspace_id FROM records o WHERE o.id = ${row}.record_id)`,
} as const;
const ofRecordAside = {
  mayBeOrphan: true,
  owner: (row: string) => `(SELECT o.workspace_id FROM records_aside o WHERE o.id = ${row}.record_id)`,
} as const;
const ofChange = {
  mayBeOrphan: true,
  large: "body",
  owner: (row: string) => `(SELECT o.workspace_id FROM changes o WHERE o.id = ${row}.change_id)`,
} as const;

/** The age up to which a message of clicks may be delivered again: its fifty attempts take seven hours. */
const REPEATED_MS = DAY_MS;

/** Returns the tables in an order that foreign keys allow. @param id of the workspace */
export function movedTables(id: string, begunAtMs: number): MovedTable[] {
  const waiting = (host: string) => `iif(instr(${host}, '|'), ${host}, ${host} || '|${id}')`;
  const elsewhere = (text: string) => `iif(instr(${text}, '@'), ${text}, ${text} || '@${id}')`;
  return [
    {
      name: "users",
      when: "twice",
      // Unless they come to belong to the workspace there, they go with its rows.
      put: { left_workspace: (value) => `coalesce(${value}, '${id}')` },
      owner: (row) => `iif(${row}.left_workspace = '${id}'
        OR ${row}.id IN (SELECT user_id FROM memberships WHERE workspace_id = '${id}')
        OR ${row}.id IN (SELECT created_by FROM hosts WHERE workspace_id = '${id}'), '${id}', '')`,
    },
    { name: "workspaces", range: `id = '${id}'`, owner: (row) => `${row}.id` },
    { name: "memberships", when: "late" },
    { name: "pages", large: "html" },
    {
      name: "hosts",
      // The column `host` says who holds it, and changes with that.
      key: "name, workspace_id",
      range: `workspace_id = '${id}'`,
      isUpkeep: `(OLD.host, OLD.updated_at, OLD.waiting_since, OLD.proven_at)
        IS (NEW.host, NEW.updated_at, NEW.waiting_since, NEW.proven_at)`,
      needs: ["EXISTS (SELECT 1 FROM users o WHERE o.id = given.created_by)"],
      when: "twice",
      // A claim that waits, for which no check is due.
      put: {
        host: waiting,
        proven_at: NOTHING,
        waiting_since: (value) => `coalesce(${value}, 1)`,
        check_due_at: NEVER,
        claim_due_at: NOTHING,
        behind_since: NOTHING,
        certificate: NOTHING,
      },
    },
    {
      name: "records",
      put: { host: waiting },
      range: `row BETWEEN (SELECT number FROM workspaces WHERE id = '${id}') * 4294967296
        AND (SELECT number FROM workspaces WHERE id = '${id}') * 4294967296 + 4294967295`,
      needs: [
        "EXISTS (SELECT 1 FROM hosts o WHERE o.host = given.host)",
        `(given.file IS NULL OR ${hasPage("file")})`,
      ],
    },
    { name: "record_tags", needs: HAS_RECORD },
    { name: "history", ...ofRecord },
    { name: "records_aside" },
    { name: "history_aside", ...ofRecordAside },
    { name: "guarded_pages", needs: HAS_PAGE },
    { name: "card_pictures", needs: HAS_PAGE },
    { name: "code_logos", needs: HAS_PAGE },
    { name: "record_counts" },
    { name: "misses" },
    { name: "miss_days" },
    { name: "miss_reviews" },
    { name: "activity" },
    { name: "host_history" },
    { name: "blocklists" },
    { name: "sitemaps" },
    { name: "sitemap_parts", large: "body" },
    { name: "webhook_logs" },
    { name: "webhook_deliveries", key: "webhook_id, event_id" },
    { name: "check_parts", large: "urls" },
    { name: "check_hosts" },
    { name: "check_rows", large: "rows" },
    { name: "check_targets" },
    { name: "changes", when: "late" },
    { name: "change_inputs", ...ofChange },
    { name: "change_chunks", ...ofChange },
    { name: "click_sheets" },
    { name: "click_months" },
    { name: "click_ids" },
    { name: "conversions" },
    { name: "conversion_names" },
    { name: "conversion_sums" },
    { name: "idempotency_counts" },
    { name: "idempotency_token_counts" },
    {
      // The messages of clicks that the database has counted, under the name that they get where the workspace moves.
      name: "click_batches",
      isLog: true,
      range: `id > '${batchIdPrefix(begunAtMs - REPEATED_MS)}'`,
      owner: () => `'${id}'`,
      put: {
        id: elsewhere,
        ids: (value) => `(SELECT json_group_array(${elsewhere("o.value")}) FROM json_each(${value}) o)`,
        body: NOTHING,
        waits_until: NOTHING,
      },
    },
    {
      name: "idempotency_keys",
      when: "late",
      owner: (row) => `coalesce((SELECT o.workspace_id FROM tokens o WHERE o.id = ${row}.token_id),
        (SELECT o.workspace_id FROM memberships o WHERE o.user_id = ${row}.token_id AND o.workspace_id = '${id}'))`,
    },
    // Which targets DNS knows is the same for all workspaces.
    { name: "cname_targets", isLog: true, owner: () => `'${id}'` },
    { name: "tokens", when: "late" },
    { name: "sessions", when: "late" },
    { name: "sign_in_codes", when: "late" },
    { name: "invitations", when: "late" },
    { name: "webhooks", when: "late" },
    { name: "notifications", when: "late" },
    { name: "shared_statistics", when: "late" },
    { name: "checks", when: "late" },
  ];
}
