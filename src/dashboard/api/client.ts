/** Calls of the API. The browser adds the cookie of the session, which no script can read. */

/** What the API answers to a call that it refuses. */
export interface ErrorBody {
  message: string;
  /** Of a 422: by field, with dotted paths. */
  errors?: Record<string, string[]>;
  request_id?: string;
  /** Of a 403: `proof` if the session has to show its token again. */
  needs?: string;
}

/** A call that was refused, or that did not arrive: then `status` is 0. */
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

export type Query = Record<string, string | number | boolean | undefined>;

export interface CallOptions {
  query?: Query;
  /** Sent as JSON. */
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** A body with the version of the record that it shows, for `If-Match`. */
export interface Versioned<Body> {
  body: Body;
  etag: string | null;
}

let onSignedOut = () => {};

/** Sets what happens when the API no longer knows the session. */
export function whenSignedOut(callback: () => void): void {
  onSignedOut = callback;
}

/** Returns the body of a call's answer. @param path behind `/v1` @throws ApiError */
export async function call<Body>(method: string, path: string, options: CallOptions = {}): Promise<Body> {
  return (await callVersioned<Body>(method, path, options)).body;
}

/** Returns the answer of a call with its `ETag`. @throws ApiError */
export async function callVersioned<Body>(
  method: string,
  path: string,
  { query, body, headers = {}, signal }: CallOptions = {},
): Promise<Versioned<Body>> {
  const response = await callRaw(method, path, {
    query,
    headers: { ...(body !== undefined && JSON_BODY), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal,
  });
  return { body: (await response.json()) as Body, etag: response.headers.get("ETag") };
}

export interface RawOptions extends Omit<CallOptions, "body"> {
  body?: BodyInit;
}

/** Makes a call whose body, or whose answer, is no JSON. @throws ApiError */
export async function callRaw(
  method: string,
  path: string,
  { query, body, headers = {}, signal }: RawOptions = {},
): Promise<Response> {
  const response = await send(`/v1${path}${toSearch(query)}`, {
    method,
    headers: { Accept: "application/json", ...headers },
    ...(body !== undefined && { body }),
    ...(signal !== undefined && { signal }),
  });
  if (!response.ok) throw await toApiError(response, path);
  return response;
}

const JSON_BODY = { "Content-Type": "application/json" };

async function send(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new ApiError(0, { message: "" });
  }
}

async function toApiError(response: Response, path: string): Promise<ApiError> {
  const { status, headers } = response;
  if (status === 401 && path !== "/session") onSignedOut();
  const body = (await response.json().catch(() => ({ message: "" }))) as ErrorBody;
  const seconds = Number(headers.get("Retry-After") ?? Number.NaN);
  return new ApiError(status, body, Number.isFinite(seconds) ? seconds : null);
}

/** Returns a query with its question mark; empty for none. Members that are undefined or empty are left out. */
export function toSearch(query: Query = {}): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === "" ? [] : [[name, String(value)]],
  );
  return pairs.length === 0 ? "" : `?${new URLSearchParams(pairs).toString()}`;
}
