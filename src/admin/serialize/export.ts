import { pickSettings } from "../../domain/field/field.ts";
import { HOST_FIELDS } from "../../domain/field/host.ts";
import { isBinary } from "../../domain/branding.ts";
import { isHeld } from "../../domain/host.ts";
import { splitStoredName } from "../../domain/host-file.ts";
import { formatTimestamp } from "../../domain/timestamp.ts";
import { DAY_MS } from "../../domain/time.ts";
import { WORKSPACE_SETTINGS } from "../../domain/workspace.ts";
import type { ExportItem, ExportItems, KindName } from "../../services/export/kinds.ts";
import { showFields } from "../schema/kind.ts";
import { toHistoryShape, toHostHistoryShape } from "./history.ts";
import { toLinkShape } from "./record.ts";

type Shapes = { [K in KindName]: (item: ExportItems[K], requestUrl: string) => object };

const moments = ({ createdAtMs, updatedAtMs }: { createdAtMs: number; updatedAtMs: number }) => ({
  created_at: formatTimestamp(createdAtMs),
  updated_at: formatTimestamp(updatedAtMs),
});

const toPage = ({ name, type, html, ...page }: ExportItems["page"]) => ({
  name,
  type,
  ...(isBinary(type) ? { base64: html } : { html }),
  ...moments(page),
});

const CLAIM_SETTINGS = pickSettings(HOST_FIELDS);

/** The JSON of each kind of an export (contract 26.1). */
const SHAPES: Shapes = {
  workspace: (workspace) => ({
    id: workspace.id,
    plan: workspace.plan,
    ...Object.fromEntries(WORKSPACE_SETTINGS.map((name) => [name, workspace.settings[name]])),
    ...workspace.appearance,
    ...moments(workspace),
  }),
  member: ({ id, name, email, role, hosts, tags, createdAtMs }) => ({
    id,
    name,
    email,
    role,
    hosts,
    tags,
    created_at: formatTimestamp(createdAtMs),
  }),
  token: ({ id, name, role, hosts, tags, only, userId, hash, ...token }) => ({
    id,
    name,
    role,
    hosts,
    tags,
    only,
    user_id: userId,
    hash,
    created_at: formatTimestamp(token.createdAtMs),
    expires_at: formatTimestamp(token.expiresAtMs),
    last_used_at: formatTimestamp(token.lastUsedAtMs),
  }),
  blocklist: (hosts) => ({ hosts }),
  claim: (claim) => ({
    host: claim.name,
    held: isHeld(claim),
    proof: claim.proof,
    proven_at: formatTimestamp(claim.provenAtMs),
    waiting_since: formatTimestamp(claim.waitingSinceMs),
    ...showFields(CLAIM_SETTINGS, claim),
    ...claim.appearance,
    connected_via: claim.connectedVia,
    connected_at: formatTimestamp(claim.connectedAtMs),
    created_by: claim.createdBy,
    ...moments(claim),
  }),
  page: toPage,
  host_file: (page) => {
    const { host, name } = splitStoredName(page.name);
    return { host, ...toPage({ ...page, name }) };
  },
  record: ({ passwordHash, ...view }, requestUrl) => ({
    ...toLinkShape(view, requestUrl),
    handler: view.record.handler,
    total_clicks: view.record.totalClicks,
    ...(passwordHash !== undefined && { password_hash: passwordHash }),
  }),
  history: ({ recordId, entry }) => ({ record_id: recordId, ...toHistoryShape(entry) }),
  host_history: (entry) => ({ host: entry.host, ...toHostHistoryShape(entry) }),
  clicks: ({ recordId, day, clicks, bots }) => ({
    record_id: recordId,
    day: formatTimestamp(day * DAY_MS).slice(0, 10),
    clicks,
    bots,
  }),
};

export function toExportLine({ kind, item }: ExportItem, requestUrl: string): string {
  const toShape = SHAPES[kind] as (item: unknown, requestUrl: string) => object;
  return `${JSON.stringify({ kind, data: toShape(item, requestUrl) })}\n`;
}
