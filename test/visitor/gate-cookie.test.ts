import { beforeAll, describe, expect, it, vi } from "vitest";
import { cookieOf, PASSWORD, postPassword, PROTECTED } from "../support/protected-link.ts";
import { createSite, requireOk, type Site } from "../support/site.ts";
import { visit } from "../support/workspace.ts";

const MINUTE_MS = 60_000;

let site: Site;

beforeAll(async () => {
  site = await createSite();
});

function createProtected(fields: object = {}): Promise<{ id: string; url: string }> {
  return site.createLink({ ...PROTECTED, ...fields });
}

describe("a cookie", () => {
  const passes = async (url: string, cookie: string) =>
    (await visit(url, { headers: { Cookie: cookie } })).headers.has("Location");

  it("[5.6] opens no other record", async () => {
    const [first, second] = [await createProtected(), await createProtected()];
    const cookie = cookieOf(await postPassword(first.url, PASSWORD));
    expect(await passes(first.url, cookie)).toBe(true);
    expect(await passes(second.url, cookie.replace(first.id, second.id))).toBe(false);
  });

  it("[5.6] ends with its hour, whatever it says itself", async () => {
    const { url } = await createProtected();
    const cookie = cookieOf(await postPassword(url, PASSWORD));
    const startMs = Date.now();
    const now = vi.spyOn(Date, "now");
    now.mockReturnValue(startMs + 59 * MINUTE_MS);
    expect(await passes(url, cookie)).toBe(true);
    now.mockReturnValue(startMs + 61 * MINUTE_MS);
    expect(await passes(url, cookie)).toBe(false);
    const [name = "", value = ""] = cookie.split("=");
    const [untilMs = "", signature = ""] = value.split(".");
    expect(await passes(url, `${name}=${Number(untilMs) + 10 * MINUTE_MS}.${signature}`)).toBe(false);
    now.mockRestore();
  });

  it("[5.6] opens nothing with any byte of it changed, added or left out", async () => {
    const { url } = await createProtected();
    const cookie = cookieOf(await postPassword(url, PASSWORD));
    expect(await passes(url, cookie)).toBe(true);
    const [name = "", value = ""] = cookie.split("=");
    const at = (index: number, text: string) => value.slice(0, index) + text + value.slice(index + 1);
    const last = value.length - 1;
    const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    const others = [...alphabet].filter((letter) => letter !== value[last]);
    const changed = [
      ...others.map((letter) => at(last, letter)),
      `${value}=`,
      `${value}.`,
      `${value}.x`,
      `${value}A`,
      `0${value}`,
      value.replace(".", ". "),
      value.slice(0, -1),
    ];
    for (const text of changed) expect(await passes(url, `${name}=${text}`), text).toBe(false);
  });

  it.each(["", "x", "1.x", "99999999999999.", `99999999999999.${"A".repeat(43)}`, "%", "9e99.AAAA"])(
    "[5.6] of the value %j opens nothing",
    async (value) => {
      const { url, id } = await createProtected();
      expect(await passes(url, `sp_${id}=${value}`)).toBe(false);
    },
  );

  it.each([
    ["a new password", { password: "something else" }],
    ["the same password set anew", { password: PASSWORD }],
  ])("[5.6] ends with %s", async (_, change) => {
    const { url, id } = await createProtected();
    const cookie = cookieOf(await postPassword(url, PASSWORD));
    requireOk(await site.call("PUT", `/link/${id}`, change));
    expect(await passes(url, cookie)).toBe(false);
  });

  it("[5.6] made before the password was removed opens none that is set later", async () => {
    const { url, id } = await createProtected();
    const cookie = cookieOf(await postPassword(url, PASSWORD));
    requireOk(await site.call("PUT", `/link/${id}`, { password: null }));
    expect((await visit(url)).status).toBe(302);
    requireOk(await site.call("PUT", `/link/${id}`, { password: PASSWORD }));
    expect(await passes(url, cookie)).toBe(false);
  });

  it("[5.6] shows nothing of a record that was paused or has expired", async () => {
    const { url, id } = await createProtected();
    const cookie = cookieOf(await postPassword(url, PASSWORD));
    requireOk(await site.call("POST", `/links/${id}/pause`));
    expect((await visit(url, { headers: { Cookie: cookie } })).status).toBe(404);
    requireOk(await site.call("POST", `/links/${id}/resume`));
    const expires = new Date(Date.now() - 1000).toISOString();
    requireOk(await site.call("PUT", `/link/${id}`, { expires }));
    expect((await visit(url, { headers: { Cookie: cookie } })).status).toBe(410);
    expect((await postPassword(url, PASSWORD)).status).toBe(410);
  });
});
