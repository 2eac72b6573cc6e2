import { MOMENT } from "../example.ts";
import type { PropertyText } from "../property-text.ts";
import { MAX_HOST_CHARACTERS, MAX_URL_CHARACTERS } from "./limit.ts";

const fallback = { limits: { maxLength: MAX_URL_CHARACTERS } };

/** Describes the properties of hostnames. */
export const HOST_PROPERTIES: Record<string, PropertyText> = {
  "ConnectHostBody.host": {
    text: "The hostname, in any script; `*.example.com` is all hostnames one label below.",
    example: "links.example.com",
    limits: { maxLength: MAX_HOST_CHARACTERS },
  },
  "ProjectAgainBody.host": {
    text: "The hostname whose snapshots are written; all of the workspace without it.",
    example: "go.example.com",
    limits: { maxLength: MAX_HOST_CHARACTERS },
  },
  https_requested: { text: "Whether a certificate is wanted.", example: true },
  force_https: { text: "Whether visitors by http are sent to https.", example: false },
  short_links_enabled: { text: "Whether new short links and QR codes may be made on it.", example: true },
  "UpdateHostBody.expired_url": {
    text: "Where visitors of expired records go. An empty text or null clears it.",
    example: "https://example.org/over",
    ...fallback,
  },
  not_found_url: {
    text: "Where visitors of paths without a record go. An empty text or null clears it.",
    example: "https://example.com/lost",
    ...fallback,
  },
  hsts: {
    text: "The `Strict-Transport-Security` of answers by https; null sends none.",
    example: { max_age: 31536000, include_subdomains: false },
  },
  "hsts.max_age": { text: "Seconds for which browsers use https only.", example: 31536000 },
  "hsts.include_subdomains": { text: "Whether that holds for subdomains, too.", example: false },
  "MoveHostBody.token": {
    text: "An owner's token of the workspace that gets the hostname.",
    example: "sp_0123456789abcdefghijABCDEFGHIJ0123456789",
    limits: { pattern: "^sp_[0-9A-Za-z]{40}$" },
  },
  empty: {
    text: "Whether the hostname may pass although the other workspace has no record on it.",
    example: true,
  },
  domain: { text: "The registrable domain of the hostname.", example: "example.com" },
  default_require: { text: "Which kind of DNS record suits the hostname.", example: "cname" },
  require: { text: "The values of which DNS has to have one.", example: ["edge.signpost.example"] },
  "Hostname.current": { text: "The values that DNS has.", example: ["edge.signpost.example"] },
  "Hostname.errors": { text: "What is wrong with DNS or the certificate.", example: [] },
  scope: { text: "What the error is about.", example: "dns" },
  code: { text: "A word for programs.", example: "wrong_target" },
  ssl_renews_at: { text: "When the certificate is renewed.", example: MOMENT },
  ssl_issued_at: { text: "When the certificate was issued; null before.", example: MOMENT },
  connected_via: { text: "How the hostname was connected.", example: "api" },
  connected_at: { text: "When the hostname was connected.", example: MOMENT },
  dns_verified_at: { text: "When DNS last pointed here.", example: MOMENT },
  "Hostname.created_by": { text: "The user who connected it.", example: { id: "…", name: "Ada Lovelace" } },
  public: { text: "Whether all workspaces may use it.", example: false },
  notice: { text: "What the owner has to do, in a sentence; empty if nothing.", example: "" },
  checked_at: { text: "When DNS was last asked.", example: MOMENT },
  actor: { text: "Who did it.", example: { id: "", name: "Signpost" } },
  held: { text: "Whether the workspace held the hostname.", example: true },
  here: { text: "Records of the caller's workspace.", example: 15 },
  there: { text: "Records of the workspace that has the hostname now.", example: 0 },
};
