import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, vi } from "vitest";
import type { CheckResult } from "../../src/domain/health.ts";
import type { Env } from "../../src/env.ts";
import { guardAddresses } from "../../src/services/monitor/address-guard.ts";
import { checkDestination } from "../../src/services/monitor/internal/check-destination.ts";
import { dnsJson, type DnsQuestion } from "./dns.ts";
import { fakeWeb, publicAddress, redirectTo, type FakeWeb } from "./web.ts";

export const START = "https://start.example/";

/** The web of the test that runs. */
export let web: FakeWeb;

/** Gives each test of a file a web of its own. */
export function useFakeWeb(): void {
  beforeEach(() => {
    web = fakeWeb();
  });
  afterEach(() => vi.restoreAllMocks());
}

export function check(destination: string, overrides: Partial<Env> = {}): Promise<CheckResult> {
  const guard = guardAddresses({ ...env, ...overrides });
  return checkDestination(destination, { guard, clock: () => 0 });
}

/** Neither as a destination nor behind a redirect, and it is no verdict. */
export async function expectNeverAsked(destination: string, overrides: Partial<Env> = {}): Promise<void> {
  web.requests.length = 0;
  expect(await check(destination, overrides), destination).toMatchObject({ kind: "unchecked" });
  expect(web.lines()).toEqual([]);
  web.site = ({ url }) => (url === START ? redirectTo(destination, 307) : new Response(""));
  expect(await check(START, overrides), `to ${destination}`).toMatchObject({ kind: "unchecked" });
  expect(web.lines()).toEqual([`GET ${START}`]);
}

export function resolveTo(name: string, records: [type: string, data: string][]): void {
  web.resolver = (question: DnsQuestion) =>
    question.name === name
      ? dnsJson(question, {
          records: records.filter(([type]) => type === question.type || type === "CNAME"),
        })
      : publicAddress(question);
}
