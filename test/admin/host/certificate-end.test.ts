import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import { deleteOrphanedCertificates } from "../../../src/services/host/delete-orphaned-certificates.ts";
import { certificateErrors, useCertifiedHost } from "../../support/certified-host.ts";
import { callSaas, saasEnv } from "../../support/saas.ts";
import { SAAS_TOKEN } from "../../support/saas-zone.ts";

const TARGET = env.CNAME_TARGET;

const test = useCertifiedHost();

async function orphans(): Promise<string[]> {
  const { results } = await env.DB.prepare("SELECT id FROM orphaned_certificates ORDER BY id").all<{
    id: string;
  }>();
  return results.map(({ id }) => id);
}

describe("a wildcard", () => {
  const wildcard = () => `*.wild-${test.host}`;
  const base = () => wildcard().slice(2);
  const proofs = () => [
    `TXT _acme-challenge.${base()} proof-one`,
    `TXT _acme-challenge.${base()} proof-two`,
    `TXT _cf-custom-hostname.${base()} owner-${test.saas.zone.of(base()).id}`,
  ];

  it("is validated by TXT records, which `require` lists until they are seen", async () => {
    const body = await test.connect(wildcard());
    expect(test.saas.zone.requests[0]?.body).toMatchObject({
      hostname: base(),
      ssl: { method: "txt", wildcard: true },
    });
    expect(body.require).toEqual([`CNAME ${wildcard()} ${TARGET}`, ...proofs()]);
    test.saas.zone.activate(base(), test.inDays(0), test.inDays(90));
    expect(await test.refresh(wildcard())).toMatchObject({
      require: [`CNAME ${wildcard()} ${TARGET}`],
      ssl_issued_at: expect.any(String),
    });
  });

  it("shares its certificate with the name it stands below, whichever is connected first", async () => {
    await test.connect(base());
    test.saas.zone.activate(base(), test.inDays(0), test.inDays(90));
    test.pointHere(base());
    const issued = (await test.refresh(base())).ssl_issued_at;
    const body = await test.connect(wildcard());
    expect(body.ssl_issued_at).toBeNull();
    expect(body.require).toEqual([`CNAME ${wildcard()} ${TARGET}`, ...proofs().slice(0, 2)]);
    expect(test.saas.zone.hostnames.size).toBe(1);
    // The name keeps its certificate meanwhile, and asks for one for both.
    expect((await test.refresh(base())).ssl_issued_at).toBe(issued);
    expect(test.saas.zone.of(base()).ssl?.wildcard).toBe(true);

    await test.call("DELETE", `/host/${encodeURIComponent(wildcard())}`);
    await deleteOrphanedCertificates(saasEnv, test.nowMs, 20);
    expect(test.saas.zone.hostnames.size).toBe(1);
    expect(await orphans()).toEqual([]);
    await test.refresh(base());
    expect(test.saas.zone.of(base()).ssl).toMatchObject({ wildcard: false, method: "http" });
  });
});

describe("a certificate that is wanted no more", () => {
  it.each<[string, () => Promise<unknown>]>([
    ["its hostname is disconnected", () => test.call("DELETE", `/host/${test.host}`)],
    ["https is requested no more", () => test.call("PUT", `/host/${test.host}`, { https_requested: false })],
  ])("[10.20] is deleted when %s", async (_, letGo) => {
    await test.connect();
    const { id } = test.saas.zone.of(test.host);
    await letGo();
    expect(await orphans()).toEqual([id]);
    await deleteOrphanedCertificates(saasEnv, test.nowMs, 20);
    expect(test.saas.zone.requests.at(-1)).toMatchObject({ method: "DELETE", path: `/${id}` });
    expect(test.saas.zone.hostnames.size).toBe(0);
    expect(await orphans()).toEqual([]);
  });

  it("is tried again ever later, until the API says that it is gone", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    await test.connect();
    await test.call("DELETE", `/host/${test.host}`);
    test.saas.zone.faults.set("DELETE", 500);
    const attempts = async () => test.saas.zone.requests.filter(({ method }) => method === "DELETE").length;
    const at = async (minutes: number) => {
      await deleteOrphanedCertificates(saasEnv, test.nowMs + minutes * 60_000, 20);
      return attempts();
    };
    expect([
      await at(0),
      await at(0.9),
      await at(1),
      await at(2.9),
      await at(3),
      await at(6.9),
      await at(7),
    ]).toEqual([1, 1, 2, 2, 3, 3, 4]);
    test.saas.zone.faults.clear();
    test.saas.zone.hostnames.clear();
    await at(60);
    expect(await orphans()).toEqual([]);
    expect(warn).toHaveBeenCalledTimes(4);
    expect(JSON.stringify(warn.mock.calls)).not.toContain(SAAS_TOKEN);
  });

  it("is not deleted if its hostname was connected again in between", async () => {
    await test.connect();
    const { id } = test.saas.zone.of(test.host);
    await test.call("DELETE", `/host/${test.host}`);
    await test.connect();
    await deleteOrphanedCertificates(saasEnv, test.nowMs, 20);
    expect(test.saas.zone.of(test.host).id).toBe(id);
    expect(await orphans()).toEqual([]);
  });

  it("is deleted though it came when its hostname was gone", async () => {
    test.saas.before = () => test.call("DELETE", `/host/${test.host}`);
    expect((await callSaas(test.workspace.token, "POST", "/host", { host: test.host })).status).toBe(404);
    const { id } = test.saas.zone.of(test.host);
    expect(await orphans()).toContain(id);
    await deleteOrphanedCertificates(saasEnv, test.nowMs, 20);
    expect(test.saas.zone.hostnames.size).toBe(0);
  });

  it("shows nothing any more, and is issued again when https is requested again", async () => {
    test.saas.zone.faults.set("POST", 500);
    expect(certificateErrors(await test.connect())).toHaveLength(1);
    const off = await test.call("PUT", `/host/${test.host}`, { https_requested: false });
    expect(off.errors).toEqual([]);
    test.saas.zone.faults.clear();
    const on = await test.call("PUT", `/host/${test.host}`, { https_requested: true });
    expect(certificateErrors(on).map(({ code }) => code)).toEqual(["verification_failed"]);
    expect(test.saas.zone.of(test.host).ssl?.status).toBe("initializing");
  });
});
