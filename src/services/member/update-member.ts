import { refuse } from "../../domain/refusal/refusal.ts";
import { addFieldError, hasFieldErrors, type FieldErrors } from "../../domain/field-error.ts";
import type { Member } from "../../domain/member.ts";
import { isAtLeast } from "../../domain/role.ts";
import { updateMember as updateMemberRow, type MemberChange } from "../../storage/user/write.ts";
import { addReachErrors } from "../add-reach-errors.ts";
import type { ServiceContext } from "../context.ts";
import { requireProof } from "../require-proof.ts";
import { invalid, type Draft, type Result } from "../result.ts";
import { getMember } from "./get-member.ts";
import { commitMember } from "./internal/commit-member.ts";

/**
 * Changes a member (`PUT /members/{id}`). Absent fields are not changed. A lower role and fewer hostnames apply to
 * all tokens of the member from their next call on (contract 27.4).
 */
export async function updateMember(
  ctx: ServiceContext,
  id: string,
  draft: Draft<MemberChange>,
): Promise<Result<Member>> {
  const refused = requireProof(ctx);
  if (refused !== null) return refused;
  const found = await getMember(ctx, id);
  if (!found.ok) return found;
  const errors: FieldErrors = structuredClone(draft.errors);
  const member = found.value;
  const { email, name, role, hosts } = draft.fields;
  if (role !== undefined && !isAtLeast(ctx.caller.role, role)) {
    addFieldError(errors, "role", refuse("above_own_role"));
  }
  if (email === "" && member.email !== "") addFieldError(errors, "email", refuse("not_email"));
  // A caller may send a member back as read, with a hostname that was disconnected since.
  const isRepeated = JSON.stringify(hosts) === JSON.stringify(member.hosts);
  if (!isRepeated) await addReachErrors(ctx, hosts, errors);
  if (hasFieldErrors(errors)) return invalid(errors);
  const change: MemberChange = {
    ...(email !== undefined && email !== member.email && { email }),
    ...(name !== undefined && { name }),
    ...(role !== undefined && { role }),
    ...(hosts !== undefined && !isRepeated && { hosts }),
  };
  const { DB } = ctx.env;
  const statements = updateMemberRow(DB, ctx.caller.workspace.id, member.id, change);
  const field = (role ?? member.role) === "owner" ? "hosts" : "role";
  return (await commitMember(DB, statements, field)) ?? getMember(ctx, member.id);
}
