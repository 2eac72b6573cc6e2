import { describe, expect, it } from "vitest";
import { decideHolder, listProofNames, PASSING_DELAY_MS, type ClaimFacts } from "../../src/domain/claim.ts";
import { requiresProof, toProofMode } from "../../src/domain/proof-mode.ts";
import { hostname } from "../support/hostname.ts";

const NOW = 1_000_000_000;

function claim(workspaceId: string, facts: Partial<ClaimFacts> = {}): ClaimFacts {
  return {
    workspaceId,
    isHolder: false,
    isHeldWithProof: false,
    proof: "absent",
    needsProof: true,
    connectedAtMs: workspaceId.charCodeAt(0),
    absentSinceMs: null,
    yieldedTo: null,
    ...facts,
  };
}

const holder = (facts: Partial<ClaimFacts> = {}) =>
  claim("A", { isHolder: true, isHeldWithProof: true, ...facts });
const DUE = NOW - PASSING_DELAY_MS;

describe("who holds a hostname", () => {
  it.each<[string, ClaimFacts[], string | null]>([
    ["nobody: no claim has the proof that it needs", [claim("A"), claim("B")], null],
    ["nobody: DNS could not tell", [claim("A", { proof: "unknown" })], null],
    ["the one with proof", [claim("A"), claim("B", { proof: "found" })], "B"],
    ["the older of two with proof", [claim("B", { proof: "found" }), claim("A", { proof: "found" })], "A"],
    [
      "the one with proof before an older that needs none",
      [claim("A", { needsProof: false }), claim("B", { proof: "found" })],
      "B",
    ],
    [
      "the oldest that needs none",
      [claim("B", { needsProof: false }), claim("A", { needsProof: false })],
      "A",
    ],
    ["the holder, alone", [holder({ proof: "absent" })], "A"],
    [
      "the holder, proven",
      [holder({ proof: "found" }), claim("B", { proof: "found", absentSinceMs: DUE })],
      "A",
    ],
    [
      "the holder, of whom DNS could not tell",
      [holder({ proof: "unknown" }), claim("B", { proof: "found", absentSinceMs: DUE })],
      "A",
    ],
    ["the holder, at the first check", [holder(), claim("B", { proof: "found" })], "A"],
    [
      "the holder, a millisecond too early",
      [holder(), claim("B", { proof: "found", absentSinceMs: DUE + 1 })],
      "A",
    ],
    [
      "the claimant, from the millisecond on",
      [holder(), claim("B", { proof: "found", absentSinceMs: DUE })],
      "B",
    ],
    [
      "the claimant at once, where it is held without proof",
      [holder({ isHeldWithProof: false }), claim("B", { proof: "found" })],
      "B",
    ],
    [
      "the holder without proof, of whom DNS could not tell",
      [holder({ isHeldWithProof: false, proof: "unknown" }), claim("B", { proof: "found" })],
      "A",
    ],
    [
      "the holder, whose claimant gave it away",
      [holder({ isHeldWithProof: false }), claim("B", { proof: "found", yieldedTo: "A" })],
      "A",
    ],
    [
      "the claimant that gave it to somebody else",
      [holder({ isHeldWithProof: false }), claim("B", { proof: "found", yieldedTo: "C" })],
      "B",
    ],
  ])("%s", (_, claims, expected) => {
    expect(decideHolder(claims, NOW).holder).toBe(expected);
  });

  it("the two checks begin with the first that finds one proof and misses the other", () => {
    const { absentSinceMs } = decideHolder([holder(), claim("B", { proof: "found" }), claim("C")], NOW);
    expect([...absentSinceMs]).toEqual([
      ["B", NOW],
      ["C", null],
    ]);
  });

  it.each<[string, ClaimFacts[]]>([
    [
      "the holder's proof is there again",
      [holder({ proof: "found" }), claim("B", { proof: "found", absentSinceMs: 1 })],
    ],
    ["the claimant's is gone", [holder(), claim("B", { absentSinceMs: 1 })]],
    [
      "DNS cannot tell of the holder",
      [holder({ proof: "unknown" }), claim("B", { proof: "found", absentSinceMs: 1 })],
    ],
    ["DNS cannot tell of the claimant", [holder(), claim("B", { proof: "unknown", absentSinceMs: 1 })]],
  ])("the two checks start again where %s", (_, claims) => {
    expect(decideHolder(claims, NOW).absentSinceMs.get("B")).toBeNull();
  });
});

describe("names", () => {
  it.each([
    ["go.example.co.uk", "example.co.uk", ["_signpost.go.example.co.uk", "_signpost.example.co.uk"]],
    ["*.go.example.com", "example.com", ["_signpost.go.example.com", "_signpost.example.com"]],
    ["example.com", "example.com", ["_signpost.example.com"]],
    ["*.example.com", "example.com", ["_signpost.example.com"]],
  ])("%s is proved at the names up to %s", (host, domain, expected) => {
    expect(listProofNames(hostname(host), domain)).toEqual(expected);
  });
});

it.each([
  ["auto", 1, false],
  ["auto", 2, true],
  ["off", 2, false],
  ["required", 1, true],
] as const)("HOSTNAME_PROOF %s with %i workspaces requires proof: %s", (mode, count, expected) => {
  expect(requiresProof(mode, count)).toBe(expected);
});

it.each([
  [undefined, "auto"],
  ["", "auto"],
  ["off", "off"],
  ["Off", null],
  ["yes", null],
])("HOSTNAME_PROOF %j reads as %s", (text, expected) => expect(toProofMode(text)).toBe(expected));
