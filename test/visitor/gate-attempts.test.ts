import { beforeAll, describe, expect, it, vi } from "vitest";
import { cookieOf, PASSWORD, postPassword, PROTECTED } from "../support/protected-link.ts";
import { createSite, type Site } from "../support/site.ts";
import { visit } from "../support/workspace.ts";

const MINUTE_MS = 60_000;

let site: Site;

beforeAll(async () => {
  site = await createSite();
});

function createProtected(fields: object = {}): Promise<{ id: string; url: string }> {
  return site.createLink({ ...PROTECTED, ...fields });
}

const from = (address: string) => ({ "CF-Connecting-IP": address });

describe("a wrong password", () => {
  it.each([
    ["another", "wrong"],
    ["one that differs in the tail", `${PASSWORD}!`],
    ["an empty one", ""],
    ["one longer than passwords are", "x".repeat(100_000)],
  ])("[5.8] is a 403 with the form again: %s", async (_, password) => {
    const { url } = await createProtected();
    const response = await postPassword(url, password);
    expect(response.status).toBe(403);
    expect(await response.text()).toContain('name="password"');
    expect(response.headers.has("Set-Cookie")).toBe(false);
  });

  it.each([
    ["no form at all", "text/plain", "password"],
    ["JSON", "application/json", JSON.stringify({ password: PASSWORD })],
    ["a broken form", "multipart/form-data; boundary=x", "--x"],
    ["no content type", "", "password=x"],
  ])("[5.8] is what %s counts as", async (_, type, body) => {
    const { url } = await createProtected();
    const response = await visit(url, { method: "POST", body, headers: { "Content-Type": type } });
    expect(response.status).toBe(403);
  });

  it("[5.7, 5.10] locks after ten for one address, while others and valid cookies pass", async () => {
    const { url } = await createProtected();
    const cookie = cookieOf(await postPassword(url, PASSWORD, from("192.0.2.9")));
    for (let i = 0; i < 10; i++) {
      expect((await postPassword(url, "wrong", from("192.0.2.1"))).status).toBe(403);
    }
    const locked = await postPassword(url, PASSWORD, from("192.0.2.1"));
    expect(locked.status).toBe(429);
    const seconds = Number(locked.headers.get("Retry-After"));
    expect(seconds).toBeGreaterThan(14 * 60);
    expect(seconds).toBeLessThanOrEqual(15 * 60);
    expect((await postPassword(url, PASSWORD, from("192.0.2.2"))).status).toBe(303);
    const passed = await visit(url, { headers: { Cookie: cookie, ...from("192.0.2.1") } });
    expect(passed.status).toBe(302);
    const posted = await postPassword(url, "wrong", { Cookie: cookie, ...from("192.0.2.1") });
    expect(posted.status).toBe(303);
  });

  it("[5.10] counts for the whole /64 of an IPv6 address", async () => {
    const { url } = await createProtected();
    for (let i = 0; i < 10; i++) await postPassword(url, "wrong", from(`2001:db8:1:2::${i + 1}`));
    expect((await postPassword(url, PASSWORD, from("2001:db8:1:2:ffff::1"))).status).toBe(429);
    expect((await postPassword(url, PASSWORD, from("2001:db8:1:3::1"))).status).toBe(303);
  });

  it("[5.10] locks after a hundred for the record, whatever the addresses", async () => {
    const { url } = await createProtected();
    for (let i = 0; i < 100; i++) await postPassword(url, "wrong", from(`198.51.100.${i}`));
    expect((await postPassword(url, PASSWORD, from("203.0.113.1"))).status).toBe(429);
  });

  it("[5.10] is forgotten after 15 minutes, to the second that Retry-After tells", async () => {
    const { url } = await createProtected();
    const startMs = Date.now();
    const now = vi.spyOn(Date, "now").mockReturnValue(startMs);
    for (let i = 0; i < 10; i++) await postPassword(url, "wrong");
    now.mockReturnValue(startMs + 15 * MINUTE_MS - 1000);
    expect((await postPassword(url, PASSWORD)).headers.get("Retry-After")).toBe("1");
    now.mockReturnValue(startMs + 15 * MINUTE_MS);
    expect((await postPassword(url, PASSWORD)).status).toBe(303);
    now.mockRestore();
  });

  it("[5.11] lets no more than ten through however many are tried at once", async () => {
    const { url } = await createProtected();
    const answers = await Promise.all(Array.from({ length: 100 }, (_, i) => postPassword(url, `guess ${i}`)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 403)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(90);
  });

  it("[5.11] gives right passwords back: eleven of them lock nobody out", async () => {
    const { url } = await createProtected();
    for (let i = 0; i < 11; i++) expect((await postPassword(url, PASSWORD)).status).toBe(303);
  });
});
