import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { findTakedown, type TakedownTarget } from "../../../src/services/operator/find-takedown.ts";
import { takeDown } from "../../../src/services/operator/suspend-workspace.ts";
import type { LinkRecord } from "../../../src/domain/record.ts";
import { untilVisible } from "../../support/operator.ts";
import { createSite, expectRefused, requireOk, type Site } from "../../support/site.ts";
import { visit } from "../../support/workspace.ts";
import { hostname } from "../../support/hostname.ts";

let site: Site;
let other: Site;

beforeAll(async () => {
  [site, other] = [await createSite(), await createSite()];
});

async function find(target: TakedownTarget): Promise<LinkRecord[]> {
  const found: LinkRecord[] = [];
  for await (const records of findTakedown(env.DB, target))
    found.push(...records.map(({ record }) => record));
  return found;
}

const idsOf = (records: { id: string }[]) => records.map(({ id }) => id).toSorted();

async function apply(target: TakedownTarget, isDown = true): Promise<void> {
  await takeDown(env.DB, idsOf(await find(target)), isDown, Date.now());
  await untilVisible();
}

describe("the target of a takedown", () => {
  it("[25.4] by URL is the record that answers it, by the rules of the edge", async () => {
    const { host } = site;
    const create = (suffix: string) => site.createRedirect(suffix, { destination: "https://a.example/x" });
    const [exact, query, prefix, any] = [
      await create("/Find/me"),
      await create("/find/me?x=1"),
      await create("/find/*"),
      await create(""),
    ];
    const answering = async (suffix: string) =>
      idsOf(await find({ kind: "url", url: `https://${host}${suffix}` }));
    expect(await answering("/find/ME/")).toEqual([exact.id]);
    expect(await answering("/find/me?utm_source=a&x=1")).toEqual([query.id]);
    expect(await answering("/find/other")).toEqual([prefix.id]);
    expect(await answering("/elsewhere")).toEqual([any.id]);
    expect(idsOf(await find({ kind: "url", url: `http://www.${host}/find/me` }))).toEqual([exact.id]);
    expect(await find({ kind: "url", url: "https://nobody.example/x" })).toEqual([]);
  });

  it("[25.4] by hostname is each record on it, a waiting claim's as well", async () => {
    const found = await find({ kind: "host", host: site.host });
    expect(found).toHaveLength(4);
    await env.DB.batch([
      env.DB.prepare("PRAGMA defer_foreign_keys = on"),
      env.DB.prepare(
        "UPDATE hosts SET host = host || '|' || workspace_id, waiting_since = 1 WHERE host = ?1",
      ).bind(site.host),
      env.DB.prepare("UPDATE records SET host = host || '|' || workspace_id WHERE host = ?1").bind(site.host),
    ]);
    const waiting = await find({ kind: "host", host: site.host });
    expect(idsOf(waiting)).toEqual(idsOf(found));
    expect(waiting.every(({ isHeld }) => !isHeld)).toBe(true);
  });

  it("[25.4] by destination is each record of any workspace that leads to the hostname or below it", async () => {
    const create = (destination: string) =>
      other.createLink({ destinations: ["https://fine.example", destination] });
    const hits = [
      await create("https://EVIL.example/login"),
      await create("https://a.b.evil.example:8443/x?y"),
      await create("http://evil.example"),
    ];
    await create("https://notevil.example/");
    await create("https://fine.example/?u=https://evil.example/");
    await create("https://evil.example.org/");
    expect(idsOf(await find({ kind: "destination", host: hostname("evil.example") }))).toEqual(idsOf(hits));
    const unicode = await create("https://bücher.example/x");
    expect(idsOf(await find({ kind: "destination", host: hostname("xn--bcher-kva.example") }))).toEqual([
      unicode.id,
    ]);
  });
});

describe("a record that was taken down", () => {
  it("[25.4, 3.15, 3.16] answers as paused, and its workspace can neither resume, move nor delete it, nor take its source", async () => {
    const mine = await createSite();
    const link = await mine.createLink({ destination: "https://bad.example/x", alias: "bad" });
    const target: TakedownTarget = { kind: "destination", host: hostname("bad.example") };
    await apply(target);
    expect((await visit(link.url)).status).toBe(404);
    expect(requireOk(await mine.call("GET", `/link/${link.id}`)).body.paused_by).toBe("system");
    expectRefused(await mine.call("POST", `/links/${link.id}/resume`), "status");
    expectRefused(await mine.call("DELETE", `/link/${link.id}`), "status");
    expectRefused(await mine.call("PUT", `/link/${link.id}`, { alias: "elsewhere" }), "alias");
    expectRefused(
      await mine.call("POST", "/link", { host: mine.host, alias: "bad", destination: "https://a.example" }),
      "alias",
    );
    expect((await mine.call("DELETE", `/host/${mine.host}`)).status).toBe(422);

    await apply(target, false);
    expect((await visit(link.url)).status).toBe(302);
    requireOk(await mine.call("DELETE", `/link/${link.id}`));
  });

  it("[25.4, 19.5] answers as paused also if its workspace moves it between the search and the takedown", async () => {
    const mine = await createSite();
    const link = await mine.createLink({ destination: "https://moving.example/x", alias: "before" });
    const found = await find({ kind: "destination", host: hostname("moving.example") });
    requireOk(await mine.call("PUT", `/link/${link.id}`, { alias: "behind" }));
    await takeDown(env.DB, idsOf(found), true, Date.now());
    await untilVisible();
    expect((await visit(`http://${mine.host}/behind`)).status).toBe(404);
  });

  it("is written in several commits where there are many, and each is paused", async () => {
    const many = await createSite();
    const rows = Array.from({ length: 210 }, (_, index) => ({
      handler: "redirect",
      url: `${many.host}/${index}`,
      destination: "https://many.example",
    }));
    const imported = requireOk(await many.call("POST", "/bulk/import", { mode: "create", rows })).body.data;
    expect(imported.every(({ result }: { result: string }) => result === "created")).toBe(true);
    const seq = () => env.DB.prepare("SELECT value FROM sequence").first<number>("value");
    const before = await seq();
    await takeDown(env.DB, idsOf(await find({ kind: "host", host: many.host })), true, 0);
    // Each commit advances the sequence by one where the clock does not.
    expect(((await seq()) ?? 0) - (before ?? 0)).toBeGreaterThan(1);
    expect(
      (await find({ kind: "host", host: many.host })).every(({ pauses }) => pauses.includes("takedown")),
    ).toBe(true);
  });
});
