/** Rules of a robots.txt (RFC 9309): which paths a program may ask for. */

/** As few as a file of the size that is read can make costly. */
const MAX_RULES = 1_000;

export interface RobotsRule {
  isAllowed: boolean;
  /** With `*` for any characters, and `$` at its end for the end of the path. */
  path: string;
}

/**
 * Reads the rules of a robots.txt for a program: those of the groups that name it, else those of `*`.
 * @param agent in lower case
 */
export function readRobots(text: string, agent: string): RobotsRule[] {
  const named: RobotsRule[] = [];
  const general: RobotsRule[] = [];
  let groups: RobotsRule[][] = [];
  let isNaming = false;
  let isNamed = false;
  for (const line of text.split(/\r\n|\r|\n/)) {
    const [, key = "", value = ""] = /^\s*([a-z-]+)\s*:([^#]*)/i.exec(line) ?? [];
    const name = key.toLowerCase();
    if (name === "user-agent") {
      if (!isNaming) groups = [];
      isNaming = true;
      const program = value.trim().toLowerCase();
      if (program === "*") groups.push(general);
      if (program === agent) {
        isNamed = true;
        groups.push(named);
      }
    } else if (name === "allow" || name === "disallow") {
      isNaming = false;
      const path = value.trim();
      if (path === "") continue;
      for (const group of groups)
        if (group.length < MAX_RULES) group.push({ isAllowed: name === "allow", path });
    }
  }
  return isNamed ? named : general;
}

/** Returns whether a program may ask for a path: the longest rule that it has decides, and `allow` where two are. */
export function mayAsk(rules: readonly RobotsRule[], path: string): boolean {
  let best: RobotsRule | null = null;
  for (const rule of rules) {
    if (best !== null && rule.path.length < best.path.length) continue;
    if (best?.path.length === rule.path.length && !rule.isAllowed) continue;
    if (doesMatch(rule.path, path)) best = rule;
  }
  return best?.isAllowed ?? true;
}

/** Compares in time that grows with the length of both, whatever the number of stars. */
function doesMatch(pattern: string, path: string): boolean {
  const isClosed = pattern.endsWith("$");
  const [first = "", ...rest] = (isClosed ? pattern.slice(0, -1) : pattern).split("*");
  if (!path.startsWith(first)) return false;
  let at = first.length;
  const last = isClosed ? rest.pop() : undefined;
  for (const text of rest) {
    const found = path.indexOf(text, at);
    if (found < 0) return false;
    at = found + text.length;
  }
  if (!isClosed) return true;
  return last === undefined ? at === path.length : path.length - last.length >= at && path.endsWith(last);
}
