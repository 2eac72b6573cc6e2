import { isLocalName } from "./hostname-part.ts";

/**
 * Returns the public URL of a record (contract 11.5). Hostnames below .localhost carry the port of the
 * running Worker, so that they can be clicked.
 * @param suffix what stands behind the hostname, as `toUrlSuffix` writes it
 * @param requestUrl any URL on which the worker was reached
 */
export function toPublicUrl(host: string, suffix: string, isHttps: boolean, requestUrl: string): string {
  const port = isLocalName(host) ? new URL(requestUrl).port : "";
  return `${isHttps ? "https" : "http"}://${host}${port === "" ? "" : `:${port}`}${suffix}`;
}
