import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Answer, visit } from "../../support/workspace.ts";
import { expectRefused, requireOk } from "../../support/site.ts";
import { threatSite, type ThreatSite } from "../../support/threat-site.ts";
import { addressOf } from "../../support/home.ts";

const EVIL = "https://evil.example/login";
const GOOD = "https://good.example/";

let threats: ThreatSite;

beforeEach(async () => {
  threats = await threatSite();
  threats.service.reported.set(EVIL, "SOCIAL_ENGINEERING");
});
afterEach(() => vi.restoreAllMocks());

const messages = () => threats.queue.batches.flat();

describe("writing a record to a destination that is reported as dangerous is refused", () => {
  function expectNamed(answer: Answer, field: string): void {
    expectRefused(answer, field);
    expect(answer.body.errors[field][0]).toBe(
      "leads to evil.example, reported as dangerous: SOCIAL_ENGINEERING",
    );
  }

  it.each<[string, (host: string) => object]>([
    ["/link", (host) => ({ host })],
    ["/redirect", (host) => ({ url: `${host}/a` })],
    ["/links", (host) => ({ handler: "qr", host })],
  ])("[17.7] by POST %s", async (path, place) => {
    const body = place(threats.site.host);
    expectNamed(await threats.call("POST", path, { ...body, destination: EVIL }), "destination");
    expectNamed(await threats.call("POST", path, { ...body, destinations: [GOOD, EVIL] }), "destinations.1");
    expect((await threats.call("POST", path, { ...body, destination: GOOD })).status).toBe(200);
  });

  it("[17.7] by PUT, which checks only new destinations", async () => {
    const { id } = await threats.createLink({ destination: GOOD });
    threats.service.asked.length = 0;
    expectNamed(await threats.call("PUT", `/link/${id}`, { destinations: [GOOD, EVIL] }), "destinations.1");
    expect(threats.service.urls()).toEqual([EVIL]);
    await threats.call("PUT", `/link/${id}`, { title: "Renamed" });
    expect(threats.service.asked).toHaveLength(1);
  });

  it("[17.7] by an import, row by row, with one question for all", async () => {
    const row = (alias: string, destination: string) => ({ host: threats.site.host, alias, destination });
    const rows = [row("a", GOOD), row("b", EVIL), row("c", GOOD)];
    const { body } = await threats.call("POST", "/bulk/import", { rows });
    expect(body.meta).toMatchObject({ created: 2, failed: 1 });
    expect(Object.keys(body.data[1].errors)).toEqual(["destination"]);
    expect(threats.service.asked).toHaveLength(1);
  });
});

describe("if the service does not answer", () => {
  beforeEach(() => {
    vi.spyOn(console, "warn").mockImplementation(() => {});
    threats.service.status = 503;
  });

  it.each<[string, () => Promise<string>]>([
    ["a record is created", async () => (await threats.createLink({ destination: EVIL })).id],
    [
      "a record is changed",
      async () => {
        const { id } = await threats.createLink({ destination: null });
        expect((await threats.call("PUT", `/links/${id}`, { destination: EVIL })).status).toBe(200);
        return id;
      },
    ],
    [
      "rows are imported",
      async () => {
        const rows = [{ host: threats.site.host, alias: "a", destination: EVIL }];
        return (await threats.call("POST", "/bulk/import", { rows })).body.data[0].id;
      },
    ],
  ])("[17.7] %s, asked about again, and warns as soon as it is known", async (_, write) => {
    const id = await write();
    const { url } = (await threats.call("GET", `/links/${id}`)).body;
    expect(messages()).toEqual([{ kind: "check-threats", ids: [id], ...addressOf(threats.site.id) }]);
    expect((await visit(url)).headers.get("Location")).toBe(EVIL);
    threats.service.status = 200;
    await threats.consume();
    const warned = await visit(url);
    expect([warned.status, warned.headers.get("Location")]).toEqual([403, null]);
  });

  it("a write lands even if the queue takes nothing", async () => {
    threats.queue.refusesFrom = 0;
    const { url } = await threats.createLink({ destination: EVIL });
    threats.queue.refusesFrom = Infinity;
    threats.service.status = 200;
    await threats.nextRound();
    expect((await visit(url)).status).toBe(403);
  });

  it("a write that has to be tried again waits for it once", async () => {
    const { id } = await threats.createLink({});
    threats.service.asked.length = 0;
    const answer = threats.web.site;
    threats.web.site = async (request) => {
      requireOk(await threats.site.call("PUT", `/link/${id}`, { title: `Write ${Date.now()}` }));
      return answer(request);
    };
    requireOk(await threats.call("PUT", `/link/${id}`, { destination: EVIL }));
    expect(threats.service.asked).toHaveLength(1);
  });

  it("the blocklist still refuses", async () => {
    await threats.call("PUT", "/blocklist", { hosts: ["evil.example"] });
    expectRefused(
      await threats.call("POST", "/link", { host: threats.site.host, destination: EVIL }),
      "destination",
    );
  });

  it("a refused destination is not checked again", async () => {
    await threats.call("POST", "/link", { host: threats.site.host, destination: EVIL, title: 1 });
    expect(messages()).toEqual([]);
  });
});

it("[17.6] without a service no request is sent", async () => {
  threats.env.SAFE_BROWSING_URL = "";
  const { url } = await threats.createLink({ destination: EVIL });
  expect((await visit(url)).headers.get("Location")).toBe(EVIL);
  expect([threats.web.requests, messages()]).toEqual([[], []]);
});
