import { prepareDestination } from "../../../src/domain/prepare-destination.ts";
import { NO_UTM, type Utm } from "../../../src/domain/utm.ts";
import { compileConditions } from "../../../src/domain/rule/choose-rule.ts";
import type { Conditions } from "../../../src/domain/rule/rule.ts";
import { PRIMARY } from "../../../src/domain/routing.ts";
import { EXTENDED_VERSION, type HostConfig, type RecordSnapshot } from "../../../src/domain/snapshot.ts";
import { plainHost } from "../../support/plain-host.ts";

/** The content of the fake KV, and the answers that follow from it. */

export const HOST = "go.example.com";
export const QUERY = "?ref=mail&color=red&size=10";
export const destinationOf = (path: string) => `https://example.com/landing${path}?id=7#top`;

export function simpleRecord(path: string): RecordSnapshot {
  return recordOf(path, {
    destinations: [prepareDestination(destinationOf(path), NO_UTM, false)],
    routing: { kind: "primary" },
    forwardPath: false,
    forwardQuery: false,
  });
}

const UTM: Utm = { ...NO_UTM, source: "signpost", medium: "link", campaign: "spring sale" };

export function fullRecord(path: string): RecordSnapshot {
  const destination = prepareDestination(destinationOf(path), UTM, true);
  return recordOf(path, {
    // The same destination twice: the choice is made, and the Location is known.
    destinations: [destination, destination],
    routing: { kind: "weighted", weights: [70, 30] },
    forwardPath: false,
    forwardQuery: true,
  });
}

/** The conditions of five rules. Only the last rule holds, so that four are evaluated in vain. */
const RULES: Conditions[] = [
  { country: ["FR", "CH"] },
  { language: ["en", "fr"] },
  { os: ["ios", "android"], device: ["mobile"] },
  { query: { ref: "mail" } },
  { country: ["EU"], time: { from: "00:00", to: "24:00", zone: "Europe/Berlin" } },
];

export function recordWithRules(path: string): RecordSnapshot {
  const given = simpleRecord(path).answer;
  const answerOf = (url: string) => ({
    kind: "redirect" as const,
    status: 302 as const,
    target: {
      destinations: [prepareDestination(url, NO_UTM, false)],
      routing: PRIMARY,
      forwardPath: false,
      forwardQuery: false,
    },
  });
  const rules = RULES.map((conditions, index) => ({
    id: String(index),
    if: compileConditions(conditions),
    not: [],
    answer: answerOf(`https://example.com/${index === RULES.length - 1 ? "rule" : "other"}${path}`),
    first: index + 1,
  }));
  if (given.kind !== "redirect") throw new Error("a simple record redirects");
  return { ...simpleRecord(path), answer: { kind: "special", given, rules } };
}

export function fullLocation(path: string): string {
  const utm = "utm_source=signpost&utm_medium=link&utm_campaign=spring%20sale";
  return `https://example.com/landing${path.split("?")[0]}?id=7&${QUERY.slice(1)}&${utm}#top`;
}

function recordOf(
  path: string,
  target: Extract<RecordSnapshot["answer"], { kind: "redirect" }>["target"],
): RecordSnapshot {
  return { id: crypto.randomUUID(), path, isAlias: true, answer: { kind: "redirect", status: 302, target } };
}

export function tableOf(
  paths: string[],
  toRecord: (path: string) => RecordSnapshot,
  settings: Partial<HostConfig> = {},
): Record<string, string> {
  return tableWith(settings, Object.fromEntries(paths.map((path) => [`p:${HOST}${path}`, [toRecord(path)]])));
}

export const patternPath = (alias: string) => `/p/${alias.slice(1)}/page.html`;
export const patternLocation = (path: string) =>
  `https://example.com/products/${path.split("/")[2]}?from=old`;

/** One pattern answers all paths. */
export function patternTable(): Record<string, string> {
  const shape = "/p/*:/page.html";
  const record = {
    ...recordOf(shape, {
      destinations: [prepareDestination("https://example.com/products/:id?from=old", NO_UTM, true)],
      routing: PRIMARY,
      forwardPath: false,
      forwardQuery: false,
    }),
    captures: ["id"],
  };
  const { isAlias: _, ...redirect } = record;
  return tableWith({ shapes: [shape] }, { [`t:${HOST}${shape}`]: [redirect] });
}

export function brandedTable(): Record<string, string> {
  return tableWith({ look: { name: "Acme", color: "#0b57d0", link: "https://example.com/" } }, {});
}

/** Segments that every pattern shares, so that each is read to its end. */
export const longPaths = Array.from(
  { length: 100 },
  (_, index) => `/${"a/".repeat(15)}${"a".repeat(7_900)}${index}`,
);

/** Patterns that differ in which segments are captures, and end in text that no path has. */
export function hostileTable(): Record<string, string> {
  const shapes = Array.from({ length: 200 }, (_, index) => {
    const segments = Array.from({ length: 15 }, (_, at) => ((index >> (at % 8)) & 1 ? "*:" : "a"));
    return `/${segments.join("/")}/*:${"a".repeat(index % 50)}z${index}`;
  });
  return tableWith({ shapes }, {});
}

function tableWith(
  more: Partial<HostConfig>,
  slots: Record<string, RecordSnapshot[]>,
): Record<string, string> {
  const versioned = { v: EXTENDED_VERSION, seq: 1 };
  const config = { ...plainHost(HOST), hasHttps: true, ...more };
  return {
    [`h:${HOST}`]: JSON.stringify({ ...versioned, config, complete: true }),
    ...Object.fromEntries(
      Object.entries(slots).map(([key, records]) => [key, JSON.stringify({ ...versioned, records })]),
    ),
  };
}
