/** Rules of a robots.txt (RFC 9309), which say what paths a program may request. */

/** Bounds the cost of a file that consists of rules. */
const MAX_RULES = 1_000;

export interface RobotsRule {
  isAllowed: boolean;
  /** A path in which `*` stands for any characters, and a final `$` for the end of the path. */
  path: string;
}

/**
 * Parses the rules of a robots.txt for a program: the groups that name it, else the groups of `*`.
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

/** Returns whether a program may request a path. The longest matching rule decides; of two equal ones, `allow`. */
export function mayAsk(rules: readonly RobotsRule[], path: string): boolean {
  let best: RobotsRule | null = null;
  for (const rule of rules) {
    if (best !== null && rule.path.length < best.path.length) continue;
    if (best?.path.length === rule.path.length && !rule.isAllowed) continue;
    if (doesMatch(rule.path, path)) best = rule;
  }
  return best?.isAllowed ?? true;
}

/** Compares in time that grows with the lengths of both, whatever the number of stars. */
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
