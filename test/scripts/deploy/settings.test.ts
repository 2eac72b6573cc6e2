import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { parseSettings, requireSettings } from "../../../scripts/deploy/settings.ts";
import { readSettings, writeSettings } from "../../../scripts/deploy/settings-file.ts";

const complete = {
  name: "signpost",
  account_id: "a".repeat(32),
  plan: "paid" as const,
  admin_hosts: ["admin.example.com"],
  link_hosts: ["go.example.com"],
  cname_target: "edge.example.com",
  a_targets: [],
};

test("the example is complete but for what the deployment writes", async () => {
  const example = await readSettings("signpost.example.jsonc");
  const { account_id } = complete;
  expect(requireSettings({ ...example, account_id }, "the example")).toMatchObject(complete);
});

test.each([
  [{ admin_host: "x.example" }, "admin_host: is not a setting"],
  [{ name: "Signpost" }, "name: must have 1 to 40 characters"],
  [{ name: "a".repeat(41) }, "name: must have 1 to 40 characters"],
  [{ admin_hosts: [] }, "admin_hosts: must have a hostname"],
  [{ admin_hosts: ["*.example.com"] }, "admin_hosts.0: must not be a wildcard"],
  [{ variables: { BCRYPT_COST: 10 } }, "variables.BCRYPT_COST: must be a text in quotes"],
  [{ d1_database_id: "signpost" }, "d1_database_id: must be the id of a D1 database"],
  [{ access_team: "https://acme.example" }, "access_team: must be the name of a Cloudflare Access team"],
  [{ access_audience: "acme" }, "access_audience: must be the audience tag"],
  [{ log_visits: 2 }, "log_visits: must be a number from 0 to 1"],
  [{ log_visits: -0.1 }, "log_visits: must be a number from 0 to 1"],
  [{ log_visits: "x" }, 'log_visits: must be a number from 0 to 1, not "x"'],
  [{ databases: 0 }, "databases: must be an integer from 1 to 100"],
  [{ databases: 101 }, "databases: must be an integer from 1 to 100"],
  [{ databases: 1.5 }, "databases: must be an integer from 1 to 100"],
  [{ databases: "2" }, 'databases: must be an integer from 1 to 100, not "2"'],
  [{ further_database_ids: ["x"] }, "further_database_ids.0: must be the id of a D1 database"],
  [{ observability: {} }, "observability: is not a setting"],
  [{ location: "eu" }, 'location: must be one of wnam, enam, weur, eeur, apac, oc, not "eu"'],
  [{ jurisdiction: "de" }, 'jurisdiction: must be one of eu, us, fedramp, not "de"'],
  [{ backup_bucket: "A" }, "backup_bucket: must have 3 to 63 characters"],
])("names the wrong setting of %j", (settings, message) => {
  expect(() => parseSettings(settings, "signpost.jsonc")).toThrow(message);
});

test.each([
  [{ name: "signpost" }, "lacks: account_id, plan, admin_hosts"],
  [{ ...complete, plan: "free" as const, databases: 2 }, "databases must be 1 on the free plan"],
  [{ ...complete, further_database_ids: ["x"] }, "databases must be 2 or more, because there are 2 already"],
  [{ ...complete, link_hosts: ["admin.example.com"] }, "cannot be in admin_hosts and in link_hosts"],
  [{ ...complete, link_hosts: ["a.edge.example.com"] }, "it is below one of the platform"],
  [{ ...complete, link_hosts: ["example.com"] }, "Set cname_target to a name of another domain"],
  [{ ...complete, link_hosts: ["*.example.com"] }, "it covers admin.example.com of admin_hosts"],
  [
    {
      ...complete,
      admin_hosts: ["admin.example.net"],
      link_hosts: ["example.com"],
      saas_zone: "example.com",
    },
    "Use another domain for these links, or another saas_zone",
  ],
  [
    { ...complete, access_team: "acme" },
    "lacks access_audience: access_team and access_audience go together",
  ],
  [{ ...complete, access_audience: "a".repeat(64) }, "lacks access_team"],
  [
    { ...complete, location: "weur" as const, jurisdiction: "eu" as const },
    "has both location and jurisdiction",
  ],
  [{ ...complete, saas_zone: "example.net" }, "must be a name of saas_zone example.net"],
])("refuses %j", (settings, message) => {
  expect(() => requireSettings(settings, "signpost.jsonc")).toThrow(message);
});

describe("the file", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "settings-"));
  });
  afterEach(() => rm(folder, { recursive: true }));

  test("is made where there is none", async () => {
    const file = join(folder, "new/signpost.jsonc");
    expect(await readSettings(file)).toBeNull();
    await writeSettings(file, complete);
    expect(await readSettings(file)).toEqual(complete);
    const text = await readFile(file, "utf8");
    expect(text).toMatch(/^\/\/ The settings of this installation/);
    expect(text.indexOf('"name"')).toBeLessThan(text.indexOf('"plan"'));
  });

  test("keeps comments, order and unchanged settings", async () => {
    const file = join(folder, "signpost.jsonc");
    const text = '{\n  // ours\n  "plan": "paid", // five dollars\n  "name": "signpost",\n}\n';
    await writeFile(file, text);
    await writeSettings(file, { name: "signpost", plan: "paid" });
    expect(await readFile(file, "utf8")).toBe(text);
    await writeSettings(file, { name: "signpost", plan: "free" });
    expect(await readFile(file, "utf8")).toBe(text.replace('"paid"', '"free"'));
  });

  test("that cannot be read is named with the line", async () => {
    const file = join(folder, "signpost.jsonc");
    await writeFile(file, '{\n  "plan": paid\n}');
    await expect(readSettings(file)).rejects.toThrow(`${file}, line 2: InvalidSymbol`);
  });
});
