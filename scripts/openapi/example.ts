import { emptyValues, pickSettings } from "../../src/domain/field/field.ts";
import { HOST_FIELDS } from "../../src/domain/field/host.ts";
import { RECORD_FIELDS } from "../../src/domain/field/record.ts";
import { showFields } from "../../src/admin/schema/kind.ts";

/** Values that the examples of the operations share. */

export const ID = "0198c0de-7a10-7000-8000-000000000001";
const USER_ID = "0198c0de-7a10-7000-8000-000000000003";
export const MOMENT = "2026-01-31T09:30:00.000Z";
export const HOST = "go.example.com";
export const CURSOR = { current: null, prev: null, next: null, count: 1 };
export const user = { id: USER_ID, name: "Ada Lovelace" };
export const deleted = { data: null };
export const page = (item: unknown) => ({ data: [item], meta: { cursor: CURSOR } });

const WORKSPACE_ID = "0198c0de-7a10-7000-8000-000000000002";
export const TOKEN_ID = "0198c0de-7a10-7000-8000-000000000004";
const NO_UTM = { source: "", medium: "", campaign: "", term: "", content: "" };

const common = {
  ...showFields(RECORD_FIELDS, emptyValues(RECORD_FIELDS)),
  id: ID,
  host: HOST,
  https: true,
  file: null,
  destination: "https://example.org/spring",
  destinations: ["https://example.org/spring"],
  destination_routing: "primary",
  rules: [
    {
      id: "9f2c11aa",
      name: "Germany",
      if: { country: ["DE"] },
      not: {},
      destination: "https://example.org/de",
      destinations: ["https://example.org/de"],
      destination_routing: "primary",
    },
  ],
  plugins: [],
  has_password: false,
  title: "Spring sale",
  paused_by: null,
  forward_query: true,
  utm: { ...NO_UTM, source: "poster" },
  monitor: "off",
  tags: ["spring"],
  created_by: USER_ID,
  created_via: "api",
  created_at: MOMENT,
  updated_at: MOMENT,
  expired_at: null,
  max_clicks: 500,
  clicks_left: 458,
  preview: { title: "Spring sale", image: "https://example.org/spring.png" },
  managed_by: null,
  clicks_before: 0,
  warnings: [],
  warning_codes: [],
};

export const link = {
  ...common,
  alias: "spring",
  url: `https://${HOST}/spring`,
  type: "302",
  status: "302",
  qr: {
    theme: "dots",
    eyes: "theme",
    color: "#1a2b3c",
    background: "#ffffff",
    frame: "none",
    caption: "",
    logo: false,
    show_url: false,
    margin: "4",
  },
};
export const redirect = {
  ...common,
  tld: "com",
  url: `https://${HOST}/old-shop/*`,
  type: "301",
  status: "301",
};
export const blocklist = { hosts: ["phishing.example", "xn--bcher-kva.example"] };
export const anyRecord = { ...link, handler: "short-url", total_clicks: 42, creator: user };

export const workspace = {
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
  branding: {
    name: "Acme",
    logo: "logo.svg",
    color: "#0b57d0",
    link: "https://example.com/",
    contact: "mailto:links@example.com",
    hide_mark: true,
    gate_title: null,
  },
  pages: null,
  analytics_enabled: true,
  can_use_nameservers: false,
};
export const named = { id: WORKSPACE_ID, name: workspace.name };

export const token = {
  id: TOKEN_ID,
  name: "build server",
  role: "editor",
  hosts: [HOST],
  tags: null,
  only: null,
  created_at: MOMENT,
  expires_at: "2126-01-31T09:30:00.000Z",
  last_used_at: null,
};
export const doorKey = {
  ...token,
  name: "blog",
  expires_at: null,
  url: `https://signpost.example/yourls/${TOKEN_ID}/yourls-api.php`,
};
export const member = {
  id: USER_ID,
  name: user.name,
  email: "ada@example.com",
  role: "editor",
  hosts: [HOST],
  tags: null,
  created_at: MOMENT,
  invitation: null,
};
export const file = {
  name: "soon.html",
  type: "text/html",
  size: 30,
  created_at: MOMENT,
  updated_at: MOMENT,
};

export const EVENT_ID = "0198c0de-7a10-7000-8000-000000000005";
export const webhook = {
  id: ID,
  url: "https://hooks.example.com/signpost",
  events: ["link.created", "record.broken"],
  hosts: [HOST],
  enabled: true,
  disabled_at: null,
  disabled_reason: null,
  failing_since: null,
  created_at: MOMENT,
  updated_at: MOMENT,
};
export const delivery = {
  id: EVENT_ID,
  type: "link.created",
  state: "waiting",
  attempts: 1,
  status: 503,
  reason: "status 503",
  reason_code: { code: "status_code", values: { status: 503 } },
  created_at: MOMENT,
  attempted_at: MOMENT,
  next_attempt_at: "2026-01-31T09:31:00.000Z",
  payload: `{"type":"link.created","timestamp":"${MOMENT}","payload_version":1,"data":{}}`,
};

export const facets = {
  total: 15,
  hosts: [{ value: HOST, count: 15 }],
  hosts_total: 1,
  tags: ["spring"],
  untagged: 3,
  qr: { qr_codes: 2, links_with_qr: 4 },
  kinds: { link: 10, qr: 2, redirect: 3, migration: 0, html: 0 },
  handlers: { "short-url": 10, qr: 2, redirect: 3, migration: 0 },
  health: { paused: 1, broken: 0, dns_issue: 0, no_clicks: 5 },
  created: { last_7_days: 2, last_30_days: 9 },
  last_changed_at: MOMENT,
  refreshing: false,
};
export const preview = {
  total: 1,
  by_kind: { link: 1, qr: 0, redirect: 0, migration: 0 },
  paused: 0,
  recent_traffic: { links: 1, visits: 42, weeks: 4, since: "2026-01-05T00:00:00.000Z" },
  changed: 1,
  conflicts: 0,
  invalid: 0,
  sample: [{ id: ID, url: link.url, from: "https://example.org/spring", to: "https://example.org/summer" }],
};
const change = {
  id: ID,
  actor: { id: USER_ID, name: token.name },
  source: "api",
  change: null,
  undoes: null,
  created_at: MOMENT,
};
export const changes = [{ ...change, old: { status: "active" }, new: { status: "paused" } }];

export const activity = [
  {
    id: ID,
    kind: "record",
    action: "changed",
    subject: ID,
    name: `${HOST}/spring`,
    host: HOST,
    fields: ["status"],
    old: { status: "active" },
    new: { status: "paused" },
    undoes: null,
    actor: { id: USER_ID, name: token.name },
    token: TOKEN_ID,
    source: "api",
    created_at: MOMENT,
  },
];

export const settings = { destination: "https://example.org/spring", title: "Spring sale", tags: ["spring"] };
export const edit = {
  destination: "https://example.org/summer",
  status: 307,
  expires: null,
  rules: [{ if: { country: ["DE"] }, destination: "https://example.org/de" }],
};

const HOST_SETTINGS = pickSettings(HOST_FIELDS);

export const host = {
  ...showFields(HOST_SETTINGS, emptyValues(HOST_SETTINGS)),
  host: HOST,
  held: true,
  proof: "cname",
  domain: "example.com",
  correct: true,
  default_require: "cname",
  require: [`CNAME ${HOST} k7m2c9x4q8wd.edge.signpost.example`],
  current: [`CNAME ${HOST} k7m2c9x4q8wd.edge.signpost.example`],
  errors: [],
  counts: ["short-url:12", "redirect:3"],
  https_requested: true,
  ssl_renews_at: null,
  ssl_issued_at: MOMENT,
  connected_via: "api",
  connected_at: MOMENT,
  dns_verified_at: MOMENT,
  created_by: user,
  short_links_enabled: true,
  public: true,
  notice: "",
  checked_at: MOMENT,
  hsts: { max_age: 86_400, include_subdomains: false },
  misses: "unmatched",
  branding: null,
  pages: { "404": "lost.html", "410": null, paused: null },
  created_at: MOMENT,
  updated_at: MOMENT,
};
