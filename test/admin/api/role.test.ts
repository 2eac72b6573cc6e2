import type { Handler } from "hono";
import { describe, expect, it } from "vitest";
import { app } from "../../../src/admin/app.ts";
import { requirementOf } from "../../../src/admin/endpoint.ts";
import { HttpError } from "../../../src/admin/error.ts";
import type { AdminContext } from "../../../src/admin/request-context.ts";
import type { Limits } from "../../../src/domain/reach.ts";
import { ROLES, type Role } from "../../../src/domain/role.ts";
import type { Env } from "../../../src/env.ts";
import type { ServiceContext } from "../../../src/services/context.ts";
import { hostname } from "../../support/hostname.ts";
import { OPERATIONS } from "../../support/limited-operations.ts";
import { operations } from "../../support/operation.ts";

/**
 * Every route begins with the guard that asks for the role of its caller, and only behind the guard it has a context
 * for services. `every-route.test.ts` proves which role each needs, `limited.test.ts` what limited callers see.
 */

/** Routes that know no caller, or find out about their caller themselves. */
const WITHOUT_CALLER =
  /^\/(?:assets\/:name|about-checks|docs(?:\/:file)?|healthz|metrics|v1\/openapi\.json|v1\/session|v1\/shared-statistics\/read)?$/;

const routes = app.routes.filter(({ method, path }) => method !== "ALL" && !WITHOUT_CALLER.test(path));
const nameOf = ({ method, path }: { method: string; path: string }) =>
  `${method} ${path.replace("/v1", "").replaceAll(/:([a-zA-Z]+)/g, "{$1}")}`;
const guards = Object.entries(Object.groupBy(routes, nameOf)).map(([name, handlers]) => {
  const handler = handlers![0]!.handler;
  return { name, handler, needed: requirementOf(handler)?.role };
});

class TouchedError extends Error {}

/** An environment of which nothing may be used: no binding, so that nothing can be read or written. */
const UNTOUCHABLE = new Proxy({} as Env, {
  get: (_, binding) => {
    throw new TouchedError(`env.${String(binding)} was used`);
  },
});

function contextOf(role: string, isSuspended = false, limits: Partial<Limits> = {}): ServiceContext {
  return {
    env: UNTOUCHABLE,
    caller: {
      workspace: { id: "workspace", name: "Acme", plan: "enterprise", isSuspended },
      user: { id: "user" },
      token: { id: "token", name: "build server", lastUsedAtMs: null },
      role: role as Role,
      reach: { workspaceId: "workspace", hosts: null, tags: null, ...limits },
    },
    channel: "api",
    nowMs: 1_700_000_000_000,
    random: () => 0,
    background: () => {
      throw new TouchedError("work was put into the background");
    },
  };
}

/** Returns the status and the code with which a guard refuses a caller, or "admitted". */
async function ask(guard: Handler, caller: ServiceContext): Promise<unknown> {
  const known: Record<string, unknown> = { authenticated: caller };
  const c = {
    env: UNTOUCHABLE,
    req: { url: "https://admin.example/", method: "GET", raw: { body: null } },
    get: (name: string) => known[name],
    set: (name: string, value: unknown) => {
      known[name] = value;
    },
  } as unknown as AdminContext;
  let isAdmitted = false;
  try {
    await guard(c, async () => {
      isAdmitted = true;
    });
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    expect([isAdmitted, known["service"]]).toEqual([false, undefined]);
    return [error.status, error.reason];
  }
  expect([isAdmitted, known["service"]]).toEqual([true, caller]);
  return "admitted";
}

it("lists every verb that a caller can use", () => {
  const documented = operations.map(({ method, path }) => `${method} ${path}`);
  expect(guards.map(({ name }) => name).toSorted()).toEqual(documented.toSorted());
});

describe.each(guards)("$name", ({ name, handler, needed }) => {
  // The role that is no role stands for one below viewer, which is the lowest there is.
  const lower = ["nobody", ...ROLES.slice(0, ROLES.indexOf(needed ?? "viewer"))];

  it.each(lower)("refuses a caller of the role %s before it uses anything", async (role) => {
    const reason = { code: "needs_role", values: { role: needed } };
    expect(await ask(handler, contextOf(role))).toEqual([484, reason]);
  });

  it("[25.2] is refused to a suspended workspace unless it only reads", async () => {
    const outcome = needed === "viewer" ? "admitted" : [403, { code: "suspended" }];
    expect(await ask(handler, contextOf("owner", true))).toEqual(outcome);
  });

  const isWithin = OPERATIONS[name] !== "refused";

  it(`[27.5] ${isWithin ? "works within the hostnames of a limited caller" : "is refused to a limited caller before it uses anything"}`, async () => {
    const limited = contextOf("owner", false, { hosts: [hostname("go.example")] });
    const outcome = isWithin ? "admitted" : [484, { code: "needs_all_hosts" }];
    expect(await ask(handler, limited)).toEqual(outcome);
  });

  const isOfRecords = OPERATIONS[name] === "records";

  it(`[27.17] ${isOfRecords ? "works within the tags of a limited caller" : "is refused to a caller with tags before it uses anything"}`, async () => {
    const outcome = isOfRecords ? "admitted" : [484, { code: "needs_all_tags" }];
    expect(await ask(handler, contextOf("owner", false, { tags: ["Sales"] }))).toEqual(outcome);
  });

  it.each(ROLES.slice(ROLES.indexOf(needed ?? "viewer")))(
    "lets a caller of the role %s go on",
    async (role) => {
      expect(await ask(handler, contextOf(role))).toBe("admitted");
    },
  );
});
