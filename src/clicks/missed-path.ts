import { toCanonicalPath } from "../domain/path.ts";

/** What is kept of a missed path (contract 31.4 and 31.5). */
export interface MissedPath {
  /** Canonical, or `PROBES` or `OTHER_PATHS`. */
  path: string;
  /** Whether segments were replaced by `REDACTED`. */
  isRedacted: boolean;
}

/** Stands for the paths that scanners try. No path is like it: they begin with a slash. */
export const PROBES = "(probes)";
/** Stands for the paths that the budgets have no room for, and for those that are too long. */
export const OTHER_PATHS = "(other)";
export const REDACTED = ":redacted";

const MAX_BYTES = 512;

/** Segments that begin with a dot or with `wp-`, scripts of PHP, and what else scanners try, in lower case. */
const PROBE =
  /\/(?:\.|wp-|cgi-bin(?:\/|$)|phpmyadmin|phpinfo|xmlrpc|actuator(?:\/|$)|vendor\/phpunit)|\.(?:php\d?|phtml|env|git|sql|bak|cgi)(?:\/|$)|\/etc\/passwd/;

/** Reads the raw path of a visit. */
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

/** Returns whether a segment may name a person, or may be a secret: it has an `@`, or a token. */
function isPrivate(segment: string): boolean {
  return segment.includes("@") || HEXADECIMAL.test(segment) || [...segment.matchAll(BASE64URL)].some(isToken);
}

/** Returns whether a run of characters is not made of words and numbers, as titles in URLs are. */
function isToken([run]: RegExpMatchArray): boolean {
  return !run.split(/[-_]+/).every((part) => WORD.test(part) && !isScrambled(part));
}

/** Letters with up to four digits behind them, or up to eight digits with up to three letters. */
const WORD = /^(?:[a-z]*\d{0,4}|\d{1,8}[a-z]{0,3})$/i;

/** Returns whether the case of letters changes too often for words that are written together. */
function isScrambled(part: string): boolean {
  const changes = part.match(/[a-z\d](?=[A-Z])/g)?.length ?? 0;
  return changes > part.length / 5;
}
