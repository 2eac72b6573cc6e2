import { env, exports } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { newSecret } from "../../../src/services/session/sessions.ts";
import { clicksOn, deliver, IPHONE, messageOf } from "../../support/click.ts";
import { readShared, share } from "../../support/shared-statistics.ts";
import { addToken, connectHost, createSite, requireOk, send, type Site } from "../../support/site.ts";

/** What people without a session read of shared statistics. */

let site: Site;
let otherHost: string;
let tagged: string;

beforeAll(async () => {
  site = await createSite();
  otherHost = await connectHost(site);
  const destination = "https://shop.example/secret-page";
  tagged = (await site.createLink({ tags: ["Spring"], destination, alias: "tagged" })).id;
  const untagged = (await site.createLink({ destination })).id;
  const ofOther = requireOk(
    await site.call("POST", "/link", { host: otherHost, destination, tags: ["spring"] }),
  );
  const phone = { agent: IPHONE, country: "DE", query: "utm_campaign=of-a-visitor" };
  await deliver([
    messageOf(
      ...clicksOn(tagged, 3, { ...phone, referrer: "news.example" }),
      ...clicksOn(tagged, 2, { ...phone, referrer: otherHost }),
      ...clicksOn(tagged, 1, { country: "FR", referrer: site.host }),
      ...clicksOn(untagged, 4, { country: "AT" }),
      ...clicksOn(ofOther.body.data[0].id, 5, { country: "US" }),
    ),
  ]);
});

const read = async (fields: object) => {
  const { secret } = await share(site, fields);
  const { status, body } = await readShared({ secret });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};

async function expectGone(secret: string): Promise<void> {
  const { status, body } = await readShared({ secret });
  expect([status, body.message_code.code]).toEqual([404, "not_found"]);
}

describe("[37.3] what is read", () => {
  it("is what was ticked, and no more", async () => {
    const { secret } = await share(site, { shows: ["countries"], tag: "spring" });
    const { status, headers, body } = await readShared({ secret });
    expect(status).toBe(200);
    expect(body).toEqual({
      workspace: expect.any(String),
      name: "Spring",
      host: site.host,
      tag: "spring",
      expires_at: null,
      shows: ["countries"],
      stats: {
        from: expect.any(String),
        to: expect.any(String),
        interval: "day",
        clicks: 6,
        bots: 0,
        series: [],
        breakdowns: {
          countries: [
            { value: "DE", clicks: 5 },
            { value: "FR", clicks: 1 },
          ],
        },
        rest: { countries: 0 },
      },
    });
    const kept = ["Cache-Control", "X-Robots-Tag", "Set-Cookie"].map((name) => headers.get(name));
    expect(kept).toEqual(["no-store", "noindex", null]);
  });

  it("is of one record, of a hostname, or of a tag on all hostnames", async () => {
    const ofRecord = await read({ host: null, record: tagged, days: 7 });
    expect([ofRecord.stats.clicks, ofRecord.host]).toEqual([6, null]);
    expect(ofRecord.stats.series).toHaveLength(7);
    expect(ofRecord.stats.series.at(-1)).toEqual({ at: expect.any(String), clicks: 6, bots: 0 });
    expect((await read({})).stats.clicks).toBe(10);
    expect((await read({ host: null, tag: "spring" })).stats.clicks).toBe(11);
  });

  it("is by week for a year, and no longer than clicks are kept", async () => {
    expect((await read({ days: 365 })).stats.interval).toBe("week");
    const short = await createSite();
    requireOk(await short.call("POST", "/workspace/update/retention", { value: "30d" }));
    const { secret } = await share(short, { days: 365 });
    expect((await readShared({ secret })).body.stats.interval).toBe("day");
    expect((await readShared({ secret })).body.stats.series).toHaveLength(30);
  });

  it("names no destination, no query, and no hostname that was not shared", async () => {
    const all = await read({
      host: null,
      tag: "spring",
      shows: ["series", "countries", "referrers", "devices", "browsers", "os", "languages", "sources"],
    });
    const { breakdowns, rest } = all.stats;
    expect(breakdowns.referrers).toContainEqual({ value: "news.example", clicks: 3 });
    expect(rest.referrers).toBe(3);
    const told = JSON.stringify(all);
    for (const hidden of ["shop.example", "of-a-visitor", otherHost, site.host])
      expect(told).not.toContain(hidden);
    const own = (await read({ shows: ["referrers"] })).stats.breakdowns.referrers;
    const named = own.map(({ value }: { value: string }) => value);
    expect(named).toContain(site.host);
    expect(named).not.toContain(otherHost);
  });

  it("is within the hostnames of whoever shared it", async () => {
    const token = await addToken(site.id, { role: "manager", hosts: [site.host] });
    const { body } = requireOk(
      await send("/shared-statistics", {
        method: "POST",
        headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
        body: JSON.stringify({ name: "Mine", tag: "spring", shows: [] }),
      }),
    );
    expect((await readShared({ secret: body.link.split("#")[1] })).body.stats.clicks).toBe(6);
  });
});

describe("[37.4] a link", () => {
  it("ends at once when it is revoked, and so does one of a deleted record", async () => {
    const gone = await site.createLink({});
    const [revoked, ofGone] = [await share(site), await share(site, { host: null, record: gone.id })];
    expect((await readShared({ secret: revoked.secret })).status).toBe(200);
    requireOk(await site.call("DELETE", `/shared-statistics/${revoked.id}`));
    requireOk(await site.call("DELETE", `/link/${gone.id}`));
    await expectGone(revoked.secret);
    await expectGone(ofGone.secret);
    await expectGone(newSecret());
    const { data } = requireOk(await site.call("GET", "/activity?filter[kind]=share&per_page=1")).body;
    expect(data[0]).toMatchObject({ action: "deleted", subject: revoked.id });
  });

  it("ends with its time, and with the suspension of the workspace", async () => {
    const timed = await share(site);
    const end = "UPDATE shared_statistics SET ends_at = ?2 WHERE id = ?1";
    await env.DB.prepare(end).bind(timed.id, Date.now()).run();
    await expectGone(timed.secret);
    const open = await share(site);
    const suspend = (atMs: number | null) =>
      env.DB.prepare("UPDATE workspaces SET suspended_at = ?2 WHERE id = ?1").bind(site.id, atMs).run();
    await suspend(Date.now());
    await expectGone(open.secret);
    await suspend(null);
    expect((await readShared({ secret: open.secret })).status).toBe(200);
  });

  it("opens a page that no search engine lists, no cache keeps and no other page hears of", async () => {
    const headers = { Accept: "text/html" };
    const page = await exports.default.fetch(new Request("http://localhost:8787/statistics", { headers }));
    const sent = ["Cache-Control", "Referrer-Policy", "X-Robots-Tag", "Set-Cookie"];
    expect(sent.map((name) => page.headers.get(name))).toEqual(["no-store", "no-referrer", "noindex", null]);
    expect(page.headers.get("Content-Security-Policy")).toContain("default-src 'none'");
    const html = await page.text();
    expect(html).toContain('<meta name="robots" content="noindex"');
    expect(html).not.toContain("/v1/session");
  });

  it("is read by POST alone, and not beyond the limit of an address", async () => {
    const { secret } = await share(site);
    const got = await exports.default.fetch(
      `http://localhost:8787/v1/shared-statistics/read?secret=${secret}`,
    );
    expect(got.status).not.toBe(200);
    const by = { "CF-Connecting-IP": "198.51.100.78" };
    const answers: number[] = [];
    for (let count = 0; count < 100 && answers.at(-1) !== 429; count++) {
      answers.push((await readShared({ secret }, by)).status);
    }
    expect([answers.at(-1), new Set(answers.slice(0, -1))]).toEqual([429, new Set([200])]);
  });
});

describe("[37.5] a password", () => {
  it("is asked for before anything is told", async () => {
    const { secret } = await share(site, { password: "open sesame" });
    for (const sent of [{}, { password: "wrong" }]) {
      const { status, body } = await readShared({ secret, ...sent });
      expect([status, body.codes.password[0].code]).toEqual([403, "wrong_password"]);
      expect(Object.keys(body).toSorted()).toEqual([
        "codes",
        "errors",
        "message",
        "message_code",
        "request_id",
      ]);
    }
    expect((await readShared({ secret, password: "open sesame" })).body.stats.clicks).toBe(10);
  });

  it("cannot be guessed: an address that sends ten wrong ones waits", async () => {
    const { secret } = await share(site, { password: "open sesame" });
    const by = { "CF-Connecting-IP": "198.51.100.79" };
    const guess = (password: string, headers = by) => readShared({ secret, password }, headers);
    for (let count = 0; count < 10; count++) expect((await guess("wrong")).status).toBe(403);
    const locked = await guess("open sesame");
    expect(locked.status).toBe(429);
    expect(Number(locked.headers.get("Retry-After"))).toBeGreaterThan(60);
    expect((await guess("open sesame", { "CF-Connecting-IP": "203.0.113.9" })).status).toBe(200);
  });
});
