import { env } from "cloudflare:workers";
import { afterEach, beforeEach, vi } from "vitest";
import { serveZone, type FakeDns } from "./dns.ts";
import type { DnsZone } from "./dns-zone.ts";
import { callSaas, serveSaas, type FakeSaas } from "./saas.ts";
import { requireOk, type RecordBody } from "./site.ts";
import { createWorkspace, type Answer, type TestWorkspace } from "./workspace.ts";

const DAY_MS = 86_400_000;

/** A hostname for each test of its own, where certificates come from Cloudflare for SaaS. */
export interface CertifiedHost {
  /** Not yet connected. */
  host: string;
  workspace: TestWorkspace;
  saas: FakeSaas;
  /** The DNS records; tests may change them. */
  dns: DnsZone;
  /** The clock, which stands still. */
  nowMs: number;
  /** A call that must succeed. */
  call(method: string, path: string, body?: unknown): Promise<RecordBody>;
  connect(name?: string): Promise<RecordBody>;
  /** A refresh that is due. */
  refresh(name?: string): Promise<RecordBody>;
  /** Has DNS lead a name here. */
  pointHere(name?: string): void;
  /** A moment a number of days from now, in the API's format. */
  inDays(days: number): string;
}

let hosts = 0;

/** To be called once in a file; the members are those of the test that runs. */
export function useCertifiedHost(): CertifiedHost {
  const test = {} as CertifiedHost;
  let fakeDns: FakeDns;
  beforeEach(async () => {
    hosts++;
    test.nowMs = Date.now();
    vi.spyOn(Date, "now").mockImplementation(() => test.nowMs);
    test.dns = {};
    fakeDns = serveZone(test.dns);
    test.saas = serveSaas();
    test.workspace = await createWorkspace();
    test.host = `go-${hosts}.certified.example`;
  });
  afterEach(() => {
    test.saas.restore();
    fakeDns.restore();
    vi.restoreAllMocks();
  });
  return Object.assign(test, {
    call: async (method: string, path: string, body?: unknown) =>
      requireOk((await callSaas(test.workspace.token, method, path, body)) as Answer).body,
    connect: (name = test.host) => test.call("POST", "/host", { host: name }),
    refresh: (name = test.host) => {
      test.nowMs += 30_000;
      return test.call("POST", `/host/${name}/refresh`);
    },
    pointHere: (name = test.host) => void (test.dns[name] = { CNAME: env.CNAME_TARGET }),
    inDays: (days: number) => new Date(test.nowMs + days * DAY_MS).toISOString(),
  });
}

/** The `errors` of the certificate. */
export function certificateErrors(body: RecordBody): { code: string; message: string }[] {
  return (body.errors as { scope: string; code: string; message: string }[]).filter(
    ({ scope }) => scope === "certificate",
  );
}
