import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { answerAdmin } from "../../../src/admin/index.ts";
import { serveVisit } from "../../../src/visitor/pipeline.ts";
import { createSite } from "../../support/site.ts";

/** Clients go away in the middle of a body, and chunks come that are none. */

function brokenBody(start: string): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(start));
    },
    pull(controller) {
      controller.error(new Error("Network connection lost."));
    },
  });
}

describe("a body that breaks off", () => {
  it.each([
    ["POST", "/link", "application/json", '{"host":'],
    ["PUT", "/files/page", "text/html", "<p>"],
    ["POST", "/bulk/summary", "application/json", "{"],
  ])("[9.9] is a 400 of %s %s, and no failure of storage", async (method, path, type, start) => {
    const site = await createSite();
    const headers = { Authorization: `Bearer ${site.token}`, "Content-Type": type };
    const init = { method, headers, body: brokenBody(start) };
    const request = new Request(`http://localhost/v1${path}`, init);
    const response = await answerAdmin(request, env, createExecutionContext());
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ message: "The body ended too early." });
  });

  it("holds no password: the gate's form comes again", async () => {
    const site = await createSite();
    const { url } = await site.createLink({ destination: "https://example.com/", password: "open sesame" });
    const request = new Request(url, {
      method: "POST",
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
      body: brokenBody("password=open"),
    });
    const response = await serveVisit(request, env, createExecutionContext());
    expect(response.status).toBe(403);
    expect(await response.text()).toContain('name="password"');
  });
});
