import { toCanonicalPath } from "../domain/path.ts";

/** The stored form of a missed path (contract 31.4 and 31.5). */
export interface MissedPath {
  /** A canonical path, `PROBES` or `OTHER_PATHS`. */
  path: string;
  /** True if segments were replaced by `REDACTED`. */
  isRedacted: boolean;
}

/** Stands for the paths that scanners try. No path equals it, because paths begin with a slash. */
export const PROBES = "(probes)";
/** Stands for the paths for which the budgets have no room, and for paths that are too long. */
export const OTHER_PATHS = "(other)";
const REDACTED = ":redacted";

const MAX_BYTES = 512;

/** Matches, in lower case, segments that begin with a dot or `wp-`, PHP scripts, and other targets of scanners. */
const PROBE =
  /\/(?:\.|wp-|cgi-bin(?:\/|$)|phpmyadmin|phpinfo|xmlrpc|actuator(?:\/|$)|vendor\/phpunit)|\.(?:php\d?|phtml|env|git|sql|bak|cgi)(?:\/|$)|\/etc\/passwd/;

export function readMissedPath(rawPath: string): MissedPath {
  const path: string = toCanonicalPath(rawPath);
  if (PROBE.test(path.toLowerCase())) return { path: PROBES, isRedacted: false };
  const segments = path.split("/");
  const kept = segments.map((segment) => (isPrivate(segment) ? REDACTED : segment));
  const isRedacted = kept.some((segment, index) => segment !== segments[index]);
  const shown = kept.join("/");
  const isTooLong = rawPath.length > MAX_BYTES || new TextEncoder().encode(shown).length > MAX_BYTES;
  return isTooLong ? { path: OTHER_PATHS, isRedacted: false } : { path: shown, isRedacted };
}

const HEXADECIMAL = /[\da-f]{20}/i;
const BASE64URL = /[\w-]{20,}/g;

/** Returns whether a segment may name a person or be a secret, because it has an `@` or a token. */
function isPrivate(segment: string): boolean {
  return segment.includes("@") || HEXADECIMAL.test(segment) || [...segment.matchAll(BASE64URL)].some(isToken);
}

/** Returns whether a run of characters does not consist of words and numbers, as titles in URLs do. */
function isToken([run]: RegExpMatchArray): boolean {
  return !run.split(/[-_]+/).every((part) => WORD.test(part) && !isScrambled(part));
}

/** Matches letters followed by up to four digits, or up to eight digits followed by up to three letters. */
const WORD = /^(?:[a-z]*\d{0,4}|\d{1,8}[a-z]{0,3})$/i;

/** Returns whether the letter case changes too often for joined words. */
function isScrambled(part: string): boolean {
  const changes = part.match(/[a-z\d](?=[A-Z])/g)?.length ?? 0;
  return changes > part.length / 5;
}
