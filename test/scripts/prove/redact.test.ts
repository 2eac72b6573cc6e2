import { describe, expect, test } from "vitest";
import { createRedaction } from "../../../scripts/prove/redact.ts";

function redactionOf(isWithHostnames = false) {
  const redaction = createRedaction(isWithHostnames);
  redaction.addHost("admin", "admin.acme.example");
  redaction.addHost("link", "go.acme.example");
  redaction.addHost("link", "*.links.example");
  redaction.addHost("target", "edge.acme.example");
  redaction.addHost("zone", "acme.example");
  redaction.addHost("zone", "links.example");
  redaction.addHost("customer", "www.customer.example");
  redaction.addText("signpost-acme", "signpost");
  redaction.addText("signpost", "signpost");
  redaction.addText("a-secret-of-the-operator", "SECRET");
  redaction.addText("", "NOTHING");
  return redaction;
}

const ID = "0123456789abcdef0123456789abcdef";
const UUID = "0198c0de-7a10-7000-8000-000000000001";

describe("[25.20] a report has no", () => {
  test.each([
    ["hostname", "https://go.acme.example/a is there", "https://link-1/a is there"],
    ["hostname in capitals", "GO.Acme.Example", "link-1"],
    ["admin host", "admin.acme.example.", "admin-1."],
    ["wildcard", "*.links.example", "link-2"],
    ["name below a wildcard", "proof-1a.links.example answers", "link-2 answers"],
    ["target", "CNAME go.acme.example k7m2.edge.acme.example", "CNAME link-1 target-1"],
    ["zone, nor a name below it", "shop.acme.example, acme.example", "zone-1, zone-1"],
    ["hostname of other people", "www.customer.example", "customer-1"],
    ["URL of anybody else", "fetch of https://third.example/x failed", "fetch of https://other/x failed"],
    ["name of the installation", "/scripts/signpost-acme/secrets", "/scripts/signpost/secrets"],
    ["secret", "Bearer a-secret-of-the-operator", "Bearer SECRET"],
    ["token", "sp_0a1B2c", "SECRET"],
    ["secret that signs", "whsec_abc", "SECRET"],
    ["id", `GET /accounts/${ID}/queues`, "GET /accounts/ID/queues"],
    ["id of a database", `/d1/database/${UUID}`, "/d1/database/ID"],
    ["tag of Access", ID + ID, "ID"],
    ["address of a person", "ada.l+x@mail.acme.example did it", "EMAIL did it"],
    ["IPv4 address", "from location: 192.0.2.7 [code 9109]", "from location: ADDRESS [code 9109]"],
    [
      "IPv4 address with its port",
      "connect ECONNREFUSED 192.0.2.7:443.",
      "connect ECONNREFUSED ADDRESS:443.",
    ],
    ["IPv6 address", "leads to 2606:4700::1: make it", "leads to ADDRESS: make it"],
  ])("%s", (_, text, expected) => {
    expect(redactionOf().redact(text)).toBe(expected);
  });
});

test.each([
  "Signpost 0.2.1 answered in 13 ms.",
  "https://api.cloudflare.com/client/v4 and https://example.com/signpost-proof/1?a=%2f",
  "The cron trigger * * * * * ran at 2026-01-01T03:00:00.000Z.",
  "signpost-clicks-dead, wrangler.toml, signpost-2026-11-22.ndjson",
  "other.acme.example.evil",
])("other words stay: %s", (text) => {
  expect(redactionOf().redact(text)).toBe(text);
});

test("hostnames stay if they are asked for, and nothing else does", () => {
  expect(redactionOf(true).redact(`https://go.acme.example ${ID} https://third.example`)).toBe(
    "https://go.acme.example ID https://third.example",
  );
});

test("a hostname has one name, whatever it is added as", () => {
  const redaction = redactionOf();
  redaction.addHost("customer", "go.acme.example");
  redaction.addHost("customer", "next.example");
  expect(redaction.redact("go.acme.example next.example")).toBe("link-1 customer-2");
});
