import type { OperationText } from "./operation.ts";
import { CURSOR, deleted, HOST, ID, MOMENT, page, user } from "./operation-value.ts";

/** Operations on hostnames. */

const host = {
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
  force_https: false,
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
  expired_url: null,
  not_found_url: null,
  created_at: MOMENT,
  updated_at: MOMENT,
};

export const HOST_OPERATIONS: Record<string, OperationText> = {
  "post /v1/host": { id: "connectHost", body: { host: "links.example.com" }, answer: host },
  "get /v1/host": { id: "listHosts", answer: page(host) },
  "get /v1/host/{host}": { id: "getHost", answer: host },
  "put /v1/host/{host}": {
    id: "updateHost",
    body: { force_https: false, not_found_url: "https://example.com/lost" },
    answer: { ...host, not_found_url: "https://example.com/lost" },
  },
  "delete /v1/host/{host}": { id: "disconnectHost", answer: deleted },
  "post /v1/host/{host}/refresh": { id: "refreshHost", answer: host },
  "post /v1/host/{host}/move": {
    id: "moveHost",
    body: { token: "sp_0123456789abcdefghijABCDEFGHIJ0123456789", empty: true },
    answer: { host: HOST, records: { here: 15, there: 0 } },
  },
  "get /v1/host/{host}/history": {
    id: "listHostHistory",
    answer: {
      data: [
        {
          id: ID,
          old: { held: false },
          new: { held: true },
          reason: "proof",
          actor: { id: "", name: "Signpost" },
          source: "system",
          created_at: MOMENT,
        },
      ],
      meta: { cursor: { ...CURSOR, total: 1 } },
    },
  },
};
