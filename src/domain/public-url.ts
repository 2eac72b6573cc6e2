import { isLocalName, type Hostname } from "./hostname.ts";

/**
 * Returns the public URL of a record (contract 11.5). Hostnames below .localhost get the port of the
 * running Worker, so that people can click them.
 * @param suffix the part after the hostname, as `toUrlSuffix` returns it
 * @param requestUrl any URL that reached the Worker
 */
export function toPublicUrl(host: Hostname, suffix: string, isHttps: boolean, requestUrl: string): string {
  const port = isLocalName(host) ? new URL(requestUrl).port : "";
  return `${isHttps ? "https" : "http"}://${host}${port === "" ? "" : `:${port}`}${suffix}`;
}
