import { expect, test } from "vitest";
import { UsageError } from "../../../scripts/support/command.ts";
import { parseDeployRequest } from "../../../scripts/deploy/option.ts";

const given = (over: Record<string, string> = {}) =>
  Object.entries({
    "--admin-host": "admin.example.com",
    "--cname-target": "edge.example.com",
    "--a-targets": "203.0.113.7",
    ...over,
  }).flat();

test("takes what production needs from the options", () => {
  const args = given({
    "--admin-host": "Admin.Example.com, bücher.example",
    "--a-targets": "203.0.113.7,203.0.113.8",
  });
  expect(parseDeployRequest(args, {})).toEqual({
    adminHosts: ["admin.example.com", "xn--bcher-kva.example"],
    cnameTarget: "edge.example.com",
    aTargets: ["203.0.113.7", "203.0.113.8"],
    visit: null,
  });
});

test("takes it from the environment, and from the options before it", () => {
  const env = {
    ADMIN_HOST: "a.example",
    CNAME_TARGET: "edge.example",
    A_TARGETS: "203.0.113.1",
    VISIT_URL: "https://go.example/a",
  };
  expect(parseDeployRequest(["--admin-host", "b.example"], env)).toEqual({
    adminHosts: ["b.example"],
    cnameTarget: "edge.example",
    aTargets: ["203.0.113.1"],
    visit: "https://go.example/a",
  });
});

test("takes no addresses where there are none", () => {
  expect(parseDeployRequest(given({ "--a-targets": "" }), {})).toMatchObject({ aTargets: [] });
});

test("needs nothing for a rehearsal or for help", () => {
  expect(parseDeployRequest(["--dry-run"], {})).toBe("rehearsal");
  expect(parseDeployRequest(["--dry-run", "--help"], {})).toBe("help");
});

test.each([
  ["everything missing", [], "Missing: --admin-host, --cname-target, --a-targets"],
  ["one thing missing", given({ "--cname-target": "" }), "Missing: --cname-target"],
  [
    "an admin host that is a URL",
    given({ "--admin-host": "https://x.example/" }),
    "--admin-host takes a hostname",
  ],
  [
    "an admin host of local development",
    given({ "--admin-host": "localhost" }),
    "--admin-host takes a hostname",
  ],
  ["a wildcard", given({ "--cname-target": "*.example.com" }), "--cname-target takes a hostname"],
  [
    "an address that is none",
    given({ "--a-targets": "203.0.113.7,x" }),
    '--a-targets takes IPv4 addresses, not "x"',
  ],
  [
    "a link to visit that is no URL",
    given({ "--visit": "go.example/a" }),
    "--visit takes the http or https URL",
  ],
  ["an unknown option", ["--force"], "Unknown option '--force'"],
])("refuses %s", (_, args, message) => {
  expect(() => parseDeployRequest(args, {})).toThrow(UsageError);
  expect(() => parseDeployRequest(args, {})).toThrow(message);
});
