import { readFileSync } from "node:fs";
import * as fc from "fast-check";
import { parse } from "tldts";
import { describe, expect, test } from "vitest";
import {
  findSuffixMigration,
  isCurrent,
  listRules,
  suffixMigration,
} from "../../scripts/support/suffix-list.ts";
import { candidateRules, splitDomain, type DomainParts } from "../../src/domain/public-suffix.ts";
import { hostname } from "../support/hostname.ts";

const rules = listRules();
const kept = new Set(rules.filter((rule) => rule.includes(".")));

/** As a hostname is split on being connected: the rules asked for, of those that are kept. */
function split(text: string): DomainParts | null {
  const host = hostname(text);
  return splitDomain(host, new Set(candidateRules(host).filter((rule) => kept.has(rule))));
}

function splitByLibrary(host: string): DomainParts | null {
  const { domain, publicSuffix } = parse(host, { allowPrivateDomains: true });
  return domain === null || publicSuffix === null ? null : { domain, tld: publicSuffix };
}

describe("the list", () => {
  test("has rules of every kind", () => {
    expect(rules.length).toBeGreaterThan(9_000);
    expect(rules).toEqual(
      expect.arrayContaining(["com", "co.uk", "*.ck", "!www.ck", "github.io", "xn--p1ai", "xn--55qx5d.cn"]),
    );
  });

  test("has no rule of as many labels as are looked at", () => {
    const longest = Math.max(...rules.map((rule) => rule.split(".").length));
    const name = Array.from({ length: longest }, () => "a").join(".");
    expect(splitDomain(hostname(`b.${name}`), new Set([name]))).toEqual({ domain: `b.${name}`, tld: name });
  });

  test("is that of the newest migration: else run npm run public-suffix", () => {
    const { newest = "" } = findSuffixMigration();
    expect(isCurrent(readFileSync(newest, "utf8"))).toBe(true);
  });

  test("is the whole of a new migration, and one rule more or less is noticed", () => {
    const migration = suffixMigration();
    expect(isCurrent(migration)).toBe(true);
    expect(isCurrent(migration.replace('"co.uk",', ""))).toBe(false);
    expect(isCurrent(migration.replace('"co.uk",', '"co.uk","new.uk",'))).toBe(false);
  });
});

describe("splitDomain agrees with the library", () => {
  test("about each rule, names below it and the name above", () => {
    const hosts = rules.flatMap((rule) => {
      const name = rule.replace("!", "").replace("*", "any");
      const above = name.split(".").slice(1).join(".");
      return [name, `a.${name}`, `b.a.${name}`, `c.b.a.${name}`, `any.${above || name}`, above || name];
    });
    const differing = hosts.filter(
      (host) => JSON.stringify(split(host)) !== JSON.stringify(splitByLibrary(host)),
    );
    expect(differing).toEqual([]);
  });

  test("about any hostname, of labels that the list knows and others", () => {
    const labels = [...new Set(rules.flatMap((rule) => rule.replace("!", "").split(".")))];
    const label = fc.oneof(
      fc.constantFrom(...labels.filter((label) => label !== "*")),
      fc.constantFrom("com", "uk", "jp", "kawasaki", "city", "ck", "www", "amazonaws", "unlisted"),
      fc.stringMatching(/^[a-z0-9]([a-z0-9-]{0,8}[a-z0-9])?$/),
    );
    const tail = fc.constantFrom(...rules.map((rule) => rule.replace("!", "").replace("*", "any")));
    const host = fc.oneof(
      fc.array(label, { minLength: 2, maxLength: 6 }).map((parts) => parts.join(".")),
      fc.tuple(fc.array(label, { maxLength: 4 }), tail).map(([parts, end]) => [...parts, end].join(".")),
    );
    fc.assert(
      fc.property(
        host.filter((name) => !/\d$/.test(name)),
        (name) => {
          expect(split(name)).toEqual(splitByLibrary(name));
        },
      ),
      { numRuns: 5_000 },
    );
  });
});
