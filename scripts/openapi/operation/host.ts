import { HostFileShape, HostFilesShape } from "../../../src/admin/schema/host-file-shape.ts";
import { pageOf } from "../../../src/admin/schema/part.ts";
import { HostShape, HostHistoryPage, MovedShape } from "../../../src/admin/schema/host-shape.ts";
import { ReportShape } from "../../../src/admin/schema/report-shape.ts";
import { ProjectionShape } from "../../../src/admin/schema/shape.ts";
import { CURSOR, HOST, ID, MOMENT, host } from "../example.ts";
import { TEXT, type Operation } from "../operation.ts";

const report = {
  host: HOST,
  workspace: "Acme",
  made_at: MOMENT,
  coverage: {
    check: ID,
    finished_at: MOMENT,
    total: 1000,
    counts: { covered: 999, uncovered: 1, unexpected: 0, chain: 0, loop: 0, temporary: 0 },
    sample: [
      {
        line: 17,
        url: `https://${HOST}/old-shop`,
        result: "uncovered",
        reason: "not-found",
        reason_code: { code: "check_outcome", values: { outcome: "not-found" } },
      },
    ],
  },
  dns: {
    held: true,
    correct: true,
    current: host.current,
    require: host.require,
    checked_at: MOMENT,
    errors: [],
    codes: [],
  },
  certificate: { requested: true, issued_at: MOMENT, renews_at: null, errors: [], codes: [] },
  records: { total: 15, paused: 1 },
  unvisited: { count: 1, sample: ["/old-blog"] },
  chains: {
    count: 1,
    is_complete: true,
    sample: [{ source: "/a", hops: [`https://${HOST}/b`, "https://example.com/b"] }],
  },
  dead_targets: { records: 0, sample: [] },
  misses: { setting: "unmatched", paths: 0, people: 0, crawlers: 0, sample: [] },
};

const ROBOTS = "User-agent: *\nDisallow: /private/\n";
const hostFile = {
  name: "robots.txt",
  path: "/robots.txt",
  type: "text/plain",
  size: 34,
  created_at: MOMENT,
  updated_at: MOMENT,
};

export const HOST_OPERATIONS: Record<string, Operation> = {
  "get /v1/projection": {
    id: "getProjection",
    summary: "Count the snapshots that KV lacks",
    description: "Counts the snapshots of the workspace's hostnames that are still to be written to KV.",
    answer: ProjectionShape,
    examples: { answer: { behind: 120, oldest_seconds: 3 } },
  },
  "post /v1/projection": {
    id: "projectAgain",
    summary: "Write the snapshots of hostnames again",
    description:
      "Every snapshot of one hostname, or of all of the workspace, is written to KV once more, in the background. It is needed only after KV or D1 was changed from outside.",
    answer: ProjectionShape,
    examples: { body: { host: HOST }, answer: { behind: 5120, oldest_seconds: 0 } },
  },
  "post /v1/host": {
    id: "connectHost",
    summary: "Connect a hostname",
    description:
      "It resolves for visitors at once, unless it needs proof or another workspace holds it: `held` is then false. `correct` says whether DNS points here.",
    answer: HostShape,
    errors: [482],
    examples: { body: { host: "links.example.com" } },
  },
  "get /v1/host": {
    id: "listHosts",
    summary: "List hostnames",
    description: "Newest first, those included that the workspace has claimed and does not hold yet.",
    answer: pageOf(HostShape),
  },
  "get /v1/host/{host}": {
    id: "getHost",
    summary: "Get a hostname",
    description: "With what the last check found in DNS; nothing is looked up now.",
    answer: HostShape,
  },
  "put /v1/host/{host}": {
    id: "updateHost",
    summary: "Change a hostname",
    description:
      "Turning `force_https` on needs an Enterprise plan; turning it off is always allowed. `hsts`, `branding` and `pages` need a manager. `misses` says which paths that nobody answers are kept, and `is_preview_off` turns previews off.",
    answer: HostShape,
    examples: {
      body: { force_https: false, not_found_url: "https://example.com/lost" },
      answer: { ...host, not_found_url: "https://example.com/lost" },
    },
  },
  "get /v1/host/{host}/report": {
    id: "reportHost",
    summary: "Report on a hostname",
    description:
      "Coverage of the last check, missed paths, chains, dead targets, records without visits, DNS and certificate. `Accept: text/html` gets it as a page that can be printed and handed on, in the language of `language`, or else of `Accept-Language`.",
    answer: ReportShape,
    forms: ["text/html"],
    examples: { answer: report },
  },
  "get /v1/host/{host}/files": {
    id: "listHostFiles",
    summary: "List the files of a hostname",
    description:
      "By path. Each answers visitors at its path unless a record has exactly that path; see `storeHostFile`.",
    answer: HostFilesShape,
    examples: { answer: { data: [hostFile] } },
  },
  "get /v1/host/{host}/files/{file}": {
    id: "getHostFile",
    summary: "Get a file of a hostname",
    description: "As it was stored, to be saved as a file.",
    answer: TEXT,
    examples: { answer: ROBOTS },
  },
  "put /v1/host/{host}/files/{file}": {
    id: "storeHostFile",
    summary: "Store a file of a hostname",
    description:
      "At most 128 kB. `apple-app-site-association` and `assetlinks.json` are JSON (`application/json`) and answer below `/.well-known/`, as `security.txt` does (`text/plain`, with Contact and Expires as RFC 9116 wants them). `robots.txt` is `text/plain`; `favicon.ico` is `image/png`, `image/svg+xml` or `image/x-icon`. Visitors get it on http and https alike, without rules and gates, and no visit of it is counted.",
    answer: HostFileShape,
    examples: { body: ROBOTS, answer: hostFile },
  },
  "delete /v1/host/{host}/files/{file}": {
    id: "deleteHostFile",
    summary: "Delete a file of a hostname",
    description: "Its path is answered by the platform or the records again.",
  },
  "delete /v1/host/{host}": {
    id: "disconnectHost",
    summary: "Disconnect a hostname",
    description: "Refused while records live on it.",
  },
  "post /v1/host/{host}/refresh": {
    id: "refreshHost",
    summary: "Check DNS and proof again",
    description: "At most once in 30 seconds for a hostname; earlier calls see the previous state.",
    answer: HostShape,
  },
  "post /v1/host/{host}/move": {
    id: "moveHost",
    summary: "Give a hostname to another workspace",
    description:
      "`token` is an owner's token of the workspace that gets it. Records stay with their workspace; those of the caller are paused. Where the other workspace has none on the hostname, `empty` has to be true.",
    answer: MovedShape,
    examples: {
      body: { token: "sp_0123456789abcdefghijABCDEFGHIJ0123456789", empty: true },
      answer: { host: HOST, records: { here: 15, there: 0 } },
    },
  },
  "get /v1/host/{host}/history": {
    id: "listHostHistory",
    summary: "List when a hostname was gained and lost, and its files were written",
    description:
      "Newest first, one entry for each time that the hostname passed to the workspace or from it, and for each write of one of its files. It can be read after the hostname was disconnected, too.",
    answer: HostHistoryPage,
    examples: {
      answer: {
        data: [
          {
            id: ID,
            old: { held: false },
            new: { held: true },
            file: null,
            reason: "proof",
            actor: { id: "", name: "Signpost" },
            source: "system",
            created_at: MOMENT,
          },
        ],
        meta: { cursor: { ...CURSOR, total: 1 } },
      },
    },
  },
};
