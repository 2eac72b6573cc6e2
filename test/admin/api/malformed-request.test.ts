import { beforeAll, describe, expect, it } from "vitest";
import { createSite, expectRefused, send, type Site } from "../../support/site.ts";
import type { Answer } from "../../support/workspace.ts";

const MIB = 1024 * 1024;

let site: Site;

beforeAll(async () => {
  site = await createSite();
});

function sendBody(
  path: string,
  body: BodyInit | null,
  contentType: string | null = "application/json",
  method = "POST",
) {
  const headers = new Headers({ Authorization: `Bearer ${site.token}` });
  if (contentType !== null) headers.set("Content-Type", contentType);
  return send(path, { method, headers, body });
}

/** Nothing of the machine shows: no stack, no SQL, no name of an exception. */
function expectClean(answer: Answer): void {
  expect(JSON.stringify(answer.body)).not.toMatch(
    /SQLITE|D1_|constraint|SELECT |INSERT |UPDATE |Error:|Error\b.* at |\.ts:\d|\.js:\d|undefined|\[object/,
  );
  expect(typeof answer.body.message).toBe("string");
}

/** A JSON body of so many bytes. */
function bodyOf(bytes: number, host = site.host): string {
  const start = `{"host":"${host}"`;
  return `${start}${" ".repeat(bytes - start.length - 1)}}`;
}

/** A body that comes in pieces and tells no length. */
function streamOf(text: string): ReadableStream {
  const bytes = new TextEncoder().encode(text);
  let sent = 0;
  return new ReadableStream({
    pull(controller) {
      if (sent >= bytes.length) return controller.close();
      controller.enqueue(bytes.slice(sent, sent + 65_536));
      sent += 65_536;
    },
  });
}

describe("bodies", () => {
  it.each([
    ["nothing", ""],
    ["half an object", '{"host":'],
    ["a trailing comma", '{"host":"a.example",}'],
    ["single quotes", "{'host':'a.example'}"],
    ["a comment", "{} // no"],
    ["two values", "{}{}"],
    ["NaN", '{"status":NaN}'],
    ["HTML", "<p>"],
  ])("[9.6] %s is a 400", async (_, body) => {
    for (const path of ["/link", "/redirect", "/host", "/bulk/import"]) {
      const answer = await sendBody(path, body);
      expect(answer.status).toBe(400);
      expect(Object.keys(answer.body)).toEqual(["message", "message_code", "request_id"]);
      expectClean(answer);
    }
  });

  it("bytes that are not UTF-8 are a 400", async () => {
    const bytes = new Uint8Array([...new TextEncoder().encode('{"title":"'), 0xff, 0xfe, 0x22, 0x7d]);
    expect((await sendBody("/link", bytes)).status).toBe(400);
    expect((await sendBody("/files/page", bytes, "text/html", "PUT")).status).toBe(400);
  });

  it.each(["[]", "null", "5", '"text"', "true"])("JSON that is no object (%s) is a 422", async (body) => {
    for (const path of ["/link", "/redirect", "/host", "/bulk/import"]) {
      const answer = await sendBody(path, body);
      expectRefused(answer, "body");
      expectClean(answer);
    }
  });

  it.each([
    ["none", null],
    ["text/plain", "text/plain"],
    ["a form", "application/x-www-form-urlencoded"],
    ["another JSON", "application/json5"],
    ["a list", "text/html, application/json"],
  ])("the content type %s is a 415", async (_, contentType) => {
    const bytes = new TextEncoder().encode(`{"host":"${site.host}"}`);
    expect((await sendBody("/link", bytes, contentType)).status).toBe(415);
  });

  it("a stored page that is no text/html is a 415", async () => {
    expect((await sendBody("/files/page", "{}", "application/json", "PUT")).status).toBe(415);
  });

  it.each(["application/json; charset=utf-8", "Application/JSON", "application/json ;charset=UTF-8"])(
    "[9.1] %s is JSON",
    async (contentType) => {
      expect((await sendBody("/link", `{"host":"${site.host}"}`, contentType)).status).toBe(200);
    },
  );

  it("a byte order mark in front is no part of the JSON", async () => {
    expect((await sendBody("/link", `\u{feff}{"host":"${site.host}"}`)).status).toBe(200);
  });

  it("[9.12] 1 MiB is read, one byte more is a 413", async () => {
    expect((await sendBody("/link", bodyOf(MIB))).status).toBe(200);
    const answer = await sendBody("/link", bodyOf(MIB + 1));
    expect(answer.status).toBe(413);
    expectClean(answer);
  });

  it("[9.12] the size is measured where no length is told", async () => {
    expect((await sendBody("/link", streamOf(bodyOf(MIB)))).status).toBe(200);
    expect((await sendBody("/link", streamOf(bodyOf(MIB + 1)))).status).toBe(413);
  });

  it("[9.12] an import may have 8 MiB and not a byte more", async () => {
    const ofBytes = (bytes: number) => `{"rows":[]${" ".repeat(bytes - 11)}}`;
    expect((await sendBody("/bulk/import", streamOf(ofBytes(8 * MIB)))).status).toBe(200);
    expect((await sendBody("/bulk/import", streamOf(ofBytes(8 * MIB + 1)))).status).toBe(413);
  });

  it("a stored page over 1 MiB is a 413", async () => {
    expect((await sendBody("/files/page", streamOf("x".repeat(MIB + 1)), "text/html", "PUT")).status).toBe(
      413,
    );
  });

  it("[9.13] fields by the names of what every object inherits are unknown fields", async () => {
    const body = `{"host":"${site.host}","__proto__":{"title":"x"},"constructor":1,"toString":2,"hasOwnProperty":3}`;
    const answer = await sendBody("/link", body);
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errors)).toEqual(
      expect.arrayContaining(["constructor", "toString", "hasOwnProperty"]),
    );
  });
});

describe("routes", () => {
  it.each(["/nothing", "/link/a/b/c", "/", "", "/linkx", "/LINK", "/bulk"])(
    "[9.10] a path that is no endpoint (%j) is a 404",
    async (path) => {
      const answer = await site.call("PATCH", path);
      expect(answer.status).toBe(404);
      expect(Object.keys(answer.body)).toEqual(["message", "message_code", "request_id"]);
    },
  );

  it.each([
    ["PATCH", "/link", ["POST"]],
    ["DELETE", "/host", ["POST"]],
    ["PATCH", "/link/x", ["GET", "PUT", "DELETE"]],
    ["POST", "/link/x", ["GET", "PUT", "DELETE"]],
    ["PATCH", "/redirect", ["POST"]],
    ["OPTIONS", "/redirect/x", ["GET", "PUT", "DELETE"]],
    ["PATCH", "/files/x", ["PUT", "DELETE"]],
    ["GET", "/bulk/import", ["POST"]],
  ])("[9.11] %s %s is a 405 that allows %j", async (method, path, allowed) => {
    const answer = await site.call(method, path);
    expect(answer.status).toBe(405);
    const allow = (answer.headers.get("Allow") ?? "").split(", ");
    expect(allow).toEqual(expect.arrayContaining(allowed));
    expect(allow).not.toContain(method);
    expect(new Set(allow).size).toBe(allow.length);
  });

  it.each([
    "x",
    "%00",
    "%FF",
    "%2e%2e%2f",
    "%27%20OR%201=1",
    "0198c0de-0000-7000-8000-000000000001",
    "longer-than-any-id".repeat(20),
  ])("[9.10] a record called %s is a 404", async (id) => {
    for (const path of [`/link/${id}`, `/redirect/${id}`]) {
      for (const [method, body] of [["GET"], ["PUT", {}], ["DELETE"]] as const) {
        const answer = await site.call(method, path, body);
        expect(answer.status).toBe(404);
        expect(answer.body).toEqual({
          message: expect.any(String),
          message_code: expect.any(Object),
          request_id: expect.any(String),
        });
        expectClean(answer);
      }
    }
  });
});

describe("headers", () => {
  it.each([
    ["200", () => site.call("POST", "/link", { host: site.host })],
    ["400", () => sendBody("/link", "{")],
    ["401", () => send("/link", { method: "POST" })],
    ["404", () => site.call("GET", "/nothing")],
    ["405", () => site.call("PATCH", "/link")],
    ["415", () => sendBody("/link", "{}", "text/plain")],
    ["422", () => site.call("POST", "/link", {})],
  ])("[9.8] an answer %s is JSON that nobody sniffs or stores", async (status, request) => {
    const answer = await request();
    expect(String(answer.status)).toBe(status);
    expect(answer.headers.get("Content-Type")).toBe("application/json; charset=utf-8");
    expect(answer.headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
  });

  it("[1.3] forwarding headers choose no runtime and no workspace", async () => {
    const headers = {
      "X-Forwarded-Host": site.host,
      Forwarded: `host=${site.host}`,
      "X-Original-URL": "/v1/nothing",
    };
    expect((await site.call("POST", "/link", { host: site.host }, headers)).status).toBe(200);
  });
});
