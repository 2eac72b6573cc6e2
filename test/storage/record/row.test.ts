import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { toCanonicalPath } from "../../../src/domain/path.ts";
import { DEFAULT_QR_STYLE } from "../../../src/domain/qr-style.ts";
import type { LinkRecord } from "../../../src/domain/record.ts";
import { NO_UTM } from "../../../src/domain/utm.ts";
import {
  INSERTED_COLUMNS,
  MOVED_COLUMNS,
  toRecord,
  toRow,
  UPDATED_COLUMNS,
  type RecordRow,
} from "../../../src/storage/record/row.ts";
import { hostname } from "../../support/hostname.ts";

const RECORD: LinkRecord = {
  id: "0198c0de-0000-7000-8000-000000000001",
  workspaceId: "0198c0de-0000-7000-8000-000000000002",
  handler: "short-url",
  host: hostname("go.example.com"),
  isHeld: false,
  source: { kind: "query", path: toCanonicalPath("/Sale"), query: "id=7" },
  type: "302",
  file: "page",
  destinations: ["https://a.example/", "https://b.example/"],
  routing: { kind: "random" },
  rules: [
    {
      id: "a",
      name: "Germany",
      if: { country: ["DE"] },
      not: {},
      destinations: ["https://c.example/"],
      routing: { kind: "fastest" },
    },
  ],
  plugins: ["bot-block"],
  title: "A title",
  description: "A text",
  forwardPath: true,
  forwardQuery: true,
  utm: { ...NO_UTM, source: "mail" },
  pauses: ["user", "claim", "takedown"],
  expiresAtMs: 1_800_000_000_000,
  startsAtMs: 1_750_000_000_000,
  maxClicks: 10,
  maxClicksVersion: 2,
  placesLeft: { left: 4, version: 2 },
  expiredUrl: "https://d.example/",
  routingEnds: { atMs: 1_800_000_000_000, destination: "https://b.example/" },
  clickIdParam: "cid",
  preview: { title: "A preview" },
  tags: ["One", "two"],
  qr: DEFAULT_QR_STYLE,
  isNotify: true,
  isSwitchUnbrokenDestination: true,
  isPreviewOff: true,
  passwordVersion: 3,
  totalClicks: 12,
  clicksBefore: 3,
  managedBy: "site.csv",
  version: 4,
  createdBy: "0198c0de-0000-7000-8000-000000000003",
  createdVia: "import",
  createdAtMs: 1_700_000_000_000,
  updatedAtMs: 1_700_000_000_001,
  health: {
    "https://a.example/": { state: "broken", failures: 3, latencyMs: null, checkedAtMs: 1, reason: "404" },
  },
  threats: { "https://b.example/": "MALWARE" },
};

const STORED = { record: RECORD, passwordHash: "a hash" };
const OTHER_COLUMNS = ["health", "threats", "paused_by_suspension", "paused_by_takedown"] as const;

describe("a row of a record", () => {
  it("converts to the record that it was made from", () => {
    const row = toRow(STORED, [...INSERTED_COLUMNS, ...OTHER_COLUMNS]) as RecordRow;
    expect(toRecord(row)).toEqual(RECORD);
    expect(row.password_hash).toBe("a hash");
  });

  it("hides where a record with rules, a start or a limit leads from those who do not know of them", () => {
    const row = toRow(STORED, INSERTED_COLUMNS);
    expect(row).toMatchObject({ file: null, destinations: "[]", guarded_file: "page", has_fastest_rule: 1 });
    const all = ["https://a.example/", "https://b.example/", "https://c.example/"];
    expect(JSON.parse(row.all_destinations ?? "")).toEqual(all);
    const plain = { ...RECORD, rules: [], startsAtMs: null, maxClicks: null };
    expect(toRow({ ...STORED, record: plain }, INSERTED_COLUMNS)).toMatchObject({
      file: "page",
      destinations: JSON.stringify(RECORD.destinations),
      guarded_file: null,
      guarded_destinations: null,
      all_destinations: null,
      rules: null,
      has_fastest_rule: 0,
    });
  });

  it("has a value for each column of the table that an insertion sets", async () => {
    const { results } = await env.DB.prepare("SELECT name FROM pragma_table_info('records')").all<{
      name: string;
    }>();
    const names = new Set(results.map(({ name }) => name));
    expect([...INSERTED_COLUMNS, ...OTHER_COLUMNS].filter((name) => !names.has(name))).toEqual([]);
    const row = toRow(STORED, INSERTED_COLUMNS);
    expect(INSERTED_COLUMNS.filter((name) => row[name] === undefined)).toEqual([]);
  });

  it("has each written column in one list of updates, or in none if edits never change it", () => {
    const updated = [...UPDATED_COLUMNS, ...MOVED_COLUMNS];
    expect(new Set(updated).size).toBe(updated.length);
    expect(INSERTED_COLUMNS.filter((name) => !updated.includes(name))).toEqual([
      "id",
      "workspace_id",
      "handler",
      "runtime",
      "places_left",
      "total_clicks",
      "clicks_before",
      "created_by",
      "created_via",
      "created_at",
    ]);
  });
});
