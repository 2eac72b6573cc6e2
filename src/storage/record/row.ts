import { hostOfKey, isHeldKey, waitingKey } from "../../domain/claim-key.ts";
import { foldCase } from "../../domain/path.ts";
import { type Handler, runtimeOf } from "../../domain/handler.ts";
import type { Health } from "../../domain/health.ts";
import { pausedByOf, type PausedBy } from "../../domain/pause.ts";
import type { Channel, LinkRecord } from "../../domain/record.ts";
import type { QrStyle } from "../../domain/qr-style.ts";
import type { RedirectType } from "../../domain/redirect-type.ts";
import { PRIMARY, formatRouting, parseRouting } from "../../domain/routing.ts";
import {
  formatSource,
  prefixDepth,
  readSource,
  slotOf,
  toUrlSuffix,
  type SlotName,
  type Source,
} from "../../domain/source.ts";
import type { Threats } from "../../domain/threat.ts";
import { NO_UTM, UTM_MEMBERS, type Utm } from "../../domain/utm.ts";
import { readPauses, type PauseColumns } from "./pause.ts";

/** A row of the table `records`, as the database has it. */
export interface RecordRow extends PauseColumns {
  id: string;
  workspace_id: string;
  handler: Handler;
  runtime: string;
  /** The key of the claim that it belongs to. */
  host: string;
  source_kind: Source["kind"];
  source: string;
  slot: SlotName;
  prefix_depth: number | null;
  type: RedirectType;
  file: string | null;
  destinations: string;
  destination_routing: string;
  plugins: string;
  title: string;
  description: string;
  forward_path: number;
  forward_query: number;
  utm: string;
  paused_by: PausedBy | null;
  expires_at: number | null;
  tags: string;
  qr: string | null;
  is_notify: number;
  is_switch_unbroken_destination: number;
  password_hash: string | null;
  password_version: number | null;
  total_clicks: number;
  version: number;
  search_text: string;
  created_by: string;
  created_via: Channel;
  created_at: number;
  updated_at: number;
  health: string;
  threats: string;
}

/** What owners and commits write; the columns of checks and of most pauses by the platform are their own. */
export type WrittenRow = Omit<
  RecordRow,
  "health" | "threats" | Exclude<keyof PauseColumns, "paused_by_user" | "paused_by_claim">
>;

export function toRecord(row: RecordRow): LinkRecord {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    handler: row.handler,
    host: hostOfKey(row.host),
    isHeld: isHeldKey(row.host),
    source: readSource(row.source_kind, row.source),
    type: row.type,
    file: row.file,
    destinations: readList(row.destinations),
    routing: readRouting(row.destination_routing),
    plugins: readList(row.plugins),
    title: row.title,
    description: row.description,
    forwardPath: row.forward_path === 1,
    forwardQuery: row.forward_query === 1,
    utm: { ...NO_UTM, ...(JSON.parse(row.utm) as Partial<Utm>) },
    pauses: readPauses(row),
    expiresAtMs: row.expires_at,
    tags: readList(row.tags),
    qr: row.qr === null ? null : (JSON.parse(row.qr) as QrStyle),
    isNotify: row.is_notify === 1,
    isSwitchUnbrokenDestination: row.is_switch_unbroken_destination === 1,
    passwordVersion: row.password_version,
    totalClicks: row.total_clicks,
    version: row.version,
    createdBy: row.created_by,
    createdVia: row.created_via,
    createdAtMs: row.created_at,
    updatedAtMs: row.updated_at,
    health: JSON.parse(row.health) as Health,
    threats: JSON.parse(row.threats) as Threats,
  };
}

/**
 * The row of a record. The hash of its password is write-only in the domain, so it is handed in:
 * undefined keeps the one that stands.
 */
export function toRow(record: LinkRecord, passwordHash: string | null): WrittenRow {
  return {
    id: record.id,
    workspace_id: record.workspaceId,
    handler: record.handler,
    runtime: runtimeOf(record.handler),
    host: record.isHeld ? record.host : waitingKey(record.host, record.workspaceId),
    source_kind: record.source.kind,
    source: formatSource(record.source),
    slot: slotOf(record.source),
    prefix_depth: prefixDepth(record.source),
    type: record.type,
    file: record.file,
    destinations: JSON.stringify(record.destinations),
    destination_routing: formatRouting(record.routing),
    plugins: JSON.stringify(record.plugins),
    title: record.title,
    description: record.description,
    forward_path: Number(record.forwardPath),
    forward_query: Number(record.forwardQuery),
    utm: JSON.stringify(withoutUnset(record.utm)),
    paused_by: pausedByOf(record.pauses),
    paused_by_user: Number(record.pauses.includes("user")),
    paused_by_claim: Number(record.pauses.includes("claim")),
    expires_at: record.expiresAtMs,
    tags: JSON.stringify(record.tags),
    qr: record.qr === null ? null : JSON.stringify(record.qr),
    is_notify: Number(record.isNotify),
    is_switch_unbroken_destination: Number(record.isSwitchUnbrokenDestination),
    password_hash: passwordHash,
    password_version: record.passwordVersion,
    total_clicks: record.totalClicks,
    version: record.version,
    search_text: toSearchText(record),
    created_by: record.createdBy,
    created_via: record.createdVia,
    created_at: record.createdAtMs,
    updated_at: record.updatedAtMs,
  };
}

/** Everything that a search looks through, a line each. */
function toSearchText(record: LinkRecord): string {
  const suffix = formatSource(record.source);
  const shown = toUrlSuffix(record.source);
  const urls = [`https://${record.host}${suffix === "*" ? "/*" : suffix}`];
  if (!urls[0]?.endsWith(shown)) urls.push(`https://${record.host}${shown}`);
  const lines = [...urls, record.title, record.description, ...record.destinations, ...record.tags];
  return foldCase(lines.filter((line) => line !== "").join("\n"));
}

function withoutUnset(utm: Utm): Partial<Utm> {
  return Object.fromEntries(
    UTM_MEMBERS.filter((member) => utm[member] !== "").map((member) => [member, utm[member]]),
  );
}

function readList(json: string): string[] {
  return JSON.parse(json) as string[];
}

function readRouting(text: string): LinkRecord["routing"] {
  const routing = parseRouting(text);
  return routing.ok ? routing.value : PRIMARY;
}
