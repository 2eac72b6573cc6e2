/** Splits URLs as text, without parsing and serializing them again (contract 4.1). */

/** The parts of a URL: `origin + path`, then `?` and `query` unless it is null, then `fragment`. */
export interface UrlParts {
  /** Scheme and authority: `https://example.com:8080`. */
  origin: string;
  authority: string;
  path: string;
  /** Without `?`; null if there is none. */
  query: string | null;
  /** With `#`; empty if there is none. */
  fragment: string;
}

export function splitUrl(url: string): UrlParts {
  const authorityStart = url.indexOf("//") + 2;
  const hash = url.indexOf("#", authorityStart);
  const beforeFragment = hash < 0 ? url : url.slice(0, hash);
  const mark = beforeFragment.indexOf("?", authorityStart);
  const beforeQuery = mark < 0 ? beforeFragment : beforeFragment.slice(0, mark);
  const slash = beforeQuery.indexOf("/", authorityStart);
  const origin = slash < 0 ? beforeQuery : beforeQuery.slice(0, slash);
  return {
    origin,
    authority: origin.slice(authorityStart),
    path: slash < 0 ? "" : beforeQuery.slice(slash),
    query: mark < 0 ? null : beforeFragment.slice(mark + 1),
    fragment: hash < 0 ? "" : url.slice(hash),
  };
}
