import { sayAll, sayReason } from "../text/reason.ts";
import { loadTexts } from "../text/text.ts";
import { JSON_ANSWER, type Query, takeArrived, takeEarly, toUrl, workspaceHeader } from "./early.ts";

export { type Query, toSearch } from "./early.ts";

/** Calls of the API. The browser adds the session cookie, which no script can read. */

interface Code {
  code: string;
  values: Record<string, unknown>;
}

interface ErrorBody {
  message: string;
  message_code?: Code;
  /** The reasons of a 422 by field, with dotted paths. */
  errors?: Record<string, string[]>;
  codes?: Record<string, Code[]>;
  request_id?: string;
  /** For a 403: `proof` if the user must enter the token of the session again. */
  needs?: string;
  /** For a 482: what is limited, the limit, and the present number. */
  limit?: string;
  allowed?: number;
  used?: number;
  /** For a 403: the workspaces from which a user signed in by Cloudflare Access must choose one. */
  workspaces?: { id: string; name: string }[];
}

/** A call that was refused, or that failed without an answer, in which case `status` is 0. */
export class ApiError extends Error {
  readonly status: number;
  readonly body: ErrorBody;
  /** Seconds to wait before another attempt; null if the API does not say. */
  readonly retryAfterSeconds: number | null;

  constructor(status: number, body: ErrorBody, retryAfterSeconds: number | null = null) {
    super(body.message);
    this.status = status;
    this.body = body;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Refuses fields as the API does. The first reason is the message. @throws ApiError unless there is no field */
export function refuseFields(errors: Record<string, string[]>): void {
  const [first] = Object.values(errors);
  if (first !== undefined) throw new ApiError(422, { message: first.join(), errors });
}

interface CallOptions {
  query?: Query;
  /** The body, which is sent as JSON. */
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
}

/** A body with the version of its record, for `If-Match`. */
export interface Versioned<Body> {
  body: Body;
  etag: string | null;
}

let onSignedOut = (_workspaces: ErrorBody["workspaces"]) => {};

/** Sets the handler for a session that has ended, needs a choice of the workspace or is of another workspace now. */
export function whenSignedOut(callback: typeof onSignedOut): void {
  onSignedOut = callback;
}

let shownWorkspace: string | null = null;

/** Sets the workspace that the page shows. */
export function setShownWorkspace(id: string | null): void {
  shownWorkspace = id;
}

const BOOKMARK = "X-Signpost-Bookmark";
/**
 * The newest state of the database that this page has seen or written; empty for none. Sent with each call, so that no
 * replica of the database answers from an older state (contract 9.24).
 */
let bookmark = "";
/** How often the bookmark was forgotten. */
let forgotten = 0;

/** Forgets the bookmark after a call that failed: it may be why, or the call may have written a newer state. */
function forgetBookmark(): void {
  bookmark = "";
  forgotten++;
}

/** Bookmarks sort as text. */
function keepBookmark({ headers }: Response): void {
  const next = headers.get(BOOKMARK) ?? "";
  if (next > bookmark) bookmark = next;
}

/** Returns what a GET was answered before the page was drawn; undefined if it was not asked for, or not answered yet. */
export function takeAnswered<Body>(path: string, query?: Query): Body | undefined {
  const arrived = takeArrived(toUrl(path, query), { ...workspaceHeader(shownWorkspace), ...JSON_ANSWER });
  if (arrived !== undefined && forgotten === 0) keepBookmark(arrived.response);
  return arrived?.body as Body | undefined;
}

/** Returns the body of a call's answer. @param path after `/v1` @throws ApiError */
export async function call<Body>(method: string, path: string, options: CallOptions = {}): Promise<Body> {
  return (await callVersioned<Body>(method, path, options)).body;
}

export async function callVersioned<Body>(
  method: string,
  path: string,
  { query, body, headers = {}, signal }: CallOptions = {},
): Promise<Versioned<Body>> {
  const response = await callRaw(method, path, {
    query,
    headers: { ...JSON_ANSWER, ...(body !== undefined && JSON_BODY), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal,
  });
  return { body: (await response.json()) as Body, etag: response.headers.get("ETag") };
}

interface RawOptions extends Omit<CallOptions, "body"> {
  /** The body, which is sent unchanged. */
  body?: BodyInit;
}

/** Makes a call whose request or answer is not JSON. Returns the answer before its body is read. @throws ApiError */
export async function callRaw(
  method: string,
  path: string,
  { query, body, headers = {}, signal }: RawOptions = {},
): Promise<Response> {
  // A header speaks for another token than the session's, and its refusal signs nobody out.
  const isOfSession = path !== "/session" && headers["Authorization"] === undefined;
  const url = toUrl(path, query);
  const sent = { ...(isOfSession && workspaceHeader(shownWorkspace)), ...headers };
  const response = await send(url, {
    method,
    headers: sent,
    ...(body !== undefined && { body }),
    ...(signal !== undefined && { signal }),
  });
  if (!response.ok) throw await toApiError(response, isOfSession);
  return response;
}

const JSON_BODY = { "Content-Type": "application/json" };

interface Sent extends RequestInit {
  method: string;
  headers: Record<string, string>;
}

async function send(url: string, { headers, ...init }: Sent): Promise<Response> {
  const forgottenBefore = forgotten;
  try {
    const response = await (takeEarly(init.method, url, headers) ??
      fetch(url, {
        ...init,
        headers: { ...headers, ...(bookmark !== "" && { [BOOKMARK]: bookmark }) },
      }));
    if (response.status >= 500) forgetBookmark();
    // The bookmark of an answer to an earlier call may be older than what a failed call has written.
    else if (forgotten === forgottenBefore) keepBookmark(response);
    return response;
  } catch (error) {
    if (init.signal?.aborted) throw error;
    forgetBookmark();
    throw new ApiError(0, { message: "" });
  }
}

async function toApiError(response: Response, isOfSession: boolean): Promise<ApiError> {
  const { status, headers } = response;
  // The texts of reasons are loaded with the first refusal. Without them it stays English.
  const [answer] = await Promise.all([
    response.json().catch(() => ({ message: "" })) as Promise<ErrorBody>,
    loadTexts("reason").catch(() => {}),
  ]);
  const body = inOwnWords(answer);
  const isSignedOut = status === 401 || body.workspaces !== undefined;
  if (isSignedOut && isOfSession) onSignedOut(body.workspaces);
  const seconds = Number(headers.get("Retry-After") ?? Number.NaN);
  return new ApiError(status, body, Number.isFinite(seconds) ? seconds : null);
}

/** Returns the message of the API in the language of the screen if a text for it exists. */
function inOwnWords({ errors, codes, ...body }: ErrorBody): ErrorBody {
  const fields = Object.entries(errors ?? {}).map(([name, texts]) => [name, sayAll(texts, codes?.[name])]);
  return {
    ...body,
    message: sayReason(body.message_code, body.message),
    ...(errors !== undefined && { errors: Object.fromEntries(fields) as Record<string, string[]> }),
  };
}
