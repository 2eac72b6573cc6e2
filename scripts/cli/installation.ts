import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { isLoopback } from "../../src/domain/client/words.ts";
import { UsageError } from "../support/command.ts";
import { readCredentials, type Env } from "./credentials.ts";

/** An installation of Signpost, and the token for its API. */
export interface Installation {
  /** Scheme and host, without a slash at the end. */
  url: string;
  token: string;
}

/**
 * Parses the address of an installation: `https://admin.example.com`, with or without `/v1`. Plain http is accepted
 * for this machine only, because calls carry the token.
 * @throws UsageError
 */
export function parseInstallationUrl(text: string): string {
  const address = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  const url = URL.canParse(address) ? new URL(address) : null;
  const isPlain = url !== null && /^\/(?:v1\/?)?$/.test(url.pathname) && url.search + url.hash === "";
  if (url === null || !isPlain || !/^https?:$/.test(url.protocol) || url.username + url.password !== "") {
    throw new UsageError(
      `The address of an installation looks like https://admin.example.com, not like ${text}`,
    );
  }
  if (url.protocol === "http:" && !isLoopback(url.hostname)) {
    throw new UsageError(`A token goes over https only: use https://${url.host}`);
  }
  return url.origin;
}

/**
 * Finds the installation: the option, SIGNPOST_URL, the installation of the last login, or the local demo of `npm
 * start`. The token comes from SIGNPOST_TOKEN, the login, or the local demo.
 * @throws UsageError with instructions if none is configured
 */
export async function findInstallation(option: string | undefined, env: Env): Promise<Installation> {
  const saved = await readCredentials(env);
  const named = option ?? (env.SIGNPOST_URL || saved.default);
  const demo = await readDemoToken(env);
  if (named === undefined && demo === null) {
    throw new UsageError(
      "No installation is known. Run signpost login, or set SIGNPOST_URL and SIGNPOST_TOKEN.",
    );
  }
  const url = parseInstallationUrl(named ?? `http://localhost:${env.PORT || 8787}`);
  const token = env.SIGNPOST_TOKEN || saved.tokens[url] || (isLoopback(new URL(url).hostname) ? demo : null);
  if (token) return { url, token };
  throw new UsageError(`No token is known for ${url}. Run signpost login ${url}, or set SIGNPOST_TOKEN.`);
}

async function readDemoToken(env: Env): Promise<string | null> {
  const text = await readFile(join(env.STATE_DIR || ".state", "demo-token"), "utf8").catch(() => "");
  return text.trim() || null;
}
