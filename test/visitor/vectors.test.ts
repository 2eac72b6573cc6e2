import { beforeAll, describe, expect, it } from "vitest";
import composing from "../vectors/composing.json";
import destinations from "../vectors/destinations.json";
import hostnames from "../vectors/hostnames.json";
import matching from "../vectors/matching.json";
import patterns from "../vectors/patterns.json";
import rules from "../vectors/rules.json";
import { importInto } from "../support/import.ts";
import { createWorkspace, visit, type TestWorkspace } from "../support/workspace.ts";
import { requireOk } from "../support/site.ts";

/** The vectors against the Worker: records made by the API, requests as visitors send them. */

interface Vector {
  name: string;
  records: (Record<string, unknown> & { url: string })[];
  visits: {
    request: { url: string; method?: string; headers?: Record<string, string>; country?: string };
    expected: { status: number; location: string | null; cache_control: string | null };
  }[];
}

const TOPICS = [composing, destinations, hostnames, matching, patterns, rules] as unknown as {
  topic: string;
  vectors: Vector[];
}[];

let workspace: TestWorkspace;
let count = 0;

beforeAll(async () => {
  workspace = await createWorkspace();
});

describe.each(TOPICS)("[30.18] $topic", ({ vectors }) => {
  it.each(vectors)("$name", async (written) => {
    const vector = onOwnHost(written);
    for (const host of new Set(vector.records.map(({ url }) => url.split(/[/?]/)[0] ?? ""))) {
      requireOk(await workspace.call("POST", "/host", { host }));
    }
    const rows = vector.records.map(toRow);
    const outcomes = await importInto(workspace, rows);
    expect(outcomes.filter(({ result }) => result !== "created")).toEqual([]);
    for (const { request, expected } of vector.visits) {
      const { country, headers, method = "GET", url } = request;
      const all = new Headers(headers);
      if (country !== undefined) all.set("CF-IPCountry", country);
      const response = await visit(url, { method, headers: all });
      const answer = {
        status: response.status,
        location: response.headers.get("Location"),
        cache_control: response.headers.get("Cache-Control"),
      };
      expect(answer, `${method} ${url}`).toEqual(expected);
    }
  });
});

/** Each vector has hostnames of its own. */
function onOwnHost(vector: Vector): Vector {
  count++;
  const own = `v${count}.vector.example`;
  return JSON.parse(JSON.stringify(vector).replaceAll("vector.example", own)) as Vector;
}

function toRow({ url, alias, ...fields }: Vector["records"][number]): object {
  if (alias !== true) return { url, ...fields };
  const slash = url.indexOf("/");
  return { host: url.slice(0, slash), alias: url.slice(slash + 1), ...fields };
}
