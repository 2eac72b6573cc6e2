/** A change of the product that a test must notice. */
export interface Fault {
  /** What the change breaks. */
  breaks: string;
  file: string;
  /** Stands once in the file. */
  text: string;
  replacement: string;
  /** The file of tests that must turn red, and the test project that runs it. */
  test: string;
  project: "rules" | "workerd" | "socket";
}

const rules = (breaks: string, file: string, text: string, replacement: string, test: string): Fault => ({
  breaks,
  file: `src/${file}`,
  text,
  replacement,
  test: `test/${test}.test.ts`,
  project: "rules",
});

const workerd = (...fault: Parameters<typeof rules>): Fault => ({ ...rules(...fault), project: "workerd" });
const socket = (...fault: Parameters<typeof rules>): Fault => ({ ...rules(...fault), project: "socket" });

export const FAULTS: Fault[] = [
  // What a visitor gets.
  rules(
    "a lone slash is joined to the destination",
    "domain/compose.ts",
    'const tail = remainder === null ? "" : withoutLeadingSlashes(remainder);',
    'const tail = remainder ?? "";',
    "domain/compose",
  ),
  rules(
    "a Location may be one character too long",
    "domain/compose.ts",
    "location.length > MAX_LOCATION_CHARACTERS ?",
    "location.length > MAX_LOCATION_CHARACTERS + 1 ?",
    "domain/compose",
  ),
  rules(
    "the visitor's values do not replace the destination's",
    "domain/merge-query.ts",
    "if (sent === undefined ? isReplaced : !isFirst) continue;",
    "if (sent === undefined && isReplaced) continue;",
    "domain/merge-query",
  ),
  rules(
    "a plus sign in a parameter's name is no space",
    "domain/query.ts",
    'decodeEscapes(name.replaceAll("+", " "))',
    "decodeEscapes(name)",
    "domain/query",
  ),
  rules(
    "an escaped question mark is decoded",
    "domain/path.ts",
    "const STAYS_ESCAPED = /[\\x00-\\x1f\\x7f/?#%\\\\*]/;",
    "const STAYS_ESCAPED = /[\\x00-\\x1f\\x7f/#%\\\\*]/;",
    "domain/path",
  ),
  rules(
    "the shortest prefix goes before the longest",
    "domain/match.ts",
    "ranked.toSorted((a, b) => b.literals - a.literals)",
    "ranked.toSorted((a, b) => a.literals - b.literals)",
    "domain/match",
  ),
  rules(
    "a source in another letter case answers before the exact one",
    "domain/match.ts",
    "if (exact !== undefined) return match;",
    "if (exact !== undefined && loose === null) return match;",
    "domain/match-spelling",
  ),
  rules(
    "a weight of zero is drawn at the end",
    "domain/choose-destination.ts",
    "return weights.findLastIndex((weight) => weight > 0);",
    "return weights.length - 1;",
    "domain/routing",
  ),
  rules(
    "a broken destination keeps its visitors",
    "domain/routing.ts",
    'indicesOf(({ state }) => state !== "broken")',
    'indicesOf(({ state }) => state !== "pending")',
    "domain/routing",
  ),
  workerd(
    "the millisecond of expiry still answers",
    "visitor/resolve.ts",
    "record.expiresAtMs <= visit.nowMs",
    "record.expiresAtMs < visit.nowMs",
    "visitor/resolve",
  ),
  workerd(
    "an unconfirmed answer is permanent",
    "visitor/resolve.ts",
    "status: isConfirmed ? status : TEMPORARY[status],",
    "status,",
    "visitor/resolve",
  ),
  socket(
    "a 308 is not cached",
    "visitor/respond.ts",
    "status === 301 || status === 308",
    "status === 301",
    "e2e/visit",
  ),
  workerd(
    "an unlock cookie outlives a change of the password",
    "visitor/gate/unlock-cookie.ts",
    "return `${recordId} ${passwordVersion} ${untilMs}`;",
    "return `${recordId} ${passwordVersion > 0} ${untilMs}`;",
    "visitor/gate-cookie",
  ),
  workerd(
    "an eleventh wrong password is hashed",
    "durable/count-attempts.ts",
    "const MAX_OF_ADDRESS = 10;",
    "const MAX_OF_ADDRESS = 11;",
    "visitor/gate-attempts",
  ),
  // What the edge holds.
  workerd(
    "an older snapshot replaces a newer one",
    "storage/snapshot/memory.ts",
    "if (snapshot.seq < (held?.seq ?? 0)) return;",
    "if (snapshot.seq < 0) return;",
    "storage/snapshot/memory",
  ),
  workerd(
    "a late message of clicks is never added to a sheet",
    "storage/click/store.ts",
    "WHERE click_folder.unfolded_from > late.id`",
    "WHERE click_folder.unfolded_from > late.id AND false`",
    "storage/click/fold",
  ),
  workerd(
    "a message that is delivered twice is stored anew",
    "storage/click/store.ts",
    "ON CONFLICT (id) DO NOTHING`",
    "ON CONFLICT (id) DO UPDATE SET body = excluded.body`",
    "storage/click/fold",
  ),
  workerd(
    "bots count as people",
    "clicks/tally.ts",
    "agent.isBot ? [0, 1] : [1, 0]",
    "agent.isBot ? [1, 1] : [1, 0]",
    "clicks/tally",
  ),
  workerd(
    "a referrer keeps its path",
    "clicks/tally.ts",
    '["referrer", referrer],',
    '["referrer", `${referrer}/`],',
    "clicks/tally",
  ),
  // What owners write.
  rules(
    "an alias may end with a plus",
    "domain/alias.ts",
    'if (alias.endsWith("+")) return refused("alias_plus");',
    "",
    "domain/alias",
  ),
  rules(
    "a day that does not exist is a day of the next month",
    "domain/timestamp.ts",
    "if (Number.isNaN(milliseconds) || !isRealDay)",
    "if (Number.isNaN(milliseconds))",
    "domain/timestamp",
  ),
  rules(
    "addresses of carriers count as public",
    "domain/public-address.ts",
    "100.64.0.0/10 ",
    "",
    "domain/public-address",
  ),
  rules(
    "two failures in a row make a destination broken",
    "domain/health.ts",
    "const FAILURES_TO_BREAK = 3;",
    "const FAILURES_TO_BREAK = 2;",
    "domain/health",
  ),
  rules(
    "a plan has room for one record more",
    "domain/plan.ts",
    "maxRecords: 50,",
    "maxRecords: 51,",
    "domain/plan",
  ),
  rules(
    "a foreign address beside ours is correct",
    "domain/dns-judgement.ts",
    "correct: problems.length === 0,",
    "correct: problems.length < 2,",
    "domain/dns-judgement",
  ),
  workerd(
    "spreadsheets run a cell that begins with an equals sign",
    "domain/csv.ts",
    "/^[=+\\-@\\t]/",
    "/^[+\\-@\\t]/",
    "admin/stats/question",
  ),
  workerd(
    "a suspended workspace writes",
    "services/require-role.ts",
    'caller.workspace.isSuspended && needed !== "viewer"',
    'caller.workspace.isSuspended && needed === "owner"',
    "admin/api/role",
  ),
  workerd(
    "a limited caller does what is for whole workspaces",
    "admin/endpoint.ts",
    "isWhole(reach) ? null",
    'isWhole(reach) || role === "editor" ? null',
    "admin/api/role",
  ),
  workerd(
    "a key stands for another body, too",
    "admin/once.ts",
    'case "other_body":\n        throw refuseKey(refuse("key_other"));',
    'case "other_body":\n        return next();',
    "admin/api/idempotency",
  ),
  workerd(
    "a limit of the plan is told as a payment that is due",
    "admin/error.ts",
    "new HttpError(482, message",
    "new HttpError(402, message",
    "admin/record/plan-limit",
  ),
];
