import { describe, expect, test } from "vitest";
import { UsageError } from "../../../scripts/support/command.ts";
import { parseDeployOptions } from "../../../scripts/deploy/option.ts";
import { PROJECT_FOLDER } from "../../../scripts/support/project.ts";

const parse = (...args: string[]) => parseDeployOptions(args, {});

test("takes settings from the command line, hostnames as A-labels", () => {
  expect(
    parse(
      "--plan=paid",
      "--location=weur",
      "--admin-host=Admin.Example.com, bücher.example",
      "--link-host=*.example.com",
      "--cname-target=edge.example.com",
      "--a-targets=203.0.113.7,203.0.113.8",
      "--access-team=acme",
      `--access-audience=${"0a".repeat(32)}`,
      "--visit=https://go.example/a",
      "--workspace= Acme ",
    ),
  ).toEqual({
    settings: `${PROJECT_FOLDER}/signpost.jsonc`,
    name: null,
    given: {
      plan: "paid",
      location: "weur",
      admin_hosts: ["admin.example.com", "xn--bcher-kva.example"],
      link_hosts: ["*.example.com"],
      cname_target: "edge.example.com",
      a_targets: ["203.0.113.7", "203.0.113.8"],
      access_team: "acme",
      access_audience: "0a".repeat(32),
    },
    workspace: "Acme",
    visit: "https://go.example/a",
    removesDomains: false,
    isRehearsal: false,
  });
});

test("gives nothing that the command line does not say, and an empty list for an empty text", () => {
  expect(parse()?.given).toEqual({});
  expect(parse("--a-targets", "")?.given).toEqual({ a_targets: [] });
});

describe("the settings file", () => {
  test("is one of its own for each name", () => {
    expect(parse("--name", "staging")).toMatchObject({
      name: "staging",
      settings: `${PROJECT_FOLDER}/signpost.staging.jsonc`,
    });
  });

  test("is the one that the option or the environment names", () => {
    expect(parse("--settings", "/etc/a.jsonc")?.settings).toBe("/etc/a.jsonc");
    const env = { SIGNPOST_SETTINGS: "/etc/b.jsonc" };
    expect(parseDeployOptions([], env)?.settings).toBe("/etc/b.jsonc");
    expect(parseDeployOptions(["--settings", "/etc/a.jsonc"], env)?.settings).toBe("/etc/a.jsonc");
  });
});

test("asks for help before it looks at anything else", () => {
  expect(parse("--dry-run", "--help")).toBeNull();
});

test.each([
  [
    "an admin host that is a URL",
    ["--admin-host", "https://x.example/"],
    '--admin-host: must be a hostname such as links.example.com, not "https://x.example/"',
  ],
  ["an admin host of local development", ["--admin-host", "localhost"], "--admin-host: must be a hostname"],
  ["a wildcard as target", ["--cname-target", "*.example.com"], "--cname-target: must not be a wildcard"],
  [
    "an address that is none",
    ["--a-targets", "203.0.113.7,x"],
    '--a-targets: must be an IPv4 address, not "x"',
  ],
  ["an unknown plan", ["--plan", "enterprise"], '--plan: must be "paid" or "free", not "enterprise"'],
  ["a team that is none", ["--access-team", "Acme Inc"], "--access-team: must be the name of"],
  ["an audience that is none", ["--access-audience", "abc"], "--access-audience: must be the audience tag"],
  ["a link to visit that is no URL", ["--visit", "go.example/a"], "--visit takes the http or https URL"],
  ["a name that no Worker can have", ["--name", "My_Shop"], "--name takes"],
  ["a name beside a file", ["--name", "a", "--settings", "b"], "either --name or --settings"],
  ["an empty name of a workspace", ["--workspace", " "], "--workspace takes"],
  ["an unknown option", ["--force"], "Unknown option '--force'"],
])("refuses %s", (_, args, message) => {
  expect(() => parse(...args)).toThrow(UsageError);
  expect(() => parse(...args)).toThrow(message);
});
