import { describe, expect, it } from "vitest";
import { ROLES, type Role } from "../../src/domain/role.ts";
import type { Env } from "../../src/env.ts";
import type { ServiceContext } from "../../src/services/context.ts";
import type { Result } from "../../src/services/result.ts";
import type { Hostname } from "../../src/domain/hostname.ts";
import { hostname } from "../support/hostname.ts";

/** Every verb of the services asks for its role before it does anything else. */

type Verb = (...args: unknown[]) => Promise<Result<unknown>>;

const draft = { fields: {}, errors: {} };
const page = { perPage: 10, cursor: undefined };
const everything = { filter: {}, sort: { field: "id", isDescending: true }, ...page };

/** The role that each verb needs, and what it is called with behind the context. */
const VERBS: Record<string, [needed: Role, ...args: unknown[]]> = {
  "change/apply-change": ["editor", "id", {}],
  "change/create-change": [
    "editor",
    { fields: { request: { kind: "edit", edit: { set: {} } }, isUpload: false, rows: null }, errors: {} },
  ],
  "change/get-change": ["viewer", "id"],
  "change/list-change-rows": ["viewer", "id", page],
  "change/list-changes": ["viewer", page],
  "change/plan-change": ["editor", "id"],
  "change/stop-change": ["editor", "id"],
  "change/store-part": ["editor", "id", 1, []],
  "change/undo-change": ["editor", "id"],
  "check/create-check": ["editor", { fields: { urls: [] }, errors: {} }],
  "check/delete-check": ["editor", "id"],
  "check/fix-check": ["editor", "id", draft],
  "check/get-check": ["viewer", "id"],
  "check/list-check-rows": ["viewer", "id", { ...page, result: null }],
  "check/list-checks": ["viewer", page],
  "check/start-check": ["editor", "id"],
  "check/store-check-part": ["editor", "id", 1, { fields: { urls: [] }, errors: {} }],
  "explain/explain-url": ["viewer", { fields: { url: "go.example/a" }, errors: {} }, null],
  "export/export-workspace": ["owner", { includes: [], cursor: undefined }],
  "host/connect-host": ["editor", { fields: { host: "go.example" }, errors: {} }],
  "host/disconnect-host": ["editor", "go.example"],
  "host/get-host": ["viewer", "go.example"],
  "host/get-host-report": ["viewer", "go.example"],
  "host/list-host-history": ["viewer", "go.example", page],
  "host/list-hosts": ["viewer", { filter: {}, ...page }],
  "host/move-host": ["owner", "go.example", draft],
  "host/refresh-host": ["editor", "go.example"],
  "host/update-host": ["editor", "go.example", draft],
  "member/create-member": ["owner", { fields: { email: "ada@example.com" }, errors: {} }],
  "member/delete-member": ["owner", "id"],
  "member/get-member": ["owner", "id"],
  "member/list-members": ["owner", page],
  "member/update-member": ["owner", "id", draft],
  "miss/list-misses": ["viewer", { sort: "-visits", filter: {}, ...page }],
  "miss/resolve-misses": ["editor", draft],
  "page/delete-page": ["editor", "page"],
  "page/get-page": ["viewer", "page"],
  "page/list-pages": ["viewer", page],
  "page/store-page": ["editor", "page", { type: "text/html", bytes: new Uint8Array() }],
  "projection/get-projection": ["viewer"],
  "projection/project-again": ["owner", draft],
  "record/count-records": ["viewer", {}],
  "record/create-link": ["editor", "short-url", { fields: { host: "go.example", input: {} }, errors: {} }],
  "record/create-record": [
    "editor",
    { fields: { handler: "redirect", host: "go.example", input: {} }, errors: {} },
  ],
  "record/create-redirects": ["editor", "redirect", { fields: { places: [], input: {} }, errors: {} }],
  "record/delete-record": ["editor", "id"],
  "record/draw-record-qr": ["viewer", "id", { format: "svg", width: 300 }, "https://admin.example/"],
  "record/get-facets": ["viewer", { filter: {}, hosts: { search: "", limit: 20 } }],
  "record/get-record": ["viewer", "id"],
  "record/get-records": ["viewer", ["id"]],
  "record/import-rows": ["editor", "create", []],
  "record/list-history": ["viewer", "id", page],
  "record/list-records": ["viewer", everything],
  "record/pause-record": ["editor", "id", true],
  "record/recommend-alias": ["editor", { fields: { host: "go.example" }, errors: {} }],
  "record/summarize-bulk": ["viewer", { ...everything, change: null }],
  "record/update-record": ["editor", "id", undefined, { fields: { input: {} }, errors: {} }],
  "sitemap/list-sitemaps": ["viewer", page],
  "sitemap/remove-sitemap": ["editor", "go.example"],
  "sitemap/store-sitemap": ["editor", "go.example", "https://example.com/"],
  "stats/forget-record-stats": ["manager", "id"],
  "stats/get-record-stats": ["viewer", "id", { interval: "day" }],
  "stats/get-workspace-stats": ["viewer", { interval: "day" }],
  "tag/list-tags": ["viewer", page],
  "tag/rename-tag": ["editor", "spring", { fields: { name: "summer" }, errors: {} }],
  "token/create-token": ["owner", { fields: { name: "build server" }, errors: {} }],
  "token/list-tokens": ["owner", page],
  "token/revoke-token": ["owner", "id"],
  "workspace/change-appearance": ["manager", draft],
  "workspace/get-account": ["viewer"],
  "workspace/get-workspace": ["viewer", "workspace"],
  "workspace/make-notify-secret": ["manager"],
  "workspace/read-blocklist": ["viewer"],
  "workspace/replace-blocklist": ["manager", { fields: { hosts: [] }, errors: {} }],
  "workspace/update-workspace": ["manager", "email", { fields: { value: "" }, errors: {} }],
};

/**
 * Verbs that a caller with a limit to some hostnames may use, because all that they read and write is within
 * the reach. Every other verb refuses such a caller; `test/admin/api/limited.test.ts` proves what these show.
 */
const WITHIN_REACH = [
  "change/apply-change",
  "change/create-change",
  "change/get-change",
  "change/list-change-rows",
  "change/list-changes",
  "change/plan-change",
  "change/stop-change",
  "change/store-part",
  "change/undo-change",
  "check/create-check",
  "check/delete-check",
  "check/fix-check",
  "check/get-check",
  "check/list-check-rows",
  "check/list-checks",
  "check/start-check",
  "check/store-check-part",
  "explain/explain-url",
  "host/get-host",
  "host/list-host-history",
  "host/list-hosts",
  "host/refresh-host",
  "host/update-host",
  "miss/list-misses",
  "miss/resolve-misses",
  "page/delete-page",
  "page/get-page",
  "page/list-pages",
  "page/store-page",
  "record/count-records",
  "record/create-link",
  "record/create-record",
  "record/create-redirects",
  "record/delete-record",
  "record/draw-record-qr",
  "record/get-facets",
  "record/get-record",
  "record/get-records",
  "record/import-rows",
  "record/list-history",
  "record/list-records",
  "record/pause-record",
  "record/recommend-alias",
  "record/summarize-bulk",
  "record/update-record",
  "sitemap/list-sitemaps",
  "sitemap/remove-sitemap",
  "sitemap/store-sitemap",
  "stats/forget-record-stats",
  "stats/get-record-stats",
  "stats/get-workspace-stats",
  "tag/list-tags",
  "workspace/get-account",
  "workspace/get-workspace",
];

/** Files beside the verbs of callers: each is run by cron, a queue or a script, or does no work of its own. */
const WITHOUT_CALLER = [
  "change/continue-change",
  "change/expire-changes",
  "check/continue-check",
  "health/check-health",
  "host/check-claims",
  "host/check-host-if-due",
  "host/delete-orphaned-certificates",
  "monitor/check-records",
  "monitor/deliver-notification",
  "record/continue-count",
  "record/with-creators",
  "session/begin-session",
  "session/describe-session",
  "session/end-session",
  "session/find-member",
  "session/find-session",
  "threat/check-threats",
  "token/find-caller",
  "token/note-use",
  "token/token",
  "workspace/new-workspace",
];

const modules = import.meta.glob<Record<string, Verb>>("../../src/services/*/*.ts");

async function loadVerb(name: string): Promise<Verb> {
  const exported = await modules[`../../src/services/${name}.ts`]?.();
  const verb = exported?.[toCamelCase(name.split("/")[1] ?? "")];
  if (verb === undefined) throw new Error(`${name}.ts exports no verb of its own name`);
  // A verb that only makes a generator returns no promise.
  return async (...input) => verb(...input);
}

function toCamelCase(kebab: string): string {
  return kebab.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

class TouchedError extends Error {}

/** An environment of which nothing may be used: no binding, so that nothing can be read or written. */
const UNTOUCHABLE = new Proxy({} as Env, {
  get: (_, binding) => {
    throw new TouchedError(`env.${String(binding)} was used`);
  },
});

function contextOf(role: string, isSuspended = false, hosts: Hostname[] | null = null): ServiceContext {
  return {
    env: UNTOUCHABLE,
    caller: {
      workspace: { id: "workspace", name: "Acme", plan: "enterprise", isSuspended },
      user: { id: "user" },
      token: { id: "token", name: "build server", lastUsedAtMs: null },
      role: role as Role,
      reach: { workspaceId: "workspace", hosts },
    },
    channel: "api",
    nowMs: 1_700_000_000_000,
    random: () => 0,
    background: () => {
      throw new TouchedError("work was put into the background");
    },
  };
}

const refusalOf = (needed: Role) => ({ ok: false, error: { code: "role_too_low", needed } });

it("lists every verb that a caller can use", () => {
  const files = Object.keys(modules).map((path) => path.replace("../../src/services/", "").slice(0, -3));
  // An operator runs scripts, which have no caller.
  const verbs = files.filter((name) => !name.endsWith("/types") && !name.startsWith("operator/"));
  expect(verbs.toSorted()).toEqual([...Object.keys(VERBS), ...WITHOUT_CALLER].toSorted());
});

describe.each(Object.entries(VERBS))("%s", (name, [needed, ...args]) => {
  // The role that is no role stands for one below viewer, which is the lowest there is.
  const lower = ["nobody", ...ROLES.slice(0, ROLES.indexOf(needed))];

  it.each(lower)("refuses a caller of the role %s before it uses anything", async (role) => {
    const verb = await loadVerb(name);
    expect(await verb(contextOf(role), ...args)).toEqual(refusalOf(needed));
  });

  it("[25.2] is refused to a suspended workspace unless it only reads", async () => {
    const verb = await loadVerb(name);
    const outcome = await verb(contextOf("owner", true), ...args).catch((error: unknown) => error);
    const suspended = { ok: false, error: { code: "suspended" } };
    if (needed === "viewer") expect(outcome).not.toEqual(suspended);
    else expect(outcome).toEqual(suspended);
  });

  const isWithin = WITHIN_REACH.includes(name);

  it(`[27.5] ${isWithin ? "works within the hostnames of a limited caller" : "is refused to a limited caller before it uses anything"}`, async () => {
    const verb = await loadVerb(name);
    const outcome = await verb(contextOf("owner", false, [hostname("go.example")]), ...args).catch(
      (error: unknown) => error,
    );
    const limited = { ok: false, error: { code: "limited_to_hosts" } };
    if (isWithin) expect(outcome).not.toEqual(limited);
    else expect(outcome).toEqual(limited);
  });

  it.each(ROLES.slice(ROLES.indexOf(needed)))("lets a caller of the role %s go on", async (role) => {
    const verb = await loadVerb(name);
    const outcome = await verb(contextOf(role), ...args).catch((error: unknown) => error);
    expect(outcome).not.toEqual(refusalOf(needed));
    expect(outcome instanceof TouchedError || (outcome as Result<unknown>).ok !== undefined).toBe(true);
  });
});
