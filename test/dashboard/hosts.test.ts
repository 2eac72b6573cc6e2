import { describe, expect, it } from "vitest";
import { ApiError } from "../../src/dashboard/api/client.ts";
import type { Host } from "../../src/dashboard/api/types.ts";
import { connectHosts, type Line, parseLines } from "../../src/dashboard/screen/hosts/connect-hosts.ts";
import { findNeeded, parseDnsRecord, toDnsMessage } from "../../src/dashboard/screen/hosts/dns-record.ts";
import { missingPageOf, toHostFields, toHostForm } from "../../src/dashboard/screen/hosts/host-form.ts";
import {
  certificateOf,
  countsOf,
  firstProblem,
  stateOf,
  totalOf,
} from "../../src/dashboard/screen/hosts/host-state.tsx";
import { loadTexts } from "../../src/dashboard/text/text.ts";

const error = (scope: string, code: string) => ({
  scope,
  code,
  message: "",
  message_code: { code: "as_written", values: {} },
  updated_at: "",
});

describe("DNS records as text", () => {
  it.each([
    ["CNAME go.a.example edge.b.example", ["CNAME", "go.a.example", "edge.b.example", ""]],
    ["A a.example 192.0.2.1", ["A", "a.example", "192.0.2.1", ""]],
    [
      "TXT _signpost.a.example signpost-verification=5f, 0c",
      ["TXT", "_signpost.a.example", "signpost-verification=5f, 0c", ""],
    ],
    [
      "ALIAS a.example edge.b.example, or a proxy in front",
      ["ALIAS", "a.example", "edge.b.example", "or a proxy in front"],
    ],
    ["something", ["", "", "something", ""]],
  ])("takes %s apart", (text, [type, name, value]) => {
    expect(parseDnsRecord(text)).toEqual({ type, name, value });
  });

  it("[32.20] names each part of each for somebody who sets them", async () => {
    await loadTexts("hosts");
    const message = toDnsMessage([
      "CNAME go.a.example edge.b.example",
      "TXT _signpost.a.example signpost-verification=5f",
    ]);
    expect(message).toContain("Type: CNAME\nName: go.a.example\nValue: edge.b.example\n\nType: TXT\n");
    expect(message).toContain("Value: signpost-verification=5f\n");
  });

  it.each([
    ["a CNAME that stands", "CNAME go.a.example Edge.b.example", "found", "found"],
    ["a CNAME that leads elsewhere", "CNAME go.a.example other.example", "missing", "unanswered"],
    ["the proof that was found", "TXT _signpost.go.a.example v", "found", "found"],
    ["a record of a certificate", "TXT _acme-challenge.go.a.example v", "unknown", "unknown"],
  ])("finds %s", (_, needed, state, unanswered) => {
    const found = {
      current: ["CNAME go.a.example edge.b.example"],
      proof: "txt" as const,
      checked_at: "2026-01-31T09:30:00.000Z",
      errors: [],
    };
    expect(findNeeded(needed, found)).toBe(state);
    expect(findNeeded(needed, { ...found, errors: [error("dns", "unreachable")] })).toBe(unanswered);
    expect(findNeeded(needed, { ...found, checked_at: null })).toBe("unchecked");
  });
});

it.each([
  [{ held: false, correct: true, checked_at: "x" }, [], "waiting"],
  [{ held: true, correct: true, checked_at: null }, [], "right"],
  [{ held: true, correct: true, checked_at: "x" }, ["timeout"], "right"],
  [{ held: true, correct: false, checked_at: null }, [], "unchecked"],
  [{ held: true, correct: false, checked_at: "x" }, ["mismatch"], "wrong"],
  [{ held: true, correct: false, checked_at: "x" }, ["unreachable"], "unanswered"],
  [{ held: true, correct: false, checked_at: "x" }, ["proof_missing", "timeout"], "unanswered"],
])("shows %j with the problems %j as %s", (facts, codes, state) => {
  const errors = codes.map((code) => error("dns", code));
  expect(stateOf({ ...facts, errors })).toBe(state);
});

it.each([
  [{ https_requested: false, ssl_issued_at: "x", errors: [] }, "off"],
  [{ https_requested: true, ssl_issued_at: "x", errors: [error("certificate", "api_busy")] }, "issued"],
  [{ https_requested: true, ssl_issued_at: null, errors: [error("certificate", "api_busy")] }, "failed"],
  [{ https_requested: true, ssl_issued_at: null, errors: [error("dns", "mismatch")] }, "pending"],
])("shows the certificate of %j as %s", (facts, state) => {
  expect(certificateOf(facts)).toBe(state);
});

it("names the problem of DNS first where the hostname is held, and that of the proof where it waits", () => {
  const errors = [error("certificate", "api_busy"), error("dns", "mismatch"), error("dns", "proof_missing")];
  expect(firstProblem({ held: true, errors })?.code).toBe("mismatch");
  expect(firstProblem({ held: false, errors })?.code).toBe("proof_missing");
  expect(firstProblem({ held: false, errors: errors.slice(0, 2) })?.code).toBe("mismatch");
  expect(firstProblem({ held: true, errors: [] })).toBeUndefined();
});

it("counts the records of a hostname", () => {
  const host = { counts: ["qr:1", "short-url:12"] };
  expect([countsOf(host), totalOf(host)]).toEqual([{ qr: 1, "short-url": 12 }, 13]);
});

it.each([
  ["go.localhost", false, null, "8787", "http://go.localhost:8787/"],
  ["go.a.example", true, null, "", "http://go.a.example/"],
  ["*.a.example", true, "x", "", "https://signpost.a.example/"],
])("opens a missing path of %s", (host, isPublic, issued, port, start) => {
  const url = missingPageOf({ host, public: isPublic, ssl_issued_at: issued }, { port });
  expect([url.startsWith(start), new URL(url).pathname.length > 1]).toEqual([true, true]);
});

it("writes nothing of a form that nobody has changed", () => {
  const host = {
    https_requested: true,
    force_https: false,
    short_links_enabled: true,
    not_found_url: null,
    expired_url: "https://a.example/",
    misses: "off",
    is_preview_off: false,
    hsts: { max_age: 300, include_subdomains: true },
  } as const;
  expect(toHostFields(toHostForm(host as unknown as Host))).toEqual(host);
});

describe("pasted hostnames", () => {
  it("are one a line, each once; addresses of sites stand for their hostnames", () => {
    const lines = parseLines(
      "Go.A.example\nhttps://go.a.example/x?y , b.example c.example\n\nno host!\n*.d.example",
    );
    expect(lines.map(({ host, state }) => [host, state.kind])).toEqual([
      ["go.a.example", "open"],
      ["b.example", "open"],
      ["c.example", "open"],
      ["no host!", "invalid"],
      ["*.d.example", "open"],
    ]);
  });

  const host = (name: string) => ({ host: name }) as Host;
  const run = async (lines: Line[], answers: Record<string, unknown[]>) => {
    const sent: string[] = [];
    const waited: number[] = [];
    let last: readonly Line[] = lines;
    const problem = await connectHosts(lines, {
      send: async (name) => {
        sent.push(name);
        const next = answers[name]?.shift();
        if (next !== undefined) throw next;
        return host(name);
      },
      wait: async (seconds) => void waited.push(seconds),
      onLines: (now) => void (last = now),
      isStopped: () => sent.includes("stop.example"),
    }).then(
      () => null,
      (error: unknown) => error,
    );
    return { sent, waited, problem, kinds: last.map(({ state }) => state.kind) };
  };

  it("[32.20] are sent on after one that fails, and after a limit that passes", async () => {
    const limited = new ApiError(429, { message: "" }, 7);
    const { sent, waited, kinds } = await run(parseLines("a.example\nb.example\nx y\nc.example"), {
      "a.example": [new ApiError(422, { message: "" })],
      "b.example": [limited, new ApiError(503, { message: "" })],
    });
    expect(sent.toSorted()).toEqual(["a.example", "b.example", "b.example", "b.example", "c.example"]);
    expect(waited).toEqual([7, 2]);
    expect(kinds).toEqual(["failed", "done", "invalid", "done"]);
  });

  it("[32.20] stay open where no call arrives, and where somebody stops", async () => {
    const lines = parseLines(Array.from({ length: 50 }, (_, index) => `n${index}.example`).join("\n"));
    const offline = await run(lines, { "n1.example": [new ApiError(0, { message: "" })] });
    expect([offline.kinds[0], offline.kinds[1], offline.kinds[49]]).toEqual(["done", "open", "open"]);
    expect(offline.problem).toBeInstanceOf(ApiError);
    const stopped = await run(parseLines("stop.example\nb.example"), {});
    expect(stopped.kinds).toEqual(["done", "open"]);
  });

  it("[32.20] are sent four at a time", async () => {
    let [now, most] = [0, 0];
    const lines = parseLines(Array.from({ length: 20 }, (_, index) => `n${index}.example`).join("\n"));
    const send = async (name: string) => {
      most = Math.max(most, ++now);
      await Promise.resolve();
      now -= 1;
      return host(name);
    };
    const done = await connectHosts(lines, {
      send,
      wait: async () => {},
      onLines: () => {},
      isStopped: () => false,
    });
    expect([most, done.filter(({ state }) => state.kind === "done").length]).toEqual([4, 20]);
  });

  it("[32.20] that are sent again leave out those that are connected", async () => {
    const lines: Line[] = [
      { host: "a.example", state: { kind: "done", host: host("a.example") } },
      { host: "b.example", state: { kind: "failed", error: null } },
    ];
    expect((await run(lines, {})).sent).toEqual(["b.example"]);
  });

  it("[32.20] that meet a limit again and again fail at last", async () => {
    const limits = Array.from({ length: 9 }, () => new ApiError(429, { message: "" }, 1));
    const { sent, kinds } = await run(parseLines("a.example"), { "a.example": limits });
    expect([sent.length, kinds]).toEqual([6, ["failed"]]);
  });
});
