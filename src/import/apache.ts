/** Parses conditions of mod_rewrite that a source can express. */

/** Returns the hosts that `^(www\.)?old\.example$` matches; null if they cannot be listed. */
export function toApacheHosts(test: string): string[] | null {
  const [, optional = "", name] = /^\^(\((?:\?:)?www\\?\.\)\?)?((?:[\w-]|\\\.)+)\$$/i.exec(test) ?? [];
  if (name === undefined) return null;
  const host = name.replaceAll("\\.", ".").toLowerCase();
  return optional === "" ? [host] : [host, `www.${host}`];
}

/** Returns the query that `^id=12$` matches; null for a regex that is not literal text. */
export function toQuery(test: string): string | null {
  const [, text] = /^\^((?:[\w=&%~:@!,;/-]|\\[^\w])+)\$$/.exec(test) ?? [];
  return text === undefined ? null : text.replace(/\\(.)/g, "$1");
}
