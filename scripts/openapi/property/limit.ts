import type { Schema } from "../schema.ts";
import { HANDLERS } from "../../../src/domain/handler.ts";
import { PLUGINS } from "../../../src/domain/plugin/registry.ts";

/**
 * Limits that the domain checks and the schemas of the routes do not tell, by the same names as the texts. The tests of
 * the document compare them with those of the API.
 */

const MAX_URL_CHARACTERS = 2048;
const MAX_PAGE_NAME_CHARACTERS = 100;
const MAX_HOST_CHARACTERS = 100;
/** The length of `signpost:` and a bcrypt hash. */
const LONGEST_HASH = 69;
const WEIGHT = " *[0-9]{1,9}(?:\\.[0-9]{1,6})? *";

interface PropertyLimit {
  /** Added to the schema of the value, but not to null. */
  value?: Schema;
  /** The same for each item of a list. */
  items?: Schema;
  /** Replaces the schema if the schema cannot express the limit. */
  schema?: Schema;
}

const URL_TEXT = { minLength: 1, maxLength: MAX_URL_CHARACTERS };
/** A URL that the empty text clears. */
const CLEARABLE_URL = { value: { maxLength: MAX_URL_CHARACTERS } };
const PAGE_NAME = { value: { minLength: 1, maxLength: MAX_PAGE_NAME_CHARACTERS } };
const HOST = { maxLength: MAX_HOST_CHARACTERS };
const TAG = { minLength: 1, maxLength: 64 };
const ID = { minLength: 1 };
const MOMENT = { type: "string", format: "date-time" };
const NULL = { type: "null" };
/** A timestamp; null or the empty text clears it. */
const MOMENT_OR_NONE = { schema: { anyOf: [MOMENT, { type: "string", const: "" }, NULL] } };
const PLUGIN_KEYS = { enum: PLUGINS.map(({ key }) => key) };
const STATUSES = [301, 302, 303, 307, 308, 410];

export const LIMITS: Record<string, PropertyLimit> = {
  alias: { value: URL_TEXT },
  // Written with percent signs, a character takes up to nine.
  "CreateLinkBody.alias": { value: { minLength: 1, maxLength: 270 } },
  "UpdateLinkBody.alias": { value: { minLength: 1, maxLength: 270 } },
  "as.country": { value: { pattern: "^[A-Za-z]{2}$" } },
  at: { value: { format: "date-time" } },
  "branding.logo": PAGE_NAME,
  contact: { value: URL_TEXT },
  created_at: MOMENT_OR_NONE,
  destination: { value: URL_TEXT },
  destination_find: { value: { minLength: 1 } },
  destination_routing: {
    value: { pattern: `^(?:primary|random|sequential|fastest|weighted:${WEIGHT}(?:,${WEIGHT})*)$` },
  },
  destinations: { items: URL_TEXT },
  drop_undo: { items: ID },
  email: { value: { minLength: 3, maxLength: 254 } },
  expired_at: { schema: { anyOf: [MOMENT, NULL] } },
  expired_url: CLEARABLE_URL,
  expires: MOMENT_OR_NONE,
  file: { schema: { anyOf: [{ type: "string", maxLength: MAX_PAGE_NAME_CHARACTERS }, NULL] } },
  "ShareStatisticsBody.expires_at": MOMENT_OR_NONE,
  "ShareStatisticsBody.tag": { value: { ...TAG, pattern: "^[^,]*$" } },
  "filter.created_after": { value: { format: "date-time" } },
  "filter.created_before": { value: { format: "date-time" } },
  handler: { schema: { anyOf: [{ type: "string", enum: [...HANDLERS] }, NULL] } },
  "CreateRecordBody.handler": {},
  host: { value: HOST },
  "ResolveMissesBody.host": { value: { minLength: 1, ...HOST } },
  "RecommendAliasBody.host": {},
  hosts: { items: { minLength: 1, ...HOST } },
  "ReplaceBlocklistBody.hosts": { items: { maxLength: 253 } },
  ids: { items: ID },
  image: { value: URL_TEXT },
  link: { value: URL_TEXT },
  not_found_url: CLEARABLE_URL,
  "pages.404": PAGE_NAME,
  "pages.410": PAGE_NAME,
  "pages.paused": PAGE_NAME,
  password: { value: { minLength: 4 } },
  password_hash: { value: { maxLength: LONGEST_HASH } },
  // A path that is kept has 512 bytes, which may all be written with percent signs.
  paths: { items: { minLength: 1, maxLength: 1536 } },
  paused_by: { schema: { anyOf: [{ type: "string", enum: ["user", "system"] }, NULL] } },
  plugins: { items: PLUGIN_KEYS },
  "query.from": { value: { format: "date-time" } },
  "query.to": { value: { format: "date-time" } },
  "ResolveMissesBody.to": { value: URL_TEXT },
  rows: { schema: { items: { $ref: "#/components/schemas/ImportRow" } } },
  starts: MOMENT_OR_NONE,
  status: {
    schema: {
      anyOf: [
        { type: "integer", enum: [200, ...STATUSES] },
        { type: "string", enum: [...STATUSES.map(String), "200", "active", "paused"] },
      ],
    },
  },
  "CreateCheckBody.status": {},
  "urls.status": {},
  tags: { items: { ...TAG, pattern: "^[^,]*$" } },
  tags_add: { items: TAG },
  tags_remove: { items: TAG },
  token: { value: { pattern: "^sp_[0-9A-Za-z]{40}$" } },
  url: CLEARABLE_URL,
  "CreateRedirectsBody.url": {},
  "CreateWebhookBody.url": { value: URL_TEXT },
  "UpdateWebhookBody.url": { value: URL_TEXT },
  "ExplainVisitBody.url": {},
  "urls.url": {},
  utm: { items: { pattern: "^(?:utm_)?(?:source|medium|campaign|term|content)=" } },
  value: CLEARABLE_URL,
};

/** What answers have: added to the schema of a text that has no closed set, or of the items of a list. */
export const ANSWERED: Record<string, Schema> = {
  "Record.plugins": { items: PLUGIN_KEYS },
  "Record.status": { enum: ["200", ...STATUSES.map(String)] },
};
