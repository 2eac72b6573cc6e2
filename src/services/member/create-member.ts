import { refuse } from "../../domain/refusal/refusal.ts";
import type { Hostname } from "../../domain/hostname.ts";
import { addFieldError, hasFieldErrors, type FieldErrors } from "../../domain/field-error.ts";
import type { Member } from "../../domain/member.ts";
import { isAtLeast, type Role } from "../../domain/role.ts";
import { insertMember } from "../../storage/user/write.ts";
import { addReachErrors } from "../add-reach-errors.ts";
import type { ServiceContext } from "../context.ts";
import { noteResult } from "../keyed-call.ts";
import { momentOf, newId } from "../new-id.ts";
import { requireProof } from "../require-proof.ts";
import { done, invalid, type Draft, type Result } from "../result.ts";
import { commitMember } from "./internal/commit-member.ts";

interface NewMember {
  email?: string;
  name?: string;
  role?: Role;
  hosts?: readonly Hostname[] | null;
}

/** Adds a member to the workspace (`POST /members`). Members sign in with their address, and at first have no token. */
export async function createMember(ctx: ServiceContext, draft: Draft<NewMember>): Promise<Result<Member>> {
  const refused = requireProof(ctx);
  if (refused !== null) return refused;
  const errors: FieldErrors = structuredClone(draft.errors);
  const { email, name, role, hosts = null } = draft.fields;
  if (role !== undefined && !isAtLeast(ctx.caller.role, role)) {
    addFieldError(errors, "role", refuse("above_own_role"));
  }
  await addReachErrors(ctx, hosts, errors);
  if (email === undefined || name === undefined || role === undefined || hasFieldErrors(errors)) {
    return invalid(errors);
  }
  const id = newId(ctx.nowMs);
  const member = { id, email, name, role, hosts, createdAtMs: momentOf(id) };
  const { DB } = ctx.env;
  const statements = [
    ...insertMember(DB, ctx.caller.workspace.id, member),
    ...noteResult(ctx, { id: member.id }),
  ];
  return (await commitMember(DB, statements)) ?? done(member);
}
