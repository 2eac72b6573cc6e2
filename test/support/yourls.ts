import { exports } from "cloudflare:workers";
import { requireOk, type Site } from "./site.ts";

/** The door YOURLS of a site, and a client of it as plugins are. */

export interface YourlsAnswer {
  status: number;
  headers: Headers;
  text: string;
  /** The answer if it is JSON. */
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
}

export interface YourlsKey {
  id: string;
  signature: string;
  /** Calls with the signature, in JSON, by GET, unless told otherwise. */
  call(parameters: Record<string, string>, method?: "GET" | "POST"): Promise<YourlsAnswer>;
}

/** Opens the door, and makes a key for some hostnames. */
export async function openYourls(site: Site, hosts: string[] = [site.host]): Promise<YourlsKey> {
  requireOk(await site.call("POST", "/workspace/update/doors", { value: "yourls" }));
  const { id, signature } = requireOk(await site.call("POST", "/door-keys", { name: "blog", hosts })).body;
  return {
    id,
    signature,
    call: (parameters, method) => askYourls(id, { signature, format: "json", ...parameters }, { method }),
  };
}

interface AskOptions {
  method?: string | undefined;
  headers?: Record<string, string>;
}

/** Calls with parameters: in the query by GET, and in a form by POST. */
export function askYourls(
  key: string,
  parameters: Record<string, string>,
  { method = "GET", headers = {} }: AskOptions = {},
): Promise<YourlsAnswer> {
  const fields = new URLSearchParams(parameters);
  const isForm = method === "POST";
  return sendToYourls(key, isForm ? "" : `?${fields}`, { method, headers, ...(isForm && { body: fields }) });
}

export async function sendToYourls(key: string, query: string, init: RequestInit): Promise<YourlsAnswer> {
  const url = `http://localhost:8787/yourls/${key}/yourls-api.php${query}`;
  const response = await exports.default.fetch(new Request(url, init));
  const text = await response.text();
  const isJson = response.headers.get("Content-Type")?.startsWith("application/json") === true;
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: isJson && text !== "" ? JSON.parse(text) : null,
  };
}
