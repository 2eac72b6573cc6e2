import { refuse } from "../../../domain/refusal/refusal.ts";
import { toAssertionError } from "../../../storage/commit.ts";
import { invalid, type Failure } from "../../result.ts";

/**
 * Runs a write of members, all or none of it. Returns why it is refused; null if it was written.
 * @param field what would take the last owner away (contract 27.3)
 */
export async function commitMember(
  db: D1Database,
  statements: D1PreparedStatement[],
  field: "role" | "hosts" | "id" = "role",
): Promise<Failure | null> {
  try {
    await db.batch(statements);
    return null;
  } catch (error) {
    const code = toAssertionError(error)?.code;
    if (code === "email_taken") return invalid({ email: [refuse("other_member")] });
    if (code === "last_owner") return invalid({ [field]: [LAST_OWNER] });
    throw error;
  }
}

const LAST_OWNER = refuse("no_owner");
