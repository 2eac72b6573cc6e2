import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { askSafeBrowsing } from "../../../src/services/threat/ask-safe-browsing.ts";
import { SafeBrowsingService } from "../../support/safe-browsing.ts";
import { fakeWeb, type FakeWeb } from "../../support/web.ts";

const KEY = "a key that nobody shall see";
const SETUP = {
  SAFE_BROWSING_URL: "https://safe-browsing.example/v4/threatMatches:find?x=1",
  SAFE_BROWSING_KEY: KEY,
};

let service: SafeBrowsingService;
let web: FakeWeb;
let warnings: string[];

beforeEach(() => {
  service = new SafeBrowsingService();
  web = fakeWeb(async (request) => {
    const { status, body } = service.answer(request.method, new URL(request.url), await request.text());
    return Response.json(body, { status });
  });
  warnings = [];
  vi.spyOn(console, "warn").mockImplementation((text) => warnings.push(String(text)));
});
afterEach(() => vi.restoreAllMocks());

const ask = (destinations: string[], timeoutMs = 5_000) => askSafeBrowsing(SETUP, destinations, timeoutMs);

describe("the service is asked", () => {
  it("[17.6] in the shape of the Lookup API, each URL once", async () => {
    await ask(["https://a.example/x", "https://b.example", "https://a.example/x"]);
    expect(web.requests[0]?.headers.get("Content-Type")).toBe("application/json");
    expect(service.asked).toEqual([
      {
        key: KEY,
        body: {
          client: { clientId: "signpost", clientVersion: "1" },
          threatInfo: {
            threatTypes: ["MALWARE", "SOCIAL_ENGINEERING", "UNWANTED_SOFTWARE"],
            platformTypes: ["ANY_PLATFORM"],
            threatEntryTypes: ["URL"],
            threatEntries: [{ url: "https://a.example/x" }, { url: "https://b.example/" }],
          },
        },
      },
    ]);
    expect(new URL(web.requests[0]?.url ?? "").searchParams.get("x")).toBe("1");
  });

  it("[17.6] at most 500 URLs in one request", async () => {
    const destinations = Array.from({ length: 1_001 }, (_, index) => `https://d${index}.example/`);
    service.reported.set("https://d1000.example/", "MALWARE");
    expect(await ask(destinations)).toEqual(new Map([["https://d1000.example/", "MALWARE"]]));
    expect(service.asked.map(({ body }) => body.threatInfo.threatEntries.length)).toEqual([500, 500, 1]);
  });

  it("without a key where there is none, and not at all without an address", async () => {
    await askSafeBrowsing({ SAFE_BROWSING_URL: SETUP.SAFE_BROWSING_URL }, ["https://a.example"], 5_000);
    expect(service.asked.map(({ key }) => key)).toEqual([null]);
    expect(await askSafeBrowsing({ SAFE_BROWSING_URL: "" }, ["https://a.example"], 5_000)).toEqual(new Map());
    expect(await ask([])).toEqual(new Map());
    expect(web.requests).toHaveLength(1);
  });
});

describe("its answer", () => {
  it("names the destinations that are dangerous, as owners wrote them", async () => {
    service.reported.set("https://xn--bcher-kva.example/a%20b", "SOCIAL_ENGINEERING");
    const destination = "https://BÜCHER.example/a b".replace(" ", "%20");
    expect(await ask([destination, "https://a.example"])).toEqual(
      new Map([[destination, "SOCIAL_ENGINEERING"]]),
    );
  });

  it.each<[string, unknown, [string, string][]]>([
    ["no matches", {}, []],
    ["matches that are none", { matches: [null, 1, {}, { threat: "x" }, { threat: { url: 1 } }] }, []],
    ["a URL that was not asked about", { matches: [{ threat: { url: "https://b.example/" } }] }, []],
    [
      "a match without its kind",
      { matches: [{ threat: { url: "https://a.example" } }] },
      [["https://a.example/", "THREAT"]],
    ],
  ])("is read with %s", async (_, body, expected) => {
    web.site = () => Response.json(body);
    expect(await ask(["https://a.example/"])).toEqual(new Map(expected));
  });

  it.each<[string, FakeWeb["site"]]>([
    ["a status of failure", () => Response.json({ matches: [] }, { status: 500 })],
    ["too many requests", () => new Response("", { status: 429 })],
    ["no JSON", () => new Response("<html>")],
    ["JSON that is no object", () => Response.json(null)],
    ["no connection", () => Promise.reject(new Error(`connect ${KEY}`))],
  ])("[17.6] is none with %s, and no log tells the key", async (_, site) => {
    web.site = site;
    expect(await ask(["https://a.example"])).toBeNull();
    expect(warnings).toHaveLength(1);
    expect(warnings.join()).not.toContain(KEY);
  });

  it("is none where one of several requests fails", async () => {
    let count = 0;
    web.site = () => (++count === 2 ? new Response("", { status: 503 }) : Response.json({}));
    expect(await ask(Array.from({ length: 1_100 }, (_, index) => `https://d${index}.example`))).toBeNull();
  });

  it("is none after the deadline", async () => {
    web.site = (request) =>
      new Promise((_, reject) =>
        request.signal.addEventListener("abort", () => reject(new Error("aborted"))),
      );
    expect(await ask(["https://a.example"], 1)).toBeNull();
    expect(warnings.map((line) => JSON.parse(line))).toEqual([
      { event: "safe_browsing_failed", level: "warn", is_timeout: true },
    ]);
  });
});
