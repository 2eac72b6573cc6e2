/** Returns whether a name is below .localhost. No resolver knows such names, so nothing can prove them. */
export function isLocalName(host: string): boolean {
  return host.endsWith(".localhost");
}

/** Returns a hostname without the star of a wildcard: the name that proves its claim. */
export function bareHost(host: string): string {
  return host.replace(/^\*\./, "");
}
