import { CommandError } from "../support/command.ts";

/** Calls Cloudflare's API (version 4). */

export const CLOUDFLARE_API = "https://api.cloudflare.com/client/v4";

export interface Api {
  /** @throws ApiError if Cloudflare refuses the call, CommandError if it does not answer */
  call<T>(method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE", path: string, body?: unknown): Promise<T>;
  list<T>(path: string): Promise<T[]>;
  /** Returns all pages of a list whose pages are found by a cursor. */
  listByCursor<T>(path: string): Promise<T[]>;
  /** Returns the body of an answer that is no JSON. */
  download(path: string): Promise<AsyncIterable<Uint8Array>>;
}

export class ApiError extends CommandError {
  readonly status: number;
  readonly codes: readonly number[];

  constructor(call: string, status: number, errors: { code: number; message: string }[]) {
    const said = errors.map(({ code, message }) => `${message} [code ${code}]`).join("; ");
    super(`Cloudflare refused ${call}: ${said || `status ${status}`}`);
    this.status = status;
    this.codes = errors.map(({ code }) => code);
  }

  /** Says whether the credential may not do this; a missing scope answers as a wrong credential does. */
  get isForbidden(): boolean {
    return this.status === 401 || this.status === 403;
  }
}

/** Makes a call; null if Cloudflare refuses it in an expected way, by default because the thing is not there. */
export async function callOrNull<T>(
  call: () => Promise<T>,
  isExpected = ({ status }: ApiError) => status === 404,
): Promise<T | null> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof ApiError && isExpected(error)) return null;
    throw error;
  }
}

/** What steps of the deployment work with. */
export interface AccountContext {
  api: Api;
  accountId: string;
  say(line: string): void;
}

export type Credential = { token: string } | { key: string; email: string };

const TIMEOUT_MS = 30_000;
const PAGE_SIZE = 50;

interface Answer<T> {
  success: boolean;
  result: T;
  errors?: { code: number; message: string }[];
  result_info?: {
    page?: number;
    total_pages?: number;
    total_count?: number;
    per_page?: number;
    cursor?: string;
    is_truncated?: boolean;
  };
}

export function connectApi(credential: Credential, baseUrl: string): Api {
  const headers: Record<string, string> =
    "token" in credential
      ? { Authorization: `Bearer ${credential.token}` }
      : { "X-Auth-Key": credential.key, "X-Auth-Email": credential.email };

  async function request(call: string, path: string, init: RequestInit): Promise<Response> {
    try {
      return await fetch(`${baseUrl}${path}`, init);
    } catch (error) {
      const { cause } = error as Error;
      throw new CommandError(`Cloudflare's API does not answer (${call}): ${String(cause ?? error)}`);
    }
  }

  async function send<T>(method: string, path: string, body?: unknown): Promise<Answer<T>> {
    const call = `${method} ${path.replace(/\?.*/, "")}`;
    const response = await request(call, path, {
      method,
      headers: { ...headers, ...(body !== undefined && { "Content-Type": "application/json" }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const answer = (await response.json().catch(() => null)) as Answer<T> | null;
    if (answer?.success !== true) throw new ApiError(call, response.status, answer?.errors ?? []);
    return answer;
  }

  return {
    async call<T>(method: string, path: string, body?: unknown) {
      return (await send<T>(method, path, body)).result;
    },
    async list<T>(path: string) {
      const rows: T[] = [];
      for (let page = 1; ; page++) {
        const separator = path.includes("?") ? "&" : "?";
        const answer = await send<T[]>("GET", `${path}${separator}page=${page}&per_page=${PAGE_SIZE}`);
        rows.push(...answer.result);
        const { total_count: total } = answer.result_info ?? {};
        const isLast = total === undefined ? answer.result.length < PAGE_SIZE : rows.length >= total;
        if (isLast || answer.result.length === 0) return rows;
      }
    },
    async listByCursor<T>(path: string) {
      const rows: T[] = [];
      for (let cursor = ""; ;) {
        const next = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`;
        const { result, result_info: info } = await send<T[]>("GET", `${path}${next}`);
        rows.push(...result);
        cursor = info?.cursor ?? "";
        if (info?.is_truncated !== true || cursor === "") return rows;
      }
    },
    async download(path: string) {
      // Without a deadline, because a body may be large.
      const response = await request(`GET ${path}`, path, { headers });
      if (response.ok && response.body !== null) return response.body;
      const answer = (await response.json().catch(() => null)) as Answer<never> | null;
      throw new ApiError(`GET ${path}`, response.status, answer?.errors ?? []);
    },
  };
}
