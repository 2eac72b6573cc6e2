import { CommandError } from "../support/command.ts";

/** Calls Cloudflare's API (version 4). */

export const CLOUDFLARE_API = "https://api.cloudflare.com/client/v4";

export interface Api {
  /** @throws ApiError if Cloudflare refuses the call, CommandError if it does not answer */
  call<T>(method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE", path: string, body?: unknown): Promise<T>;
  /** Returns all pages of a list. */
  list<T>(path: string): Promise<T[]>;
}

/** A call that Cloudflare refused. */
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

export type Credential = { token: string } | { key: string; email: string };

const TIMEOUT_MS = 30_000;
const PAGE_SIZE = 50;

interface Answer<T> {
  success: boolean;
  result: T;
  errors?: { code: number; message: string }[];
  result_info?: { page?: number; total_pages?: number; total_count?: number; per_page?: number };
}

export function connectApi(credential: Credential, baseUrl: string): Api {
  const headers: Record<string, string> =
    "token" in credential
      ? { Authorization: `Bearer ${credential.token}` }
      : { "X-Auth-Key": credential.key, "X-Auth-Email": credential.email };

  async function send<T>(method: string, path: string, body?: unknown): Promise<Answer<T>> {
    const call = `${method} ${path.replace(/\?.*/, "")}`;
    let response: Response;
    try {
      response = await fetch(`${baseUrl}${path}`, {
        method,
        headers: { ...headers, ...(body !== undefined && { "Content-Type": "application/json" }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
    } catch (error) {
      const { cause } = error as Error;
      throw new CommandError(`Cloudflare's API does not answer (${call}): ${String(cause ?? error)}`);
    }
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
  };
}
