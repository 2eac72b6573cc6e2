import { isIPv4 } from "node:net";
import { parseArgs } from "node:util";
import { parseHostname } from "../../src/domain/hostname.ts";
import { UsageError } from "../support/command.ts";

/** Variables that production sets otherwise than wrangler.toml. */
export interface DeployTarget {
  adminHosts: string[];
  cnameTarget: string;
  aTargets: string[];
  /** The link to visit after the deployment; null for one of the database. */
  visit: string | null;
}

/** `rehearsal` builds and checks only. */
type DeployRequest = "help" | "rehearsal" | DeployTarget;

export const deployHelp = `Deploys Signpost to Cloudflare. What is there already is kept, so it can be run again.

  npm run deploy -- --admin-host HOST --cname-target NAME --a-targets IPS

  --admin-host HOST    where the API answers; several separated by commas (ADMIN_HOST)
  --cname-target NAME  what hostnames of your users point at by CNAME (CNAME_TARGET)
  --a-targets IPS      IPv4 addresses for bare domains, separated by commas (A_TARGETS); "" for none
  --visit URL          the link to visit afterwards (VISIT_URL); without it one of the database
  --dry-run            builds into dist and checks; needs neither network nor account
  --help               shows this
`;

/** Reads the command line and the environment. Throws UsageError. */
export function parseDeployRequest(args: string[], env: Record<string, string | undefined>): DeployRequest {
  const values = readArguments(args);
  if (values.help) return "help";
  if (values["dry-run"]) return "rehearsal";
  const given = {
    "--admin-host": values["admin-host"] ?? env.ADMIN_HOST,
    "--cname-target": values["cname-target"] ?? env.CNAME_TARGET,
    "--a-targets": values["a-targets"] ?? env.A_TARGETS,
  };
  const missing = Object.entries(given).filter(
    // An empty text is valid: there are no addresses.
    ([option, value]) => !value && !(option === "--a-targets" && value === ""),
  );
  if (missing.length > 0) throw refuse(`Missing: ${missing.map(([option]) => option).join(", ")}`);
  return {
    adminHosts: toList(given["--admin-host"]).map((host) => requireHostname("--admin-host", host)),
    cnameTarget: requireHostname("--cname-target", given["--cname-target"] ?? ""),
    aTargets: given["--a-targets"] === "" ? [] : toList(given["--a-targets"]).map(requireAddress),
    visit: toUrl(values.visit ?? env.VISIT_URL),
  };
}

function readArguments(args: string[]) {
  try {
    const { values } = parseArgs({
      args,
      options: {
        "admin-host": { type: "string" },
        "cname-target": { type: "string" },
        "a-targets": { type: "string" },
        visit: { type: "string" },
        "dry-run": { type: "boolean" },
        help: { type: "boolean", short: "h" },
      },
    });
    return values;
  } catch (error) {
    throw refuse(error instanceof Error ? error.message : String(error));
  }
}

function toList(text = ""): string[] {
  return text.split(",").map((item) => item.trim());
}

function requireHostname(option: string, text: string): string {
  const host = parseHostname(text);
  if (host.ok && host.value.includes(".") && !host.value.startsWith("*.")) return host.value;
  throw refuse(`${option} takes a hostname such as links.example.com, not "${text}"`);
}

function requireAddress(text: string): string {
  if (isIPv4(text)) return text;
  throw refuse(`--a-targets takes IPv4 addresses, not "${text}"`);
}

function toUrl(text = ""): string | null {
  if (text === "") return null;
  const url = URL.parse(text);
  if (url !== null && /^https?:$/.test(url.protocol)) return url.href;
  throw refuse(`--visit takes the http or https URL of a link, not "${text}"`);
}

function refuse(reason: string): UsageError {
  return new UsageError(`${reason}\n\nnpm run deploy -- --help shows how it is used.`);
}
