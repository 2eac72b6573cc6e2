import { beforeAll, describe, expect, it, vi } from "vitest";
import { connectHost, createSite, expectRefused, type Site } from "../../support/site.ts";
import { visit } from "../../support/workspace.ts";

const FAMILY = "👩‍👩‍👧‍👦"; // 7 code points: four people and three joiners

let site: Site;

beforeAll(async () => {
  site = await createSite();
});

async function tryAlias(alias: unknown) {
  const host = await connectHost(site);
  return site.call("POST", "/link", { host, alias, destination: "https://example.com" });
}

describe("an alias may be", () => {
  it.each([
    ["[2.11] one character", "a"],
    ["30 characters", "a".repeat(30)],
    ["[2.11] 30 code points outside the first plane", "🦊".repeat(30)],
    ["Latin with marks", "café"],
    ["Arabic", "مرحبا"],
    ["[2.11] Devanagari with combining marks", "हिन्दी"],
    ["Thai with combining marks", "ที่นี่"],
    ["Chinese", "你好"],
    ["[2.11] digits of another script", "٣٤٥"],
    ["an emoji", "🎉"],
    ["[2.11] an emoji with joiners", FAMILY],
    ["[2.11] an emoji with a selector", "❤️"],
    ["an emoji with a skin tone", "👍🏽"],
    ["a flag", "🇩🇪"],
    ["[2.11] every mark that is allowed", "a-b_c.d~e+f!g"],
    ["a mark alone", "-"],
    ["dots inside", "v1.2.3"],
    ["three dots", "..."],
    ["what only starts like a reserved name", "robots"],
    ["the ending of a picture inside", "a.qr.b"],
    ["what ends in qr without its dot", "aqr"],
    ["what only begins with +", "+a"],
  ])("%s", async (_, alias) => {
    const answer = await tryAlias(alias);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    const [link] = answer.body.data;
    expect(link.alias).toBe(alias.normalize("NFC").replaceAll("\ufe0f", ""));
    expect((await visit(link.url)).headers.get("Location")).toBe("https://example.com");
  });
});

describe("an alias is a 422 on alias when it", () => {
  it.each([
    ["is empty", ""],
    ["[2.11, 12.2] has 31 characters", "a".repeat(31)],
    ["has 31 emoji", "🦊".repeat(31)],
    ["[2.11] has a slash", "a/b"],
    ["starts with a slash", "/a"],
    ["[2.11] has a question mark", "a?b"],
    ["[2.11] has a hash", "a#b"],
    ["has a keycap's hash", "#️⃣"],
    ["has a star", "a*"],
    ["[2.11] has a percent sign", "a%20b"],
    ["[2.11] has a space", "a b"],
    ["ends in a space", "a "],
    ["has a no-break space", "a\u00a0b"],
    ["has a tab", "a\tb"],
    ["has a NUL", "a\u0000"],
    ["[2.11] has a control character", "a\u0085"],
    ["has half a surrogate pair", "a\ud83e"],
    ["has a backslash", "a\\b"],
    ["has a colon", "a:b"],
    ["has an at sign", "a@b"],
    ["has a comma", "a,b"],
    ["has a quote", "a'b"],
    ["has markup", "<b>"],
    ["[2.11] is a dot", "."],
    ["[2.11] is two dots", ".."],
    ["[2.11] ends in +", "a+"],
    ["is + alone", "+"],
    ["[2.13] ends in .qr", "a.qr"],
    ["is .qr alone", ".qr"],
    ["[2.12] is robots.txt", "robots.txt"],
    ["[2.12] is favicon.ico", "favicon.ico"],
    ["[2.12] is .well-known", ".well-known"],
    ["[2.12] is cdn-cgi", "cdn-cgi"],
    ["is a number", 5],
    ["is a list", ["a"]],
  ])("%s", async (_, alias) => {
    expectRefused(await tryAlias(alias), "alias");
  });
});

describe("[2.14] what makes two aliases the same", () => {
  it.each([
    ["[12.2] the same spelling", "twice", "twice"],
    ["NFC and NFD", "café".normalize("NFC"), "café".normalize("NFD")],
    ["NFD and NFC", "café".normalize("NFD"), "café".normalize("NFC")],
    ["a Hangul syllable and its parts", "한국".normalize("NFD"), "한국".normalize("NFC")],
  ])("%s", async (_, first, second) => {
    const host = await connectHost(site);
    expect((await site.call("POST", "/link", { host, alias: first })).status).toBe(200);
    expectRefused(await site.call("POST", "/link", { host, alias: second }), "alias");
  });

  it("[2.11] 30 characters are counted after NFC", async () => {
    const decomposed = "é".normalize("NFD").repeat(30);
    const answer = await tryAlias(decomposed);
    expect(answer.body.data[0].alias).toBe("é".repeat(30));
  });

  it.each([
    ["percent-encoded", "caf%C3%A9"],
    ["percent-encoded in lower case", "caf%c3%a9"],
    ["percent-encoded and decomposed", "cafe%CC%81"],
    ["with a leading slash", "/café"],
    ["as it is", "café"],
  ])("a path %s is the alias that stands", async (_, path) => {
    const { id, alias } = await site.createLink({ alias: "café" });
    const other = await site.createLink();
    expectRefused(await site.call("PUT", `/link/${other.id}`, { path }), "alias");
    expect((await site.call("PUT", `/link/${id}`, { path })).body.alias).toBe(alias);
    await site.call("DELETE", `/link/${id}`);
  });

  it("[2.14] a redirect on the same path holds the alias, and a short link holds the redirect's path", async () => {
    await site.createRedirect("/held");
    expectRefused(await site.call("POST", "/link", { host: site.host, alias: "held" }), "alias");
    await site.createLink({ alias: "kept" });
    expectRefused(await site.call("POST", "/redirect", { url: `${site.host}/kept/` }), "url");
  });

  it("[2.14] two that differ in letter case live side by side, and each answers its own spelling", async () => {
    await site.createLink({ alias: "Case", destination: "https://example.com/upper" });
    await site.createLink({ alias: "case", destination: "https://example.com/lower" });
    for (const [alias, destination] of [
      ["Case", "https://example.com/upper"],
      ["case", "https://example.com/lower"],
    ]) {
      expect((await visit(`http://${site.host}/${alias}`)).headers.get("Location")).toBe(destination);
    }
    expect((await visit(`http://${site.host}/CASE`)).status).toBe(404);
  });

  it("[2.14] the same alias on two hosts is no conflict", async () => {
    const other = await connectHost(site);
    await site.createLink({ alias: "both" });
    expect((await site.call("POST", "/link", { host: other, alias: "both" })).status).toBe(200);
  });
});

describe("[12.2] a generated alias", () => {
  it("[2.13] has 6 characters of the alphabet without look-alikes, and never the same twice", async () => {
    const links = await Promise.all(Array.from({ length: 20 }, () => site.createLink()));
    const aliases = links.map(({ alias }) => alias as string);
    for (const alias of aliases) expect(alias).toMatch(/^[2-9a-hjkmnp-z]{6}$/);
    expect(new Set(aliases).size).toBe(20);
  });

  it("[2.14] grows with a host that fills up", async () => {
    const chance = vi.spyOn(Math, "random").mockReturnValue(0);
    const aliases = [await site.createLink(), await site.createLink(), await site.createLink()].map(
      ({ alias }) => alias,
    );
    chance.mockRestore();
    expect(aliases.map((alias: string) => alias.length)).toEqual([6, 7, 8]);
  });

  it("is free on its host", async () => {
    const chance = vi.spyOn(Math, "random").mockReturnValue(0.5);
    const [first, second] = [await site.createLink(), await site.createLink()];
    chance.mockRestore();
    expect(second.alias).not.toBe(first.alias);
  });
});
