import { expect, test } from "vitest";
import type { Prompt } from "../../../scripts/deploy/prompt.ts";
import { completeSettings } from "../../../scripts/deploy/question.ts";
import type { SettingsDraft } from "../../../scripts/deploy/settings.ts";

const zone = (name: string) => ({ id: `id-of-${name}`, name, status: "active" });

/** Answers choices in turn, and takes what is suggested for texts that `texts` does not answer. */
function answering(...choices: string[]) {
  const asked: string[] = [];
  const texts: [question: string, answer: string][] = [];
  const prompt: Prompt = {
    async text(message, initial, problemOf) {
      asked.push(message);
      const given = texts.filter(([question]) => message.includes(question)).map(([, answer]) => answer);
      // As the terminal does: it asks until nothing is wrong.
      return [...given, initial].find((answer) => problemOf(answer) === null) ?? "";
    },
    async select<T extends string>(message: string) {
      asked.push(message);
      return choices.shift() as T;
    },
    confirm: () => Promise.reject(new Error("not asked")),
    secret: () => Promise.reject(new Error("not asked")),
  };
  return { prompt, asked, texts };
}

const complete = (draft: SettingsDraft, prompt: Prompt | null, zones = [zone("acme.example")]) =>
  completeSettings(
    { account_id: "a".repeat(32), ...draft, name: "signpost" },
    { prompt, zones, subdomain: async () => "tester.workers.dev", from: "signpost.jsonc" },
  );

test("suggests hostnames of the only zone", async () => {
  const { prompt } = answering("paid", "domain", "near");
  expect(await complete({}, prompt)).toMatchObject({
    plan: "paid",
    admin_hosts: ["admin.acme.example"],
    link_hosts: ["go.acme.example"],
    cname_target: "edge.acme.example",
    a_targets: [],
  });
});

test("asks which zone, and for the target of other people's hostnames", async () => {
  const { prompt } = answering("paid", "saas", "shop.example", "near");
  expect(await complete({}, prompt, [zone("acme.example"), zone("shop.example")])).toMatchObject({
    admin_hosts: ["admin.shop.example"],
    saas_zone: "shop.example",
    cname_target: "edge.shop.example",
  });
});

test("asks for Cloudflare Access: both settings, or none of them", async () => {
  const none = await complete({}, answering("paid", "domain", "near").prompt);
  expect([none.access_team, none.access_audience]).toEqual([undefined, undefined]);
  const { prompt, texts } = answering("paid", "domain", "near");
  texts.push(
    ["Team", "https://acme.example"],
    ["Team", "acme"],
    ["Audience", "acme"],
    ["Audience", "0a".repeat(32)],
  );
  expect(await complete({}, prompt)).toMatchObject({ access_team: "acme", access_audience: "0a".repeat(32) });
});

test("needs no domain on workers.dev", async () => {
  const { prompt } = answering("free", "workers-dev", "near");
  expect(await complete({}, prompt, [])).toMatchObject({
    workers_dev: true,
    admin_hosts: ["signpost.tester.workers.dev"],
    link_hosts: ["signpost-links.tester.workers.dev"],
  });
});

test.each([
  ["near", {}],
  ["oc", { location: "oc" }],
  ["eu", { jurisdiction: "eu" }],
])("asks where the database shall be: %s", async (answer, place) => {
  const { location, jurisdiction } = await complete({}, answering("paid", "domain", answer).prompt);
  expect({ location, jurisdiction }).toEqual({ location: undefined, jurisdiction: undefined, ...place });
});

test.each([
  { d1_database_id: "00000000-0000-4000-8000-000000000001" },
  { location: "weur" as const },
  { jurisdiction: "eu" as const },
])("does not ask where the database shall be once that is settled: %j", async (settled) => {
  const { prompt, asked } = answering("paid", "domain");
  await complete(settled, prompt);
  expect(asked.filter((question) => question.includes("database"))).toEqual([]);
});

test("asks nothing that the settings have", async () => {
  const { prompt, asked } = answering();
  const settings = {
    plan: "paid" as const,
    location: "weur" as const,
    admin_hosts: ["api.acme.example"],
    link_hosts: ["go.acme.example"],
  };
  expect(await complete(settings, prompt)).toMatchObject({ ...settings, cname_target: "edge.acme.example" });
  expect(asked).toEqual([]);
});

test.each(["acme.example", "*.acme.example"])(
  "takes a target outside the domain where it is for links: %s",
  async (host) => {
    const settings = { plan: "paid" as const, admin_hosts: ["admin.shop.example"], link_hosts: [host] };
    const own = { ...settings, admin_hosts: ["admin.acme.example"] };
    const given = host.startsWith("*") ? settings : own;
    const zones = [zone("acme.example"), zone("shop.example")];
    const target = given === own ? "signpost.tester.workers.dev" : "edge.shop.example";
    expect(await complete(given, null, zones)).toMatchObject({ cname_target: target });
  },
);

test("does not turn an installation on a domain into a try on workers.dev", async () => {
  const settings = { plan: "paid" as const, admin_hosts: ["api.acme.example"], workers_dev: true };
  await expect(complete(settings, null)).rejects.toThrow("admin_hosts has api.acme.example");
});

test("names the missing options without a terminal", async () => {
  await expect(complete({}, null)).rejects.toThrow("--plan (paid or free), --admin-host, --link-host");
  await expect(complete({ plan: "paid", admin_hosts: ["api.acme.example"] }, null)).rejects.toThrow(
    "Missing: --link-host.",
  );
});
