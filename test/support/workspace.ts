import { exports } from "cloudflare:workers";
import type { Plan } from "../../src/domain/plan.ts";
import type { Role } from "../../src/domain/role.ts";
import { chooseHome, noteHome } from "./home.ts";
import { requireDocumented } from "./documented-answer.ts";
import { newWorkspace } from "../../src/services/workspace/new-workspace.ts";

/** A workspace of its own for a test, and a client of the API with its token. */
export interface TestWorkspace {
  id: string;
  /** Of the member whose token it is. */
  userId: string;
  token: string;
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
}

export interface Answer {
  status: number;
  headers: Headers;
  // Bodies are whatever the API says: tests compare them.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
}

let count = 0;

export async function createWorkspace(
  plan: Plan = "enterprise",
  role: Role = "owner",
): Promise<TestWorkspace> {
  count++;
  const { home, numbers } = chooseHome();
  const { id, userId, token, statements } = await newWorkspace({
    name: `Workspace ${count}`,
    plan,
    role,
    nowMs: Date.now(),
    numbers,
  });
  noteHome(id, home);
  await home.batch(statements.map(({ sql, parameters }) => home.prepare(sql).bind(...parameters)));
  return {
    id,
    userId,
    token,
    call: (method, path, body, headers) => callApi(token, method, path, body, headers),
  };
}

async function callApi(
  token: string,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const isText = typeof body === "string";
  const response = await exports.default.fetch(
    new Request(`http://localhost:8787/v1${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        ...(body !== undefined && { "Content-Type": isText ? "text/html" : "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { body: isText ? body : JSON.stringify(body) }),
    }),
  );
  return await readAnswer(method, path, response);
}

/** Reads an answer of the API, and checks it against the OpenAPI document. */
export async function readAnswer(method: string, path: string, response: Response): Promise<Answer> {
  const { status, headers } = response;
  const body = await response.text();
  requireDocumented(method, `/v1${path.replace(/\?.*$/s, "")}`, { status, headers, body });
  return { status, headers, body: JSON.parse(body) };
}

/** A visit as the edge answers it; redirects are not followed. */
export async function visit(url: string, init: RequestInit = {}): Promise<Response> {
  return exports.default.fetch(new Request(url, { redirect: "manual", ...init }));
}
