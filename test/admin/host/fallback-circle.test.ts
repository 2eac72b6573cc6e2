import { beforeEach, describe, expect, it } from "vitest";
import { connectHost, createSite, expectRefused, requireOk, type Site } from "../../support/site.ts";
import { visit, type Answer } from "../../support/workspace.ts";

/** Three hostnames of one workspace: what sends a visitor from one to the other, and back. */

let site: Site;
let a: string;
let b: string;
let c: string;

beforeEach(async () => {
  site = await createSite();
  a = site.host;
  b = await connectHost(site);
  c = await connectHost(site);
});

const setHost = (host: string, fields: object) => site.call("PUT", `/host/${host}`, fields);
const setWorkspace = (key: string, value: string) => site.call("POST", `/workspace/update/${key}`, { value });
const PAST = "2020-01-01T00:00:00Z";
const FUTURE = "2090-01-01T00:00:00Z";

/** What is done first, the write that closes the circle, its field, and the stops. */
type Circle = () => Promise<[answer: Answer, field: string, stops: string[]]>;

describe("a circle", () => {
  it.each<[string, Circle]>([
    [
      "two hostnames",
      async () => {
        requireOk(await setHost(a, { not_found_url: `http://${b}/x` }));
        return [
          await setHost(b, { not_found_url: `http://${a}/x` }),
          "not_found_url",
          [`${a}/x`, `${b}/x`, `${a}/x`],
        ];
      },
    ],
    [
      "another port, scheme and letter case",
      async () => {
        requireOk(await setHost(a, { not_found_url: `https://${b}/x#top` }));
        const answer = await setHost(b, { not_found_url: `http://${a.toUpperCase()}:8787/x` });
        return [answer, "not_found_url", [`${a}/x`, `${b}/x`]];
      },
    ],
    [
      "bare hostnames with a query",
      async () => {
        requireOk(await setHost(a, { not_found_url: `http://${b}?from=a` }));
        return [await setHost(b, { not_found_url: `http://${a}?from=b` }), "not_found_url", [a, b]];
      },
    ],
    [
      "three hostnames",
      async () => {
        requireOk(await setHost(a, { not_found_url: `http://${b}/x` }));
        requireOk(await setHost(b, { not_found_url: `http://${c}/x` }));
        return [
          await setHost(c, { not_found_url: `http://${a}/x` }),
          "not_found_url",
          [`${a}/x`, `${b}/x`, `${c}/x`],
        ];
      },
    ],
    [
      "a record on the way",
      async () => {
        await site.createLink({ host: b, alias: "go", destination: `https://${c}/lost` });
        requireOk(await setHost(c, { not_found_url: `http://${a}/lost` }));
        return [
          await setHost(a, { not_found_url: `http://${b}/go` }),
          "not_found_url",
          [`${b}/go`, `${c}/lost`, `${a}/lost`],
        ];
      },
    ],
    [
      "a record without destination",
      async () => {
        await site.createLink({ host: b, alias: "empty" });
        requireOk(await setHost(b, { not_found_url: `http://${a}/x` }));
        return [
          await setHost(a, { not_found_url: `http://${b}/empty` }),
          "not_found_url",
          [`${b}/empty`, `${a}/x`],
        ];
      },
    ],
    [
      "one of several destinations",
      async () => {
        const destinations = ["https://example.com", `https://${a}/lost`];
        await site.createLink({ host: b, alias: "go", destinations, destination_routing: "random" });
        return [
          await setHost(a, { not_found_url: `http://${b}/go` }),
          "not_found_url",
          [`${b}/go`, `${a}/lost`],
        ];
      },
    ],
    [
      "records that have expired",
      async () => {
        await site.createLink({ host: a, alias: "old", destination: "https://example.com", expires: PAST });
        await site.createLink({ host: b, alias: "old", destination: "https://example.com", expires: PAST });
        requireOk(await setHost(a, { expired_url: `http://${b}/old` }));
        return [
          await setHost(b, { expired_url: `http://${a}/old` }),
          "expired_url",
          [`${a}/old`, `${b}/old`],
        ];
      },
    ],
    [
      "a record that expires one day",
      async () => {
        await site.createLink({
          host: b,
          alias: "soon",
          destination: "https://example.com",
          expires: FUTURE,
        });
        requireOk(await setHost(b, { expired_url: `http://${a}/lost` }));
        return [
          await setHost(a, { not_found_url: `http://${b}/soon` }),
          "not_found_url",
          [`${b}/soon`, `${a}/lost`],
        ];
      },
    ],
    [
      "the workspace's URL, written last",
      async () => {
        requireOk(await setHost(a, { not_found_url: `http://${b}/y` }));
        return [await setWorkspace("not_found_url", `http://${a}/x`), "value", [`${a}/x`, `${b}/y`]];
      },
    ],
    [
      "the workspace's URL, written first",
      async () => {
        requireOk(await setWorkspace("not_found_url", `http://${a}/x`));
        return [await setHost(a, { not_found_url: `http://${b}/y` }), "not_found_url", [`${b}/y`, `${a}/x`]];
      },
    ],
    [
      "the workspace's URL, where a hostname's own is taken away",
      async () => {
        requireOk(await setHost(b, { not_found_url: "https://example.com/lost" }));
        await site.createLink({ host: a, alias: "x", destination: `https://${b}/y` });
        requireOk(await setWorkspace("not_found_url", `http://${a}/x`));
        return [await setHost(b, { not_found_url: null }), "not_found_url", [`${a}/x`, `${b}/y`]];
      },
    ],
    [
      "the workspace's expired_url",
      async () => {
        await site.createLink({ host: a, alias: "old", destination: `https://example.com`, expires: PAST });
        await site.createLink({ host: b, alias: "old", destination: `https://example.com`, expires: PAST });
        requireOk(await setHost(a, { expired_url: `http://${b}/old` }));
        return [await setWorkspace("expired_url", `http://${a}/old`), "value", [`${a}/old`, `${b}/old`]];
      },
    ],
  ])("[10.22] is a 422 that names every stop: %s", async (_, close) => {
    const [answer, field, stops] = await close();
    expectRefused(answer, field);
    const [reason] = answer.body.errors[field];
    expect(reason).toMatch(/^leads in a circle: /);
    let at = 0;
    for (const stop of stops) {
      expect(reason.slice(at)).toContain(stop);
      at = reason.indexOf(stop, at) + stop.length;
    }
  });

  it("of five hops is found", async () => {
    const hosts = [a, b, c, await connectHost(site), await connectHost(site)];
    const urlOf = (index: number) => `http://${hosts[index % hosts.length]}/x`;
    for (let i = 0; i < 4; i++) requireOk(await setHost(hosts[i] ?? "", { not_found_url: urlOf(i + 1) }));
    expectRefused(await setHost(hosts[4] ?? "", { not_found_url: urlOf(5) }), "not_found_url");
  });

  it("by each of two URLs of one call is named for both", async () => {
    const destination = "https://example.com";
    for (const host of [a, b]) await site.createLink({ host, alias: "old", destination, expires: PAST });
    requireOk(await setHost(b, { not_found_url: `http://${a}/lost`, expired_url: `http://${a}/old` }));
    const both = { not_found_url: `http://${b}/lost`, expired_url: `http://${b}/old` };
    expectRefused(await setHost(a, both), "not_found_url", "expired_url");
  });
});

describe("a URL without a circle", () => {
  it.each<[string, () => Promise<Answer>]>([
    [
      "the hostname's own page, which nothing answers",
      () => setHost(a, { not_found_url: `http://${a}/lost` }),
    ],
    [
      "the workspace's page on a hostname of its own",
      () => setWorkspace("not_found_url", `http://${a}/lost`),
    ],
    [
      "a page of another hostname that a record answers",
      async () => {
        requireOk(await setHost(b, { not_found_url: `http://${a}/x` }));
        await site.createLink({ host: b, alias: "x", destination: "https://example.com" });
        return setHost(a, { not_found_url: `http://${b}/x` });
      },
    ],
    [
      "another hostname whose own URL leads away",
      async () => {
        requireOk(await setHost(b, { not_found_url: "https://example.com/lost" }));
        return setHost(a, { not_found_url: `http://${b}/x` });
      },
    ],
    [
      "a hostname of another workspace",
      async () => {
        const other = await createSite();
        requireOk(await other.call("PUT", `/host/${other.host}`, { not_found_url: `http://${a}/x` }));
        return setHost(a, { not_found_url: `http://${other.host}/x` });
      },
    ],
  ])("is taken: %s", async (_, write) => {
    requireOk(await write());
  });

  it("keeps a hostname that is sent back as it was read", async () => {
    requireOk(await setHost(a, { not_found_url: `http://${a}/lost` }));
    const { body } = requireOk(await site.call("GET", `/host/${a}`));
    requireOk(await setHost(a, body));
    const response = await visit(`http://${a}/nothing`);
    expect([response.status, response.headers.get("Location")]).toEqual([302, `http://${a}/lost`]);
    expect((await visit(`http://${a}/lost`)).status).toBe(404);
  });
});
