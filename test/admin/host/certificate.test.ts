import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import { memory } from "../../../src/storage/snapshot/memory.ts";
import { certificateErrors, useCertifiedHost } from "../../support/certified-host.ts";
import { saasEnv } from "../../support/saas.ts";
import { SAAS_TOKEN, SAAS_ZONE_ID, type SaasZone } from "../../support/saas-zone.ts";
import { visitOn } from "../../support/watched-env.ts";

const TARGET = env.CNAME_TARGET;
const DAY_MS = 86_400_000;

const test = useCertifiedHost();
const methods = () => test.saas.zone.requests.map(({ method }) => method);

describe("connecting a hostname", () => {
  it("[10.20] asks for a certificate that is validated by a visit", async () => {
    const body = await test.connect();
    expect(test.saas.zone.requests).toEqual([
      {
        method: "POST",
        path: "",
        body: {
          hostname: test.host,
          ssl: { method: "http", type: "dv", wildcard: false, settings: { min_tls_version: "1.2" } },
        },
      },
    ]);
    expect(body).toMatchObject({ ssl_issued_at: null, ssl_renews_at: null, checked_at: null });
    expect(body.require).toEqual([`CNAME ${test.host} ${TARGET}`]);
  });

  it.each<[string, (zone: SaasZone) => unknown, string]>([
    ["is down", (zone) => zone.faults.set("POST", 503), "api_unreachable"],
    ["asks for fewer requests", (zone) => zone.faults.set("POST", 429), "api_unreachable"],
    ["does not know the token", (zone) => zone.faults.set("POST", 403), "api_refused"],
    ["answers with what cannot be read", (zone) => zone.faults.set("POST", "garbage"), "api_malformed"],
  ])(
    "[10.20] succeeds where the API %s; errors tell of it and the next check asks again",
    async (_, breakDown, code) => {
      breakDown(test.saas.zone);
      const body = await test.connect();
      expect(certificateErrors(body)).toMatchObject([
        { code, message: expect.stringMatching(/^The certificate service /) },
      ]);
      expect(JSON.stringify(body)).not.toContain(SAAS_TOKEN);
      test.saas.zone.faults.clear();
      const next = await test.refresh();
      expect(certificateErrors(next).filter((error) => error.code === code)).toEqual([]);
      expect(test.saas.zone.of(test.host).hostname).toBe(test.host);
    },
  );

  it("[10.20] shows why the API refuses the name", async () => {
    const body = await test.connect(`go.refused.example`);
    expect(certificateErrors(body)).toMatchObject([
      { code: "api_refused", message: expect.stringContaining("prohibited. (1411)") },
    ]);
  });

  it.each(["POST", "GET"])("is cut off after 10 seconds where the API hangs (%s)", async (method) => {
    if (method === "GET") await test.connect();
    test.saas.zone.faults.set(method, "hangs");
    const asked: number[] = [];
    const untilNow = AbortSignal.timeout.bind(AbortSignal);
    vi.spyOn(AbortSignal, "timeout").mockImplementation((milliseconds) => {
      asked.push(milliseconds);
      return test.saas.zone.requests.length > 0 || method === "POST"
        ? AbortSignal.abort(new DOMException("", "TimeoutError"))
        : untilNow(milliseconds);
    });
    const body = method === "POST" ? await test.connect() : await test.refresh();
    expect(certificateErrors(body)).toMatchObject([{ code: "api_timeout" }]);
    expect(asked.at(-1)).toBe(10_000);
  });

  it("adopts what the zone has of exactly that name", async () => {
    const other = { hostname: `x${test.host}`, ssl: {} };
    for (const hostname of [other.hostname, test.host]) {
      await fetch(`${saasEnv.CLOUDFLARE_API_URL}/zones/${SAAS_ZONE_ID}/custom_hostnames`, {
        method: "POST",
        headers: { Authorization: `Bearer ${SAAS_TOKEN}` },
        body: JSON.stringify({ hostname, ssl: {} }),
      });
    }
    test.saas.zone.activate(test.host, test.inDays(-1), test.inDays(89));
    const body = await test.connect();
    expect(body.ssl_issued_at).toBe(test.inDays(-1));
    expect(body.ssl_renews_at).toBe(test.inDays(59));
    expect(test.saas.zone.hostnames.size).toBe(2);
    expect(test.saas.zone.requests.at(-1)).toMatchObject({ method: "GET", path: `?hostname=${test.host}` });
  });

  it("is not requested without https_requested", async () => {
    await test.connect();
    await test.call("PUT", `/host/${test.host}`, { https_requested: false });
    test.saas.zone.requests.length = 0;
    expect(await test.refresh()).toMatchObject({ ssl_issued_at: null });
    expect(test.saas.zone.requests).toEqual([]);
  });
});

describe("a certificate on its way", () => {
  it("[10.20] is looked at until it is active; then the url of a record begins with https", async () => {
    await test.connect();
    const { data } = await test.call("POST", "/link", {
      host: test.host,
      alias: "a",
      destination: "https://example.com",
    });
    test.pointHere();
    // DNS alone issues nothing here.
    expect(await test.refresh()).toMatchObject({ correct: true, ssl_issued_at: null });
    test.saas.zone.of(test.host).ssl!.status = "pending_deployment";
    expect((await test.refresh()).ssl_issued_at).toBeNull();
    expect((await test.call("GET", `/link/${data[0].id}`)).url).toBe(`http://${test.host}/a`);
    test.saas.zone.activate(test.host, test.inDays(0), test.inDays(90));
    const body = await test.refresh();
    expect(body).toMatchObject({ ssl_issued_at: new Date(test.nowMs - 30_000).toISOString(), errors: [] });
    expect(body.ssl_renews_at).toBe(new Date(test.nowMs - 30_000 + 60 * DAY_MS).toISOString());
    expect((await test.call("GET", `/link/${data[0].id}`)).url).toBe(`https://${test.host}/a`);
  });

  it("has its name validated at once when DNS turns correct", async () => {
    await test.connect();
    test.saas.zone.of(test.host).ssl!.status = "pending_validation";
    await test.refresh();
    expect(methods()).toEqual(["POST", "GET"]);
    test.pointHere();
    await test.refresh();
    expect(methods()).toEqual(["POST", "GET", "GET", "PATCH"]);
    expect(test.saas.zone.requests.at(-1)?.body).toEqual({
      ssl: { method: "http", type: "dv", wildcard: false, settings: { min_tls_version: "1.2" } },
    });
    await test.refresh();
    expect(methods().slice(4)).toEqual(["GET"]);
  });

  it("is asked for again once it timed out", async () => {
    await test.connect();
    test.pointHere();
    await test.refresh();
    test.saas.zone.of(test.host).ssl!.status = "validation_timed_out";
    await test.refresh();
    expect(methods().slice(-2)).toEqual(["GET", "PATCH"]);
  });

  it("is kept though asking again fails", async () => {
    await test.connect();
    test.saas.zone.of(test.host).ssl!.status = "validation_timed_out";
    test.pointHere();
    test.saas.zone.faults.set("PATCH", 500);
    const body = await test.refresh();
    expect(certificateErrors(body).map(({ code }) => code)).toContain("api_unreachable");
    test.saas.zone.faults.clear();
    await test.refresh();
    expect(test.saas.zone.requests.filter(({ method }) => method === "POST")).toHaveLength(1);
  });

  it("is requested again if it was deleted", async () => {
    await test.connect();
    test.pointHere();
    test.saas.zone.activate(test.host, test.inDays(0), test.inDays(90));
    expect((await test.refresh()).ssl_issued_at).not.toBeNull();
    test.saas.zone.hostnames.clear();
    expect(await test.refresh()).toMatchObject({ ssl_issued_at: null, ssl_renews_at: null });
    expect(test.saas.zone.of(test.host).ssl?.status).toBe("initializing");
  });

  it("is awaited where the one before is still being deleted", async () => {
    await test.connect();
    test.saas.zone.of(test.host).status = "pending_deletion";
    expect(certificateErrors(await test.refresh())).toMatchObject([{ code: "api_busy" }]);
    test.saas.zone.hostnames.clear();
    expect(certificateErrors(await test.refresh()).map(({ code }) => code)).not.toContain("api_busy");
    expect(test.saas.zone.of(test.host).status).toBe("pending");
  });

  it("stays issued while the API is down, and until its end while it is renewed", async () => {
    await test.connect();
    test.pointHere();
    test.saas.zone.activate(test.host, test.inDays(-60), test.inDays(30));
    const issued = (await test.refresh()).ssl_issued_at;
    test.saas.zone.faults.set("GET", 502);
    const down = await test.refresh();
    expect(down).toMatchObject({
      ssl_issued_at: issued,
      errors: [{ scope: "certificate", code: "api_unreachable" }],
    });
    test.saas.zone.faults.clear();
    test.saas.zone.of(test.host).ssl!.status = "pending_validation";
    expect((await test.refresh()).ssl_issued_at).toBe(issued);
    test.saas.zone.activate(test.host, test.inDays(0), test.inDays(90));
    expect((await test.refresh()).ssl_renews_at).toBe(
      new Date(test.nowMs - 30_000 + 60 * DAY_MS).toISOString(),
    );
    test.saas.zone.of(test.host).ssl!.status = "pending_validation";
    test.nowMs += 90 * DAY_MS;
    expect((await test.refresh()).ssl_issued_at).toBeNull();
  });
});

describe("force_https", () => {
  it("[10.4] waits for the certificate, not for DNS, and ends with it", async () => {
    await test.connect();
    await test.call("POST", "/link", { host: test.host, alias: "a", destination: "https://example.com" });
    await test.call("PUT", `/host/${test.host}`, { force_https: true });
    const location = async () => {
      memory.clear();
      return (await visitOn(saasEnv, `http://${test.host}/a`, { redirect: "manual" })).headers.get(
        "Location",
      );
    };
    test.pointHere();
    await test.refresh();
    expect(await location()).toBe("https://example.com");
    test.saas.zone.activate(test.host, test.inDays(0), test.inDays(90));
    await test.refresh();
    expect(await location()).toBe(`https://${test.host}/a`);
    await test.call("PUT", `/host/${test.host}`, { https_requested: false });
    expect(await location()).toBe("https://example.com");
  });
});
