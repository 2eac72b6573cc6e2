import { databaseOf } from "./database-of.ts";
import { MAX_DATABASES } from "./domain/database-name.ts";
import { isBetween, problemsOfVisits, toMessage, type Bindings } from "./env.ts";
import { log } from "./runtime/log.ts";
import { memoizeLast } from "./runtime/memoize-last.ts";
import { parseShare } from "./runtime/parse-share.ts";
import { isSigningKey, MIN_SIGNING_KEY_CHARACTERS } from "./runtime/signing.ts";

/** Checks all bindings and variables. The admin side and the jobs call it first. Visits do not wait for it. */

const BINDINGS = [
  "DB",
  "SNAPSHOTS",
  "PROJECTION",
  "CLICKS",
  "WATCH",
  "JOBS",
  "ATTEMPTS",
  "LIMITS",
  "TARGETS",
  "HEARTBEAT",
  "MISS_LIMITER",
  "API_LIMITER",
  "EXPLAIN_LIMITER",
  "UNAUTHENTICATED_LIMITER",
  "SESSION_LIMITER",
] as const;

/** Logs and throws a message that names each missing or invalid value, and the place to set it. */
export const checkEnv = memoizeLast((env: Bindings): void => {
  const problems = [...problemsOfVisits(env), ...otherProblems(env)];
  if (problems.length === 0) return;
  const message = toMessage(problems);
  log("error", "setup_incomplete", { message });
  throw new Error(message);
});

const NUMBERS = [
  ["BCRYPT_COST", 4, 15],
  ["BACKUP_NIGHTS", 1, 500],
  ["DATABASES", 1, MAX_DATABASES],
  ["DATABASE_LIMIT_MB", 1, 10_000_000],
  ["CLICKS_WAIT_MINUTES", 0, 15],
] as const;

function otherProblems(env: Bindings): string[] {
  const bound = databaseOf(env);
  const problems: string[] = BINDINGS.filter((name) => !bound[name]).map(
    (name) => `binding ${name} is missing`,
  );
  for (const name of ["CNAME_TARGET", "DOH_URL"] as const) {
    if (!env[name]) problems.push(`variable ${name} is missing`);
  }
  if (env.A_TARGETS === undefined) problems.push("variable A_TARGETS is missing; it may be empty");
  if (!/^(?:free|paid)?$/.test(env.PLAN ?? "")) problems.push("variable PLAN must be free or paid");
  if (!/^(?:auto|off|required)?$/.test(env.HOSTNAME_PROOF ?? "")) {
    problems.push("variable HOSTNAME_PROOF must be auto, off or required");
  }
  if (!/^(?:on|off)?$/.test(env.READ_NEARBY ?? "")) problems.push("variable READ_NEARBY must be on or off");
  if (env.SAFE_BROWSING_URL && !/^https?:/.test(URL.parse(env.SAFE_BROWSING_URL)?.protocol ?? "")) {
    problems.push("variable SAFE_BROWSING_URL must be an http or https URL");
  }
  if (env.CLOUDFLARE_ZONE_ID && !env.CLOUDFLARE_API_TOKEN) {
    problems.push("CLOUDFLARE_ZONE_ID needs the secret CLOUDFLARE_API_TOKEN");
  }
  // An attacker can forge signatures with any accepted key, so the previous key must also be strong.
  for (const name of ["SIGNING_KEY", "SIGNING_KEY_PREVIOUS", "MONITOR_KEY"] as const) {
    if ((env[name] || name === "SIGNING_KEY") && !isSigningKey(env[name] ?? "")) {
      problems.push(`secret ${name} needs ${MIN_SIGNING_KEY_CHARACTERS} characters or more`);
    }
  }
  if (Number(env.DATABASES) > 1 && env.PLAN === "free")
    problems.push("variable DATABASES needs the plan paid");
  for (const [name, least, most] of NUMBERS) {
    if ((env[name] || name === "BCRYPT_COST") && !isBetween(env[name], least, most)) {
      problems.push(`variable ${name} must be ${least} to ${most}`);
    }
  }
  const { OPERATOR_NOTIFY_URL: told, OPERATOR_NOTIFY_SECRET: secret = "" } = env;
  if (
    told &&
    !(told.startsWith("https:") && URL.canParse(told) && /^whsec_[\w+/]{32,}={0,2}$/.test(secret))
  ) {
    problems.push("OPERATOR_NOTIFY_URL must be an https URL, with the secret OPERATOR_NOTIFY_SECRET");
  }
  if (parseShare(env.LOG_VISITS) === null) problems.push("variable LOG_VISITS must be a number from 0 to 1");
  return problems;
}
