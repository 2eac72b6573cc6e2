import { refuse } from "../../../src/domain/refusal/refusal.ts";
import { describe, expect, it } from "vitest";
import {
  judgeCertificate,
  keepCertificate,
  needsRenewal,
} from "../../../src/services/host/internal/certificate.ts";
import {
  parseCustomHostname,
  type CustomHostname,
} from "../../../src/services/host/internal/custom-hostname.ts";
import { hostname } from "../../support/hostname.ts";

const NOW_MS = Date.UTC(2026, 0, 31, 12);
const DAY_MS = 86_400_000;
const ID = "0d89c70d-ad9f-4843-b99f-6cc0252067e9";

interface Told {
  hostname?: string;
  status?: string;
  ssl?: object | null;
  [key: string]: unknown;
}

/** A `result` of the API, as its documentation shows one. */
function result({ ssl, ...rest }: Told = {}): unknown {
  return {
    id: ID,
    hostname: "go.example.com",
    status: "active",
    ssl:
      ssl === null
        ? null
        : { id: "s", type: "dv", method: "http", status: "active", wildcard: false, ...ssl },
    ownership_verification: { type: "txt", name: "_cf-custom-hostname.go.example.com", value: "owner" },
    ...rest,
  };
}

function parsed(told?: Told): CustomHostname {
  const found = parseCustomHostname(result(told));
  if (found === null) throw new Error("not read");
  return found;
}

const certificate = (issued: string, expires: string) => ({ issued_on: issued, expires_on: expires });

interface HostFacts {
  issuedAt?: number | null;
  expiresAtMs?: number | null;
  id?: string;
}

/** Returns a hostname that has had the certificate for a day. */
function hostWith({ issuedAt = NOW_MS - DAY_MS, expiresAtMs = null, id = ID }: HostFacts = {}) {
  return {
    name: hostname("go.example.com"),
    certificate: { id, status: "active", expiresAtMs, proofs: [] },
    certificateIssuedAtMs: issuedAt,
    certificateRenewsAtMs: NOW_MS + DAY_MS,
  };
}

const NEW_HOST = { name: hostname("go.example.com"), certificate: null, certificateIssuedAtMs: null };

describe("an answer of the API", () => {
  it.each<[string, unknown]>([
    ["null", null],
    ["text", "ok"],
    ["a list", []],
    ["an object without id", { hostname: "go.example.com" }],
    ["an id that is no text", { id: 5, hostname: "go.example.com" }],
    ["an object without hostname", { id: ID }],
  ])("is none: %s", (_, value) => {
    expect(parseCustomHostname(value)).toBeNull();
  });

  it("is read though all but its names is missing or of another type", () => {
    expect(parseCustomHostname({ id: ID, hostname: "a.example", status: 5, ssl: "x" })).toMatchObject({
      status: "",
      ssl: null,
    });
    expect(
      parsed({
        ssl: {
          validation_errors: {},
          certificates: [null, { expires_on: "soon" }],
          validation_records: [{ http_url: "x" }],
        },
      }).ssl,
    ).toMatchObject({
      validationErrors: [],
      validationProofs: [],
      issuedAtMs: null,
      expiresAtMs: null,
    });
  });

  it("goes by the certificate that runs out first", () => {
    const certificates = [
      certificate("2026-01-02T00:00:00Z", "2026-04-02T00:00:00Z"),
      certificate("2026-01-01T00:00:00Z", "2026-04-01T00:00:00Z"),
    ];
    expect(parsed({ ssl: { certificates } }).ssl).toMatchObject({
      issuedAtMs: Date.UTC(2026, 0, 1),
      expiresAtMs: Date.UTC(2026, 3, 1),
    });
  });
});

describe("a certificate", () => {
  it.each([
    "initializing",
    "pending_validation",
    "pending_issuance",
    "pending_deployment",
    "validation_timed_out",
    "holding_deployment",
    "backup_issued",
  ])("that is new is not issued while it is %s", (status) => {
    expect(judgeCertificate(parsed({ ssl: { status } }), NEW_HOST, NOW_MS)).toMatchObject({
      isIssued: false,
      renewsAtMs: null,
      certificate: { id: ID, status },
    });
  });

  it("[10.20] is issued when active, and renewed 30 days before its end", () => {
    const certificates = [certificate("2026-01-31T09:00:00Z", "2026-05-01T09:00:00Z")];
    expect(judgeCertificate(parsed({ ssl: { certificates } }), NEW_HOST, NOW_MS)).toEqual({
      certificate: { id: ID, status: "active", expiresAtMs: Date.UTC(2026, 4, 1, 9), proofs: [] },
      isIssued: true,
      issuedAtMs: Date.UTC(2026, 0, 31, 9),
      renewsAtMs: Date.UTC(2026, 4, 1, 9) - 30 * DAY_MS,
      problems: [],
    });
  });

  it("is issued when active though nobody tells since when and until when", () => {
    expect(judgeCertificate(parsed(), NEW_HOST, NOW_MS)).toMatchObject({
      isIssued: true,
      issuedAtMs: null,
      renewsAtMs: null,
    });
  });

  it.each(["pending_validation", "pending_issuance", "pending_deployment", "validation_timed_out"])(
    "that is being renewed (%s) serves on until its end",
    (status) => {
      const found = parsed({ ssl: { status } });
      const judge = (expiresAtMs: number | null) =>
        judgeCertificate(found, hostWith({ expiresAtMs }), NOW_MS).isIssued;
      expect([judge(NOW_MS + 1), judge(NOW_MS), judge(null)]).toEqual([true, false, true]);
    },
  );

  it.each(["deleted", "pending_deletion", "expired", "inactive", "deactivating"])(
    "that is %s serves no more",
    (status) => {
      expect(judgeCertificate(parsed({ ssl: { status } }), hostWith(), NOW_MS).isIssued).toBe(false);
    },
  );

  it("that another one takes the place of has to be issued first", () => {
    const found = parsed({ ssl: { status: "pending_validation" } });
    expect(judgeCertificate(found, hostWith({ id: "the one before" }), NOW_MS).isIssued).toBe(false);
  });

  it("of a name does not cover the wildcard below it", () => {
    const wildcard = { ...NEW_HOST, name: hostname("*.example.com") };
    expect(judgeCertificate(parsed(), wildcard, NOW_MS).isIssued).toBe(false);
    expect(judgeCertificate(parsed({ ssl: { wildcard: true } }), wildcard, NOW_MS).isIssued).toBe(true);
    expect(judgeCertificate(parsed({ ssl: null }), NEW_HOST, NOW_MS)).toMatchObject({
      isIssued: false,
      certificate: { status: "none" },
    });
  });
});

describe("TXT records that are wanted", () => {
  const records = [{ txt_name: "_acme-challenge.example.com", txt_value: "one" }];
  const proof = { name: "_acme-challenge.example.com", value: "one" };
  const owner = { name: "_cf-custom-hostname.go.example.com", value: "owner" };
  const pending = {
    method: "txt",
    status: "pending_validation",
    wildcard: true,
    validation_records: records,
  };

  it.each<[string, Told, object[]]>([
    ["both while neither is seen", { status: "pending", ssl: pending }, [proof, owner]],
    ["that of the authority while the name is verified", { status: "active", ssl: pending }, [proof]],
    [
      "that of the owner once the certificate is there",
      { status: "pending", ssl: { ...pending, status: "active" } },
      [owner],
    ],
    ["none when all is done", { status: "active", ssl: { ...pending, status: "active" } }, []],
    [
      "none where the authority visits the name",
      { status: "pending", ssl: { ...pending, method: "http" } },
      [],
    ],
  ])("are %s", (_, told, proofs) => {
    expect(judgeCertificate(parsed(told), NEW_HOST, NOW_MS).certificate?.proofs).toEqual(proofs);
  });
});

describe("errors", () => {
  it.each<[string, Told, string[]]>([
    [
      "none of what is active",
      { verification_errors: ["old"], ssl: { validation_errors: [{ message: "old" }] } },
      [],
    ],
    [
      "what the authority says",
      { ssl: { status: "pending_validation", validation_errors: [{ message: "caa_error: x" }] } },
      ["validation_failed"],
    ],
    [
      "why the name is not verified",
      { status: "pending", verification_errors: ["does not CNAME to this zone."] },
      ["verification_failed"],
    ],
    ["that the name is blocked", { status: "blocked" }, ["hostname_blocked"]],
    ["that it took too long", { ssl: { status: "validation_timed_out" } }, ["certificate_timed_out"]],
    [
      "five at most",
      { status: "pending", verification_errors: ["1", "2", "3", "4", "5", "6"] },
      Array(5).fill("verification_failed"),
    ],
  ])("tell %s", (_, told, codes) => {
    const { problems } = judgeCertificate(parsed(told), NEW_HOST, NOW_MS);
    expect(problems.map(({ code }) => code)).toEqual(codes);
  });
});

describe("asking again", () => {
  const [correct, turned, wrong] = [
    { isCorrect: true, turnedCorrect: false },
    { isCorrect: true, turnedCorrect: true },
    { isCorrect: false, turnedCorrect: false },
  ];
  it.each<[string, Told, boolean, typeof correct, boolean]>([
    ["nothing is stuck", {}, false, correct, false],
    ["it waits for its turn", { ssl: { status: "pending_validation" } }, false, correct, false],
    ["DNS has just turned correct", { ssl: { status: "pending_validation" } }, false, turned, true],
    ["that changes nothing for what is active", {}, false, turned, false],
    ["validation timed out", { ssl: { status: "validation_timed_out" } }, false, correct, true],
    ["it timed out and DNS is wrong still", { ssl: { status: "validation_timed_out" } }, false, wrong, false],
    [
      "a wildcard's timed out, whatever DNS says",
      { ssl: { status: "validation_timed_out", wildcard: true } },
      true,
      wrong,
      true,
    ],
    ["the name had moved away and is back", { status: "moved" }, false, correct, true],
    ["the name has moved away", { status: "moved" }, false, wrong, false],
    ["it ended", { ssl: { status: "expired" } }, false, correct, true],
    ["none was asked for", { ssl: null }, false, wrong, true],
    ["it has to cover a wildcard now", {}, true, wrong, true],
    ["it has to cover no wildcard any more", { ssl: { wildcard: true } }, false, wrong, true],
  ])("where %s", (_, told, isWildcard, dns, expected) => {
    expect(needsRenewal(parsed(told), isWildcard, dns)).toBe(expected);
  });
});

describe("while the platform does not answer", () => {
  it("keeps the state, except for expired certificates", () => {
    const problem = { code: "api_timeout", reason: refuse("target_none") };
    expect(keepCertificate(hostWith({ expiresAtMs: NOW_MS + 1 }), NOW_MS, problem)).toMatchObject({
      isIssued: true,
      renewsAtMs: NOW_MS + DAY_MS,
      certificate: { id: ID },
      problems: [problem],
    });
    expect(keepCertificate(hostWith({ expiresAtMs: NOW_MS }), NOW_MS, problem)).toMatchObject({
      isIssued: false,
      renewsAtMs: null,
    });
    expect(keepCertificate(hostWith({ issuedAt: null }), NOW_MS, problem).isIssued).toBe(false);
  });
});
