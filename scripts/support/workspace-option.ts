import { parseArgs } from "node:util";
import { isPlan, PLANS, type Plan } from "../../src/domain/plan.ts";
import { isRole, ROLES, type Role } from "../../src/domain/role.ts";
import { UsageError } from "./command.ts";

interface WorkspaceOptions {
  name: string;
  plan: Plan;
  role: Role;
  isRemote: boolean;
}

const plans = Object.keys(PLANS).join(", ");
const roles = ROLES.join(", ");

export const workspaceHelp = `Makes a workspace with one user, and prints the API token of that user.

  npm run -s workspace -- --name NAME [options]

  --name NAME  name of the workspace
  --plan PLAN  ${plans} (default: enterprise)
  --role ROLE  ${roles} (default: owner)
  --remote     in the deployed database instead of the local one (STATE_DIR, default .state)
  --help       shows this

The token is the only line on stdout. It is shown this once.
`;

/** Reads the command line; null asks for help. Throws UsageError. */
export function parseWorkspaceOptions(args: string[]): WorkspaceOptions | null {
  const values = readArguments(args);
  if (values.help) return null;
  const name = values.name?.trim() ?? "";
  const { plan, role } = values;
  if (name === "" || /\p{Cc}/u.test(name)) throw refuse("--name takes the name of the new workspace");
  if (!isPlan(plan)) throw refuse(`--plan is one of ${plans}, not ${plan}`);
  if (!isRole(role)) throw refuse(`--role is one of ${roles}, not ${role}`);
  return { name, plan, role, isRemote: values.remote };
}

function readArguments(args: string[]) {
  try {
    const { values } = parseArgs({
      args,
      options: {
        name: { type: "string" },
        plan: { type: "string", default: "enterprise" },
        role: { type: "string", default: "owner" },
        remote: { type: "boolean", default: false },
        help: { type: "boolean", short: "h", default: false },
      },
    });
    return values;
  } catch (error) {
    throw refuse(error instanceof Error ? error.message : String(error));
  }
}

function refuse(reason: string): UsageError {
  return new UsageError(`${reason}\n\nnpm run -s workspace -- --help shows how it is used.`);
}
