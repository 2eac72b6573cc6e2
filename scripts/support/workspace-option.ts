import { isPlan, PLANS, type Plan } from "../../src/domain/plan.ts";
import { readArguments, REMOTE, refuseUsage } from "./arguments.ts";

/** The task of the command. `workspace` is a name or an id. */
type WorkspaceCommand =
  | { verb: "list" }
  | { verb: "create"; name: string; plan: Plan; allowsSameName: boolean; database: string | null }
  | { verb: "token" | "suspend" | "resume"; workspace: string }
  | { verb: "plan"; workspace: string; plan: Plan }
  /** Without a database the move is taken back. */
  | { verb: "move"; workspace: string; to: string | null; isDryRun: boolean }
  | { verb: "delete"; workspace: string; isConfirmed: boolean };

export type WorkspaceOptions = WorkspaceCommand & { isRemote: boolean };

const plans = Object.keys(PLANS).join(", ");

export const workspaceHelp = `Manages the workspaces of an installation.

  npm run -s workspace -- list
  npm run -s workspace -- create --name NAME [--plan PLAN] [--database DB_01] [--force]
  npm run -s workspace -- token WORKSPACE
  npm run -s workspace -- plan WORKSPACE PLAN
  npm run -s workspace -- suspend WORKSPACE
  npm run -s workspace -- resume WORKSPACE
  npm run -s workspace -- move WORKSPACE --to DB_02 [--dry-run]
  npm run -s workspace -- move WORKSPACE --cancel
  npm run -s workspace -- delete WORKSPACE [--yes]

  list     all workspaces
  create   creates a workspace with an owner, and prints the owner's API token. If there are several
           databases, it is in the emptiest, which has to be less than 70 % full
  token    creates a token for the owner, if the first one was lost; also an owner if there is none
  plan     moves the workspace to another plan
  suspend  pauses all its records; the workspace can read, but not write
  resume   ends the suspension
  move     moves the workspace to another database while it is in use, and shows how far it is. Ctrl+C lets
           the move go on; the same command shows it again (docs/operating.md)
  delete   deletes everything that the workspace has. Visitors of its links get the 404 page

  WORKSPACE    a name or an id, as list shows them
  PLAN         ${plans} (create: enterprise if it is left out)
  --name NAME  name of the new workspace
  --database DB_01
               the database of the new workspace: DB (the first), DB_01, DB_02 and so on
  --to DB_02   the database to which the workspace moves
  --dry-run    shows what would move, how long it takes, and what stands against it; writes nothing
  --cancel     takes a move back, unless the workspace has arrived
  --force      creates it even if the name is taken
  --yes        deletes without asking for the name again
  --remote     in the deployed database instead of the local one (STATE_DIR, default .state)
  --help       shows this

A token is the only line on stdout. It is never shown again. Visitors see the effect of suspend, resume and
delete within about three minutes: the Worker's cron writes it to the edge.

Exit code: 0 done, 1 not done, 2 wrong usage.
`;

const OPTIONS = {
  name: { type: "string" },
  plan: { type: "string" },
  database: { type: "string" },
  to: { type: "string" },
  "dry-run": { type: "boolean" },
  cancel: { type: "boolean" },
  force: { type: "boolean" },
  yes: { type: "boolean" },
  ...REMOTE,
} as const;

interface Values {
  name?: string;
  plan?: string;
  database?: string;
  to?: string;
  "dry-run"?: boolean;
  cancel?: boolean;
  force?: boolean;
  yes?: boolean;
}

/** The number of words after each verb, and the options that it accepts. */
const VERBS: Record<WorkspaceCommand["verb"], { words: number; takes: (keyof Values)[] }> = {
  list: { words: 0, takes: [] },
  create: { words: 0, takes: ["name", "plan", "database", "force"] },
  token: { words: 1, takes: [] },
  plan: { words: 2, takes: [] },
  suspend: { words: 1, takes: [] },
  resume: { words: 1, takes: [] },
  move: { words: 1, takes: ["to", "dry-run", "cancel"] },
  delete: { words: 1, takes: ["yes"] },
};

/** Reads the command line; null asks for help. Throws UsageError. */
export function parseWorkspaceOptions(args: string[]): WorkspaceOptions | null {
  const read = readArguments("-s workspace", args, OPTIONS);
  if (read === null) return null;
  const { remote: isRemote, help: _, ...given } = read.values;
  const [verb = "", ...words] = read.positionals;
  return { ...toCommand(verb, words, given), isRemote };
}

function toCommand(verb: string, words: string[], given: Values): WorkspaceCommand {
  if (!isVerb(verb)) {
    const problem = verb === "" ? "Missing verb" : `Unknown verb: ${verb}`;
    throw refuse(`${problem}. It is one of ${Object.keys(VERBS).join(", ")}`);
  }
  const { words: wanted, takes } = VERBS[verb];
  const foreign = (Object.keys(given) as (keyof Values)[]).find((option) => !takes.includes(option));
  if (foreign !== undefined) throw refuse(`--${foreign} does not go with ${verb}`);
  const [workspace = "", plan = ""] = words.map((word) => word.trim());
  if (words.length > wanted)
    throw refuse(`Too many words behind ${verb}. Put a name with spaces into quotes`);
  if (wanted > 0 && workspace === "") throw refuse(`Missing behind ${verb}: the name or id of a workspace`);
  switch (verb) {
    case "list":
      return { verb };
    case "create":
      return {
        verb,
        name: toName(given.name),
        plan: toPlan(given.plan ?? "enterprise", "--plan"),
        allowsSameName: given.force ?? false,
        database: given.database === undefined ? null : toDatabase(given.database, "--database"),
      };
    case "plan":
      return { verb, workspace, plan: toPlan(plan, "The plan") };
    case "move":
      return { verb, workspace, ...toMove(given) };
    case "delete":
      return { verb, workspace, isConfirmed: given.yes ?? false };
    default:
      return { verb, workspace };
  }
}

function isVerb(text: string): text is WorkspaceCommand["verb"] {
  return Object.hasOwn(VERBS, text);
}

function toName(text = ""): string {
  const name = text.trim();
  if (name === "" || /\p{Cc}/u.test(name)) throw refuse("--name takes the name of the new workspace");
  return name;
}

function toDatabase(text: string, what: string): string {
  const name = text.trim().toUpperCase();
  if (/^DB(?:_(?!00)\d\d)?$/.test(name)) return name;
  throw refuse(`${what} takes DB, DB_01 and so on, not ${text || "empty"}`);
}

function toMove({ to, cancel = false, "dry-run": isDryRun = false }: Values) {
  if (!cancel) return { to: toDatabase(to ?? "", "--to"), isDryRun };
  if (to !== undefined || isDryRun) throw refuse("--cancel goes with neither --to nor --dry-run");
  return { to: null, isDryRun };
}

function toPlan(text: string, what: string): Plan {
  if (!isPlan(text)) throw refuse(`${what} is one of ${plans}, not ${text || "empty"}`);
  return text;
}

const refuse = (reason: string) => refuseUsage("-s workspace", `${reason}.`);
