import { HOST_OPERATIONS } from "./operation-host.ts";
import { CURSOR, deleted, HOST, ID, MOMENT, page, USER_ID, user } from "./operation-value.ts";

/** Names and examples of the operations in the OpenAPI document; a test sends every body to the API. */

export interface OperationText {
  /** The `operationId`: what a generated client calls it. */
  id: string;
  /** An example of the request's body. */
  body?: unknown;
  /** An example of a 200. */
  answer: unknown;
}

const WORKSPACE_ID = "0198c0de-7a10-7000-8000-000000000002";
const TOKEN_ID = "0198c0de-7a10-7000-8000-000000000004";
const NO_UTM = { source: "", medium: "", campaign: "", term: "", content: "" };

const common = {
  id: ID,
  host: HOST,
  https: true,
  file: null,
  destination: "https://example.org/spring",
  destinations: ["https://example.org/spring"],
  destination_routing: "primary",
  plugins: [],
  has_password: false,
  title: "Spring sale",
  description: "",
  paused_by: null,
  forward_path: false,
  forward_query: true,
  utm: { ...NO_UTM, source: "poster" },
  monitor: "off",
  is_notify: false,
  is_switch_unbroken_destination: false,
  tags: ["spring"],
  created_by: USER_ID,
  created_via: "api",
  created_at: MOMENT,
  updated_at: MOMENT,
  expired_at: null,
};

const link = {
  ...common,
  alias: "spring",
  url: `https://${HOST}/spring`,
  type: "302",
  status: "302",
  qr: { theme: "dots", color: "#1a2b3c", logo: false, show_url: false, margin: "4" },
};
const redirect = { ...common, tld: "com", url: `https://${HOST}/old-shop/*`, type: "301", status: "301" };
const blocklist = { hosts: ["phishing.example", "xn--bcher-kva.example"] };
const generic = { ...link, handler: "short-url", total_clicks: 42, creator: user };

const workspace = {
  id: WORKSPACE_ID,
  name: "Acme",
  role: "owner",
  headurl: "",
  logo: "",
  personal: false,
  country: "DE",
  pm_type: "",
  pm_ending: "",
  level: 50,
  email: "links@example.com",
  billing_extra: "",
  created_at: MOMENT,
  updated_at: MOMENT,
  meta: ["name=Acme", "country=DE", "email=links@example.com", "not_found_url=https://example.com/lost"],
  summary: [
    { category: "records", used: 15 },
    { category: "hostnames", used: 1 },
  ],
  plan: "enterprise",
  owner: { name: user.name },
  analytics_enabled: true,
  can_use_nameservers: false,
};
const named = { id: WORKSPACE_ID, name: workspace.name };

const token = {
  id: TOKEN_ID,
  name: "build server",
  role: "editor",
  created_at: MOMENT,
  expires_at: "2126-01-31T09:30:00.000Z",
  last_used_at: null,
};
const file = { name: "soon.html", size: 30, created_at: MOMENT, updated_at: MOMENT };

const facets = {
  total: 15,
  hosts: [{ value: HOST, count: 15 }],
  hosts_total: 1,
  tags: ["spring"],
  untagged: 3,
  qr: { qr_codes: 2, links_with_qr: 4 },
  kinds: { link: 10, qr: 2, redirect: 3, migration: 0, html: 0 },
  health: { paused: 1, dns_issue: 0, no_clicks: 5 },
  created: { last_7_days: 2, last_30_days: 9 },
  last_changed_at: MOMENT,
  refreshing: false,
};
const preview = {
  total: 1,
  by_kind: { link: 1, qr: 0, redirect: 0, migration: 0 },
  paused: 0,
  recent_traffic: { links: 1, visits: 42, weeks: 4, since: "2026-01-05T00:00:00.000Z" },
  changed: 1,
  sample: [{ id: ID, url: link.url, from: "https://example.org/spring", to: "https://example.org/summer" }],
};
const change = { id: ID, actor: { id: USER_ID, name: token.name }, source: "api", created_at: MOMENT };
const changes = [{ ...change, old: { status: "active" }, new: { status: "paused" } }];

const stats = {
  from: "2026-01-30T00:00:00.000Z",
  to: "2026-02-01T00:00:00.000Z",
  interval: "day",
  clicks: 42,
  bots: 3,
  series: [
    { at: "2026-01-30T00:00:00.000Z", clicks: 42, bots: 3 },
    { at: "2026-01-31T00:00:00.000Z", clicks: 0, bots: 0 },
  ],
  breakdowns: {
    destinations: [{ value: "https://example.org/spring", clicks: 42 }],
    countries: [
      { value: "DE", clicks: 40 },
      { value: "", clicks: 2 },
    ],
    devices: [{ value: "mobile", clicks: 42 }],
    browsers: [{ value: "Safari", clicks: 42 }],
    referrers: [{ value: "news.example", clicks: 42 }],
  },
  rest: { destinations: 0, countries: 0, devices: 0, browsers: 0, referrers: 0 },
};

const settings = { destination: "https://example.org/spring", title: "Spring sale", tags: ["spring"] };
const edit = { destination: "https://example.org/summer", status: 307, expires: null };

/** By method and path. */
export const OPERATIONS: Record<string, OperationText> = {
  "get /v1/test": {
    id: "testToken",
    answer: { live: true, workspace: named, token: { id: TOKEN_ID, name: token.name } },
  },
  "get /v1/account": {
    id: "getAccount",
    answer: { ...user, email: "ada@example.com", role: "owner", workspace: named },
  },
  "get /v1/workspace/current": { id: "getCurrentWorkspace", answer: workspace },
  "get /v1/workspace/{id}": { id: "getWorkspace", answer: workspace },
  "post /v1/workspace/update/{metaKey}": {
    id: "updateWorkspace",
    body: { value: "https://example.com/lost" },
    answer: workspace,
  },
  "post /v1/workspace/notify-secret": {
    id: "makeNotifySecret",
    answer: { secret: `whsec_${"MDEy".repeat(10)}MDE=` },
  },
  "get /v1/blocklist": { id: "getBlocklist", answer: blocklist },
  "put /v1/blocklist": { id: "replaceBlocklist", body: blocklist, answer: blocklist },
  "get /v1/projection": { id: "getProjection", answer: { behind: 120, oldest_seconds: 3 } },
  "post /v1/projection": {
    id: "projectAgain",
    body: { host: HOST },
    answer: { behind: 5120, oldest_seconds: 0 },
  },
  "get /v1/stats": { id: "getStats", answer: stats },

  "post /v1/link": {
    id: "createLink",
    body: { host: HOST, alias: "spring", ...settings, utm: { source: "poster" }, qr: { theme: "dots" } },
    answer: { data: [link] },
  },
  "get /v1/link": { id: "listLinks", answer: page(link) },
  "get /v1/link/count": { id: "countLinks", answer: { total: 12, paused: 1 } },
  "get /v1/link/{id}": { id: "getLink", answer: link },
  "put /v1/link/{id}": { id: "updateLink", body: { ...edit, forward_query: true }, answer: link },
  "delete /v1/link/{id}": { id: "deleteLink", answer: deleted },

  "post /v1/redirect": {
    id: "createRedirects",
    body: { url: `${HOST}/old-shop/*`, ...settings, forward_path: true },
    answer: { data: [redirect] },
  },
  "get /v1/redirect": { id: "listRedirects", answer: page(redirect) },
  "get /v1/redirect/{id}": { id: "getRedirect", answer: redirect },
  "put /v1/redirect/{id}": { id: "updateRedirect", body: edit, answer: redirect },
  "delete /v1/redirect/{id}": { id: "deleteRedirect", answer: deleted },

  "post /v1/links": {
    id: "createRecord",
    body: { handler: "short-url", host: HOST, alias: "summer", ...settings },
    answer: { data: [generic] },
  },
  "get /v1/links": { id: "listRecords", answer: page(generic) },
  "get /v1/links/facets": { id: "getFacets", answer: facets },
  "get /v1/links/{id}": { id: "getRecord", answer: generic },
  "put /v1/links/{id}": { id: "updateRecord", body: { ...edit, qr: { color: "#1a2b3c" } }, answer: generic },
  "delete /v1/links/{id}": { id: "deleteRecord", answer: deleted },
  "post /v1/links/{id}/pause": { id: "pauseRecord", answer: { ...generic, paused_by: "user" } },
  "post /v1/links/{id}/resume": { id: "resumeRecord", answer: generic },
  "get /v1/links/{id}/qr": {
    id: "drawQr",
    answer: '<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512" viewBox="-4 -4 37 37">…</svg>',
  },
  "get /v1/links/{id}/stats": { id: "getRecordStats", answer: stats },
  "get /v1/links/{id}/history": {
    id: "listHistory",
    answer: { data: changes, meta: { cursor: { ...CURSOR, total: 1 } } },
  },

  "post /v1/bulk/import": {
    id: "importRows",
    body: {
      mode: "upsert",
      rows: [
        { host: HOST, alias: "autumn", destination: "https://example.org/autumn" },
        { url: `${HOST}/old-blog`, destination: "https://example.org/blog", status: 301 },
      ],
    },
    answer: {
      data: [
        { row: 0, result: "created", id: ID },
        { row: 1, result: "failed", id: null, errors: { url: ["is taken already"] } },
      ],
      meta: { created: 1, updated: 0, unchanged: 0, failed: 1 },
    },
  },
  "post /v1/bulk/summary": {
    id: "previewBulk",
    body: { filter: { host: HOST }, destination_find: "/spring", destination_replace: "/summer" },
    answer: preview,
  },

  ...HOST_OPERATIONS,

  "get /v1/files": { id: "listFiles", answer: { data: [file] } },
  "get /v1/files/{name}": { id: "getFile", answer: "<!doctype html><p>Back soon</p>" },
  "put /v1/files/{name}": { id: "storeFile", body: "<!doctype html><p>Back soon</p>", answer: file },
  "delete /v1/files/{name}": { id: "deleteFile", answer: deleted },

  "get /v1/tokens": { id: "listTokens", answer: { data: [token] } },
  "post /v1/tokens": {
    id: "createToken",
    body: { name: token.name, role: token.role, expires: "2126-01-31T09:30:00Z" },
    answer: { ...token, token: `sp_${"0123456789".repeat(4)}` },
  },
  "delete /v1/tokens/{id}": { id: "revokeToken", answer: deleted },

  "get /v1/shared/types": {
    id: "listRedirectTypes",
    answer: {
      data: [{ key: "302", label: "302 Found", description: "For links whose destination may change." }],
    },
  },
  "get /v1/shared/plugins": {
    id: "listPlugins",
    answer: {
      data: [
        {
          key: "sticky",
          label: "Sticky destinations",
          description: "Returning visitors keep theirs.",
          feature: null,
        },
      ],
    },
  },
  "post /v1/recommendation/alias": {
    id: "recommendAlias",
    body: { host: HOST },
    answer: { alias: "k7m2xq" },
  },
};
