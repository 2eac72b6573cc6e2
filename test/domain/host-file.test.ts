import { describe, expect, it } from "vitest";
import { readHostFile, type HostFileName } from "../../src/domain/host-file.ts";
import type { FieldErrors } from "../../src/domain/field-error.ts";
import { iconBytes } from "../support/icon.ts";

const NOW_MS = Date.UTC(2026, 0, 1);

function read(name: HostFileName, content: string | Uint8Array, type = "text/plain") {
  const errors: FieldErrors = {};
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  const text = readHostFile(name, { type, bytes }, NOW_MS, errors);
  return { text, codes: Object.entries(errors).map(([field, reasons]) => [field, reasons[0]?.code]) };
}

const AASA = "apple-app-site-association";
const DETAIL = { appIDs: ["ABCDE12345.com.example.app"], components: [{ "/": "/app/*" }] };
const STATEMENT = {
  relation: ["delegate_permission/common.handle_all_urls"],
  target: { namespace: "android_app", package_name: "com.example.app", sha256_cert_fingerprints: ["14:6D"] },
};
const SECURITY = "Contact: mailto:security@example.com\nExpires: 2026-12-31T00:00:00Z\n";

describe("[35.15] the content of a file", () => {
  it.each<[string, HostFileName, string | Uint8Array, string?]>([
    ["app links by appIDs", AASA, JSON.stringify({ applinks: { details: [DETAIL] } })],
    [
      "app links as they were written before",
      AASA,
      JSON.stringify({
        applinks: { apps: [], details: [{ appID: "A.b", paths: ["*"] }] },
        webcredentials: {},
      }),
    ],
    ["passkeys alone", AASA, '{"webcredentials": {"apps": ["A.b"]}}'],
    ["App Clips alone", AASA, '{"appclips": {"apps": ["A.b.Clip"]}}'],
    ["links of apps without paths", AASA, '{"applinks": {"details": [{"appIDs": ["A.b"]}]}}'],
    ["a statement", "assetlinks.json", JSON.stringify([STATEMENT])],
    ["a contact and an end", "security.txt", SECURITY],
    [
      "several contacts, in any letter case",
      "security.txt",
      `# ours\r\ncontact: tel:+1-201-555-0123\r\n${SECURITY}`,
    ],
    [
      "a signed text with its signature",
      "security.txt",
      `-----BEGIN PGP SIGNED MESSAGE-----\r\nHash: SHA512\r\n\r\n${SECURITY}-----BEGIN PGP SIGNATURE-----\n\niQIz/+A==\n=Zx1\n-----END PGP SIGNATURE-----\n`,
    ],
    [
      "other fields, known and unknown",
      "security.txt",
      `${SECURITY}Policy: https://x.example/p\nNew-One: yes`,
    ],
    ["a statement of another file", "assetlinks.json", '[{"include": "https://x.example/assetlinks.json"}]'],
    ["fields that nobody knows", "robots.txt", "Content-Signal: ai-train=no\nUser agent: *\nx_y: 1\tz"],
    ["a signed text", "security.txt", `-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\n${SECURITY}`],
    [
      "fields and comments",
      "robots.txt",
      "\uFEFF# none\nUser-agent: *\r\nDisallow:\n\nSitemap: https://x.example/s.xml",
    ],
    ["an icon", "favicon.ico", iconBytes(), "image/x-icon"],
    [
      "an SVG",
      "favicon.ico",
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0"/></svg>',
      "image/svg+xml",
    ],
  ])("may be %s", (_, name, content, type) => {
    expect(read(name, content, type).codes).toEqual([]);
  });

  it.each<[string, HostFileName, string | Uint8Array, string, string, string?]>([
    ["no JSON", AASA, "{", "body", "not_json"],
    ["no app links", AASA, "{}", "applinks", "member_missing"],
    ["null", AASA, "null", "applinks", "member_missing"],
    ["app links that are a text", AASA, '{"applinks": "all"}', "applinks", "member_missing"],
    ["app links without details", AASA, '{"applinks": {}}', "applinks", "member_missing"],
    [
      "app links whose details are no list",
      AASA,
      '{"applinks": {"details": 1}}',
      "applinks",
      "member_missing",
    ],
    [
      "an entry that is a text",
      AASA,
      '{"applinks": {"details": ["x"]}}',
      "details.0.appIDs",
      "member_missing",
    ],
    [
      "an entry that is null",
      AASA,
      '{"applinks": {"details": [null]}}',
      "details.0.appIDs",
      "member_missing",
    ],
    [
      "an entry without an app",
      AASA,
      '{"applinks": {"details": [{"appID": "A.b"}, {"paths": ["*"]}]}}',
      "details.1.appIDs",
      "member_missing",
    ],
    [
      "an app in place of a list",
      AASA,
      '{"applinks": {"details": [{"appIDs": "A.b"}]}}',
      "details.0.appIDs",
      "member_missing",
    ],
    [
      "a list with a number",
      AASA,
      '{"applinks": {"details": [{"appIDs": ["A.b", 1]}]}}',
      "details.0.appIDs",
      "member_missing",
    ],
    [
      "components that are texts",
      AASA,
      '{"applinks": {"details": [{"appIDs": ["A.b"], "components": ["/a"]}]}}',
      "details.0.components",
      "member_missing",
    ],
    [
      "paths that are a text",
      AASA,
      '{"applinks": {"details": [{"appID": "A.b", "paths": "*"}]}}',
      "details.0.paths",
      "member_missing",
    ],
    ["passkeys without apps", AASA, '{"webcredentials": {}}', "applinks", "member_missing"],
    [
      "passkeys beside wrong links",
      AASA,
      '{"applinks": 1, "webcredentials": {"apps": []}}',
      "applinks",
      "member_missing",
    ],
    ["no list", "assetlinks.json", JSON.stringify(STATEMENT), "body", "not_statements"],
    [
      "a statement without relation",
      "assetlinks.json",
      JSON.stringify([STATEMENT, { target: STATEMENT.target }]),
      "1.relation",
      "member_missing",
    ],
    ["a statement that is null", "assetlinks.json", "[null]", "0.relation", "member_missing"],
    ["no contact", "security.txt", "Expires: 2026-12-31T00:00:00Z", "Contact", "not_contact_uri"],
    [
      "an address without mailto:",
      "security.txt",
      SECURITY.replace("mailto:", ""),
      "Contact",
      "not_contact_uri",
    ],
    [
      "a contact by http",
      "security.txt",
      SECURITY.replace("mailto:", "http://"),
      "Contact",
      "not_contact_uri",
    ],
    [
      "one of two contacts by http",
      "security.txt",
      `${SECURITY}contact: http://x.example`,
      "Contact",
      "not_contact_uri",
    ],
    ["a contact without a URI", "security.txt", `${SECURITY}Contact:`, "Contact", "not_contact_uri"],
    ["a policy by http", "security.txt", `${SECURITY}Policy: http://x.example/`, "Policy", "not_contact_uri"],
    ["a page around its fields", "security.txt", `<pre>\n${SECURITY}</pre>`, "body", "robots_line"],
    ["lines that end in CR alone", "security.txt", SECURITY.replaceAll("\n", "\r"), "body", "robots_line"],
    ["a control character", "security.txt", `${SECURITY}# \u0007`, "body", "robots_line"],
    [
      "a statement without target",
      "assetlinks.json",
      JSON.stringify([{ relation: ["r"], target: {} }]),
      "0.target",
      "member_missing",
    ],
    ["no end", "security.txt", "Contact: https://example.com/security", "Expires", "member_once"],
    ["two ends", "security.txt", `${SECURITY}Expires: 2026-12-31T00:00:00Z`, "Expires", "member_once"],
    [
      "an end in the past",
      "security.txt",
      SECURITY.replace("2026-12", "2025-12"),
      "Expires",
      "not_in_future",
    ],
    [
      "an end that is no moment",
      "security.txt",
      SECURITY.replace("T00:00:00Z", ""),
      "Expires",
      "not_timestamp",
    ],
    ["a page", "robots.txt", "User-agent: *\n<!doctype html>", "body", "robots_line"],
    ["a NUL in a comment", "robots.txt", "# \0", "body", "robots_line"],
    ["a binary", "robots.txt", "\u007fELF:\u0001", "body", "robots_line"],
    [
      "an icon of something else",
      "favicon.ico",
      iconBytes().fill(0x3c, 22),
      "body",
      "not_ico",
      "image/x-icon",
    ],
    ["a NUL", "robots.txt", "Disallow: /\0", "body", "robots_line"],
    ["a cut icon", "favicon.ico", iconBytes().slice(0, -1), "body", "not_ico", "image/x-icon"],
    ["an icon without pictures", "favicon.ico", iconBytes(0), "body", "not_ico", "image/x-icon"],
    ["another picture", "favicon.ico", new Uint8Array(30), "body", "not_ico", "image/x-icon"],
    ["a script", "favicon.ico", "<svg><script/></svg>", "body", "svg_xmlns", "image/svg+xml"],
  ])("may not be %s", (_, name, content, field, code, type) => {
    expect(read(name, content, type).codes).toContainEqual([field, code]);
  });

  it("has at most 128 kB", () => {
    const lines = "# 34567 9\n".repeat(12_800);
    expect(read("robots.txt", lines).codes).toEqual([]);
    expect(read("robots.txt", `${lines}#`).codes).toEqual([["body", "too_many_bytes"]]);
  });
});
