import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { NO_FACETS } from "../../../src/domain/record-facets.ts";
import { continueCount } from "../../../src/services/count/counting.ts";
import { finishChange, runOneStep } from "../../support/change.ts";
import { sha256Hex } from "../../../src/runtime/digest.ts";
import { hashToken } from "../../../src/services/token/token.ts";
import {
  addToken,
  connectHost,
  createSite,
  expectRefused,
  requireOk,
  type Site,
} from "../../support/site.ts";

/** Tags as folders: what a member or token that is limited to some may do (contract 27.15 to 27.20). */

let site: Site;
let second: string;

beforeAll(async () => {
  site = await createSite();
  second = await connectHost(site);
});

const asToken =
  (token: string): Site["call"] =>
  (method, path, body, headers) =>
    site.call(method, path, body, { ...headers, Authorization: `Bearer ${token}` });

async function limitedTo(limits: { tags?: string[]; hosts?: string[] }): Promise<Site["call"]> {
  return asToken(await addToken(site.id, limits));
}

const address = () => `p${crypto.randomUUID()}@example.com`;
const member = async (fields: object) =>
  requireOk(await site.call("POST", "/members", { email: address(), name: "P", role: "editor", ...fields }))
    .body;

const aliases = async (call: Site["call"], query = "") =>
  requireOk(await call("GET", `/links${query}`)).body.data.map(({ alias }: { alias: string }) => alias);

describe("[27.16] a record", () => {
  it("that is made has one of the tags of its maker, in any letter case", async () => {
    const call = await limitedTo({ tags: ["Sales", "Events"] });
    for (const tags of [undefined, [], ["spring"]]) {
      const refused = await call("POST", "/link", { host: site.host, tags });
      expectRefused(refused, "tags");
      expect(refused.body.errors.tags).toEqual([expect.stringContaining("Sales, Events")]);
    }
    const fields = { host: site.host, alias: "made", tags: ["spring", "EVENTS"] };
    requireOk(await call("POST", "/link", fields));
    expect(await aliases(call)).toContain("made");
    expectRefused(await call("POST", "/redirect", { url: `${site.host}/moved` }), "tags");
    requireOk(await call("POST", "/redirect", { url: `${site.host}/moved`, tags: ["sales"] }));
  });

  it("keeps one of the tags of whoever changes it", async () => {
    const call = await limitedTo({ tags: ["Kept", "Held"] });
    const { id } = await site.createLink({ tags: ["kept", "other"] });
    for (const tags of [[], null, ["other"]]) {
      expectRefused(await call("PUT", `/links/${id}`, { tags }), "tags");
    }
    requireOk(await call("PUT", `/links/${id}`, { tags: ["held"], title: "Moved" }));
    requireOk(await call("POST", `/links/${id}/pause`));
    expect(requireOk(await site.call("GET", `/links/${id}`)).body.tags).toEqual(["held"]);
  });

  it("gives records single paths only, so that no other path is answered", async () => {
    const call = await limitedTo({ tags: ["wide"] });
    const fields = { destinations: ["https://a.example/"], tags: ["wide"] };
    for (const path of ["/*", "/shop/*", "/p/:id"]) {
      expectRefused(
        await call("POST", "/redirect", { ...fields, url: `https://${site.host}${path}` }),
        "url",
      );
    }
    const made = async (by: typeof call, path: string): Promise<string> =>
      requireOk(await by("POST", "/redirect", { ...fields, url: `https://${site.host}${path}` })).body.data[0]
        .id;
    const id = await made(call, "/one?x=1");
    expectRefused(await call("PUT", `/redirect/${id}`, { url: `https://${site.host}/*` }), "url");
    // One that somebody else gave the tag stays as it is.
    const wide = await made(site.call, "/wide/*");
    requireOk(await call("PUT", `/redirect/${wide}`, { destinations: ["https://b.example/"] }));
  });

  it("is refused a source that another record has, and gets a free alias", async () => {
    const call = await limitedTo({ tags: ["Free"] });
    await site.createLink({ alias: "hidden" });
    const fields = { host: site.host, alias: "hidden", tags: ["free"] };
    expectRefused(await call("POST", "/link", fields), "alias");
    const { alias } = requireOk(await call("POST", "/recommendation/alias", { host: site.host })).body;
    requireOk(await call("POST", "/link", { ...fields, alias }));
  });
});

describe("[27.15] both limits", () => {
  it("have to allow a record", async () => {
    const made = async (host: string, alias: string, tags: string[]) =>
      requireOk(await site.call("POST", "/link", { host, alias, tags }));
    await made(site.host, "both", ["pair"]);
    await made(site.host, "untagged", []);
    await made(second, "elsewhere", ["pair"]);
    const call = await limitedTo({ tags: ["pair"], hosts: [site.host] });
    for (const query of ["", "?sort=-total_clicks", "?filter[tags]=pair", "?filter[search]=acme"]) {
      expect(await aliases(call, query), query).toEqual(["both"]);
    }
    expect(requireOk(await call("GET", "/links/facets")).body.total).toBe(1);
    expectRefused(await call("POST", "/link", { host: second, tags: ["pair"] }), "host");
    expect(requireOk(await call("GET", "/host")).body.data).toHaveLength(1);
    const { summary } = requireOk(await call("GET", "/workspace/current")).body;
    expect(summary).toMatchObject([
      { category: "records", used: 1 },
      { category: "hostnames", used: 1 },
    ]);
  });
});

it("[27.19] lists records of several tags in order, each once, however pages are cut", async () => {
  const ids: string[] = [];
  for (const tags of [["a1"], ["a2", "a1"], ["none"], ["A2"], ["a1", "more"], ["none"]]) {
    const { id } = await site.createLink({ tags });
    if (!tags.includes("none")) ids.push(id);
  }
  const call = await limitedTo({ tags: ["a1", "a2"] });
  for (const [sort, expected] of [
    ["-id", ids.toReversed()],
    ["id", ids],
    ["updated_at", ids],
  ] as const) {
    const found: string[] = [];
    for (let next: string | null = ""; next !== null;) {
      const cursor: string = next === "" ? "" : `&cursor=${next}`;
      const { body } = requireOk(await call("GET", `/links?per_page=2&sort=${sort}${cursor}`));
      found.push(...body.data.map(({ id }: { id: string }) => id));
      next = body.meta.cursor.next;
    }
    expect(found, sort).toEqual(expected);
  }
});

describe("[27.18] the tags of a member", () => {
  it("limit every token of theirs", async () => {
    const { id } = await member({ tags: ["Sales", "Events"] });
    const { token } = requireOk(
      await site.call("POST", "/tokens", { name: "t", role: "editor", tags: ["events", "Press"] }),
    ).body;
    const hash = await hashToken(token);
    await env.DB.prepare("UPDATE tokens SET user_id = ?1 WHERE hash = ?2").bind(id, hash).run();
    expect(requireOk(await asToken(token)("GET", "/account")).body).toMatchObject({
      hosts: null,
      tags: ["events"],
    });
    requireOk(await site.call("PUT", `/members/${id}`, { tags: ["Other"] }));
    expect(requireOk(await asToken(token)("GET", "/account")).body.tags).toEqual([]);
    await site.createLink({ tags: ["events"] });
    expect(await aliases(asToken(token))).toEqual([]);
  });

  it("are changed beside the hostnames, told in the activity, and end no invitation", async () => {
    const made = await member({ tags: ["Sales", "sales"] });
    expect(made).toMatchObject({ hosts: null, tags: ["Sales"] });
    const path = `/members/${made.id}`;
    expect(requireOk(await site.call("PUT", path, { hosts: [site.host] })).body).toMatchObject({
      hosts: [site.host],
      tags: ["Sales"],
    });
    requireOk(await site.call("POST", `${path}/invitation`));
    const changed = requireOk(await site.call("PUT", path, { tags: ["Press"] })).body;
    expect(changed).toMatchObject({ hosts: [site.host], tags: ["Press"] });
    expect(changed.invitation).not.toBeNull();
    const [entry] = requireOk(await site.call("GET", "/activity?filter[kind]=member")).body.data;
    expect(entry).toMatchObject({ action: "changed", fields: ["tags"] });
    const lifted = requireOk(await site.call("PUT", path, { hosts: null, tags: null })).body;
    expect(lifted).toMatchObject({ hosts: null, tags: null });
    for (const tags of [[], ["a,b"], "Sales", Array.from({ length: 21 }, (_, index) => `t${index}`)]) {
      const refused = await site.call("PUT", path, { tags });
      expect(refused.status).toBe(422);
    }
  });

  it("[36.6] are those of the token that an invitation gives", async () => {
    const { id } = await member({ tags: ["Guests"] });
    const { invitation } = requireOk(await site.call("POST", `/members/${id}/invitation`)).body;
    const { takeInvitation } = await import("../../../src/services/member/invitations.ts");
    const token = await takeInvitation(env.DB, await sha256Hex(invitation), Date.now());
    expect(requireOk(await asToken(token!)("GET", "/account")).body.tags).toEqual(["Guests"]);
  });

  it("[27.3] do not limit the last owner", async () => {
    const { id } = await member({ role: "owner" });
    requireOk(await site.call("PUT", `/members/${id}`, { tags: ["Sales"] }));
    const owners = await env.DB.prepare(
      "SELECT user_id AS id FROM memberships WHERE workspace_id = ?1 AND role = 'owner' AND hosts IS NULL ORDER BY user_id = ?2",
    )
      .bind(site.id, site.userId)
      .all<{ id: string }>();
    const answers = [];
    for (const owner of owners.results) {
      answers.push(await site.call("PUT", `/members/${owner.id}`, { tags: ["Sales"] }));
    }
    expectRefused(answers.at(-1)!, "tags");
  });
});

describe("[27.18] the limits to a tag that is renamed", () => {
  const rename = (from: string, to: string) => site.call("PUT", `/tags/${from}`, { name: to });
  const tagsOf = async (call: Site["call"]) => requireOk(await call("GET", "/account")).body.tags;
  const count = async (call: Site["call"]) => (await aliases(call)).length;
  const withTag = (tag: string) => site.createLink({ tags: [tag] });

  it("follow it, in members and in tokens, and its undo", async () => {
    await withTag("Fair");
    const token = await limitedTo({ tags: ["fair", "Other"] });
    const invited = await member({ tags: ["FAIR"] });
    requireOk(await site.call("POST", `/members/${invited.id}/invitation`));
    const find = async () =>
      requireOk(await site.call("GET", "/members?per_page=100")).body.data.find(
        ({ id }: { id: string }) => id === invited.id,
      );
    const { id } = requireOk(await rename("fair", "Market")).body;
    expect([await tagsOf(token), await count(token)]).toEqual([["Other", "Market"], 1]);
    expect(await find()).toMatchObject({ tags: ["Market"], invitation: { used_at: null } });
    requireOk(await site.call("POST", `/changes/${id}/undo`));
    expect([await tagsOf(token), await count(token)]).toEqual([["Other", "fair"], 1]);
    expect(await find()).toMatchObject({ tags: ["fair"] });
  });

  it("have both names while records have the one or the other", async () => {
    const rows = Array.from({ length: 501 }, (_, n) => ({
      handler: "short-url",
      host: site.host,
      alias: `many-${n}`,
      destination: "https://example.com/",
      tags: ["Many"],
    }));
    requireOk(await site.call("POST", "/bulk/import", { rows }));
    const call = await limitedTo({ tags: ["Many"] });
    const ids = await Promise.all(
      ["many-0", "many-500"].map(
        async (alias) => requireOk(await site.call("GET", `/links?filter[search]=${alias}`)).body.data[0].id,
      ),
    );
    const { id } = requireOk(await rename("Many", "Lots")).body;
    const seen = new Set<string>();
    const step = async () => {
      await runOneStep(site, id);
      seen.add(JSON.stringify(await tagsOf(call)));
      for (const one of ids) requireOk(await call("GET", `/links/${one}`));
    };
    for (let run = 0; run < 8; run++) await step();
    expect([...seen]).toEqual(['["Many","Lots"]', '["Lots"]']);
    requireOk(await site.call("POST", `/changes/${id}/undo`));
    await step();
    await call("POST", "/link", { host: site.host, alias: "late", tags: ["Lots"] });
    await finishChange(site, id);
    expect(await tagsOf(call)).toEqual(["Lots", "Many"]);
  });

  it.each<[string, () => Promise<unknown>]>([
    ["records have", () => withTag("Joined")],
    ["others are limited to", () => limitedTo({ tags: ["joined"] })],
  ])("stay if %s the new name, also after the undo", async (_, join) => {
    await withTag("Apart");
    const [call, other] = [await limitedTo({ tags: ["Apart"] }), await limitedTo({ tags: ["Both"] })];
    await join();
    const { id } = requireOk(await rename("Apart", "Joined")).body;
    expect([await tagsOf(call), await count(call)]).toEqual([["Apart"], 0]);
    requireOk(await site.call("POST", `/changes/${id}/undo`));
    expect([await tagsOf(call), await count(call), await tagsOf(other)]).toEqual([["Apart"], 1, ["Both"]]);
    requireOk(await site.call("DELETE", "/tags/apart"));
    expect(await tagsOf(call)).toEqual(["Apart"]);
    for (const { id: joined } of requireOk(await site.call("GET", "/links?filter[tags]=joined")).body.data) {
      requireOk(await site.call("DELETE", `/links/${joined}`));
    }
  });
});

describe("[27.20] a release that knows no tags", () => {
  it("finds nothing for a token with tags, and counts nothing", async () => {
    const { id } = requireOk(await site.call("POST", "/tokens", { name: "old", tags: ["Sales"] })).body;
    const row = await env.DB.prepare("SELECT hosts FROM tokens WHERE id = ?1").bind(id).first("hosts");
    expect(row).toBe("[]");
    const call = await limitedTo({ tags: ["Sales"] });
    requireOk(await call("GET", "/links/facets"));
    const entry = await env.DB.prepare(
      "SELECT key, request FROM count_cache WHERE workspace_id = ?1 AND request LIKE '%Sales%' AND request LIKE '%facets%'",
    )
      .bind(site.id)
      .first<{ key: string; request: string }>();
    expect(JSON.parse(entry!.request)).toMatchObject({ hosts: [] });
    await env.DB.prepare(
      "UPDATE count_cache SET answer = NULL, tally = ?2, position = 0, step = 0 WHERE key = ?1",
    )
      .bind(entry!.key, JSON.stringify(NO_FACETS))
      .run();
    await continueCount(env, site.id, entry!.key, Date.now());
    const answer = await env.DB.prepare("SELECT answer FROM count_cache WHERE key = ?1")
      .bind(entry!.key)
      .first<string>("answer");
    const [own, all] = [
      requireOk(await call("GET", "/links")).body.data,
      requireOk(await site.call("GET", "/links")).body.data,
    ];
    expect(own.length).toBeLessThan(all.length);
    expect(JSON.parse(answer!).total).toBe(own.length);
  });
});
