import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startWorker, type RunningWorker } from "../support/running-worker.ts";
import { loadYourlsApi, makeNodeYourls, type YourlsApi } from "../support/yourls-client.ts";

/** The door YOURLS with what people use: two clients, and the requests of an app and of two plugins. */

const HOST = "go.example.com";

let worker: RunningWorker;
let key: { id: string; url: string; signature: string };

beforeAll(async () => {
  worker = await startWorker();
  expect((await worker.call("POST", "/host", { host: HOST })).status).toBe(200);
  expect((await worker.call("POST", "/workspace/update/doors", { value: "yourls" })).status).toBe(200);
  const made = await worker.call("POST", "/door-keys", { name: "blog", hosts: [HOST] });
  expect(made.status).toBe(200);
  key = made.body;
});

afterAll(() => worker?.close());

const md5 = (text: string) => createHash("md5").update(text).digest("hex");
const nowSeconds = () => Math.floor(Date.now() / 1000);

async function expectVisit(alias: string, location: string): Promise<void> {
  const { status, headers } = await worker.visit(HOST, `/${alias}`);
  expect([status, headers.get("location")]).toEqual([302, location]);
}

describe("node-yourls", () => {
  it("[35.6, 35.7] shortens, finds what is there, expands, and reads clicks", async () => {
    const client = makeNodeYourls(`http://localhost/yourls/${key.id}`, key.signature, worker.port);
    const url = "https://example.com/node?a=b&c=d";
    const made = await client.shorten(url, "Node");
    expect(made).toMatchObject({ status: "success", title: "Node", url: { url } });
    expect(await client.shorten(url, "Node")).toMatchObject({
      code: "error:url",
      shorturl: made["shorturl"],
    });
    const vanity = await client.vanity("https://example.com/vanity", "vanity");
    expect(vanity).toMatchObject({ shorturl: `http://${HOST}/vanity` });
    await expectVisit("vanity", "https://example.com/vanity");
    expect(await client.expand("vanity")).toMatchObject({ longurl: "https://example.com/vanity" });
    expect(await client.urlstats(`http://${HOST}/vanity`)).toMatchObject({ link: { clicks: 0 } });
  });
});

describe("yourls-api", () => {
  const promise = (run: (told: (result: unknown, answer: object) => void) => void) =>
    new Promise<[unknown, object]>((resolve) => run((...told) => resolve(told)));

  const connect = (method: string, format = "json"): YourlsApi => {
    const api = loadYourlsApi();
    const timestamp = nowSeconds();
    api.connect(key.url, { signature: md5(timestamp + key.signature), timestamp }, { format, method });
    return api;
  };

  it.each(["GET", "POST"])("[35.5 to 35.7] by %s, with a hashed signature", async (method) => {
    const api = connect(method);
    const [keyword, url] = [`api-${method.toLowerCase()}`, `https://example.com/${method}`];
    const short = `http://${HOST}/${keyword}`;
    const [made] = await promise((told) => api.shorten(url, { keyword, title: "Api" }, told));
    expect(made).toMatchObject({ shorturl: short, title: "Api", url: { keyword, url } });
    await expectVisit(keyword, url);
    expect((await promise((told) => api.url(short).expand(told)))[0]).toMatchObject({
      keyword,
      longurl: url,
    });
    expect((await promise((told) => api.url(keyword).stats(told)))[0]).toMatchObject({ shorturl: short });
    const [{ links, stats }] = (await promise((told) => api.stats({ filter: "last", limit: 1 }, told))) as [
      { links: object[]; stats: object },
      object,
    ];
    expect(links).toEqual([expect.objectContaining({ shorturl: short })]);
    expect(stats).toEqual({ total_links: expect.any(Number), total_clicks: 0 });
    expect((await promise((told) => api.db.stats(told)))[0]).toEqual(stats);
    expect((await promise((told) => api.version(told)))[0]).toEqual({ version: "1.10.4" });
  });
});

describe("requests as tools send them", () => {
  it("[35.8] ShareX: a form of parts, whose answer is the short URL alone", async () => {
    const boundary = "--------------------8ddeb0f0c1a2b3c";
    const fields = {
      signature: key.signature,
      action: "shorturl",
      url: "https://example.com/sharex",
      format: "simple",
    };
    const parts = Object.entries(fields).map(
      ([name, value]) =>
        `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    );
    const send = async () => {
      const headers = {
        "Content-Type": `multipart/form-data; boundary=${boundary}`,
        "User-Agent": "ShareX/17.1.0",
      };
      const body = `${parts.join("")}--${boundary}--\r\n`;
      const response = await fetch(key.url, { method: "POST", headers, body });
      return [response.status, await response.text()] as const;
    };
    const [status, shorturl] = await send();
    expect([status, shorturl]).toEqual([200, expect.stringMatching(`^http://${HOST}/[0-9a-z]{6}$`)]);
    await expectVisit(shorturl.split("/").at(-1) ?? "", fields.url);
    expect(await send()).toEqual([200, shorturl]);
  });

  it("[35.5, 35.8] Better YOURLS for WordPress: a query with a hashed signature, and a format of its own", async () => {
    // It takes the time of the site for that of UTC.
    const timestamp = nowSeconds() + 5.5 * 60 * 60;
    const query = [
      "title=Hello%20World",
      `timestamp=${timestamp}`,
      `signature=${md5(timestamp + key.signature)}`,
      "action=shorturl",
      "url=https://blog.example/hello-world/",
      "format=JSON",
      "keyword=hello-world",
    ].join("&");
    const headers = { "User-Agent": "WordPress/6.8; https://blog.example" };
    const response = await fetch(`${key.url}?${query}`, { headers });
    expect([response.status, await response.text()]).toEqual([200, `http://${HOST}/hello-world`]);
    await expectVisit("hello-world", "https://blog.example/hello-world/");
  });

  it("[35.6] YOURLS Link Creator for WordPress: a form, and an answer with the status 200 also for a known URL", async () => {
    const fields = { url: "https://blog.example/?p=12", title: "A post", signature: key.signature };
    const body = new URLSearchParams({ ...fields, action: "shorturl", format: "json" });
    const headers = { "User-Agent": "WordPress/6.8; https://blog.example" };
    const send = async () => {
      const response = await fetch(key.url, { method: "POST", headers, body });
      return { status: response.status, body: (await response.json()) as Record<string, string> };
    };
    const first = await send();
    expect(first).toMatchObject({ status: 200, body: { status: "success" } });
    expect(await send()).toMatchObject({ status: 200, body: { shorturl: first.body["shorturl"] } });
  });

  it("[35.5] YOURLS: WordPress to Twitter has a name and password, which are refused in JSON", async () => {
    const query =
      "username=ada&password=sesame&url=https%3A%2F%2Fblog.example%2F&format=json&action=shorturl";
    const response = await fetch(`${key.url}?${query}`, {
      headers: { "User-Agent": "YOURLS http://yourls.org/" },
    });
    expect(response.status).toBe(403);
    expect(await response.json()).toEqual({ errorCode: "403", message: "Invalid username or password" });
  });
});
