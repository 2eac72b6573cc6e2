import { momentOf } from "../../domain/id-time.ts";
import type { Act } from "../../domain/activity.ts";
import { addFieldError, hasFieldErrors, type FieldErrors } from "../../domain/field-error.ts";
import type { Limits } from "../../domain/reach.ts";
import type { Member } from "../../domain/member.ts";
import { refuse } from "../../domain/refusal/refusal.ts";
import { isAtLeast, type Role } from "../../domain/role.ts";
import { toAssertionError } from "../../storage/commit.ts";
import {
  selectMember,
  selectMemberPage,
  insertMember,
  updateMember as updateMemberRow,
  type MemberChange,
  deleteMemberRow,
} from "../../storage/user/user.ts";
import { addReachErrors } from "../add-reach-errors.ts";
import { noteActivity } from "../activity/note-activity.ts";
import type { ServiceContext } from "../context.ts";
import { readPage, type Page, type PageRequest } from "../cursor.ts";
import { noteResult } from "../keyed-call.ts";
import { newId } from "../new-id.ts";
import { withoutRepeats } from "../page/without-repeats.ts";
import { requireProof } from "../require-proof.ts";
import { done, NOT_FOUND, type Result, invalid, type Draft, type Failure } from "../result.ts";

export async function getMember(ctx: ServiceContext, id: string): Promise<Result<Member>> {
  const member = await selectMember(ctx.env.DB, ctx.caller.workspace.id, id);
  return member === null ? NOT_FOUND : done(member);
}

export async function listMembers(ctx: ServiceContext, page: PageRequest): Promise<Result<Page<Member>>> {
  return readPage<Member, string>({
    list: ["members"],
    ...page,
    positionOf: ({ id }) => id,
    read: (part) => selectMemberPage(ctx.env.DB, ctx.caller.workspace.id, part),
  });
}

interface NewMember extends Partial<Limits> {
  email?: string;
  name?: string;
  role?: Role;
}

/** Adds a member to the workspace (`POST /members`). Members sign in with their address, and at first have no token. */
export async function createMember(ctx: ServiceContext, draft: Draft<NewMember>): Promise<Result<Member>> {
  const refused = requireProof(ctx);
  if (refused !== null) return refused;
  const errors: FieldErrors = structuredClone(draft.errors);
  const { email, name, role, hosts = null, tags = null } = draft.fields;
  if (role !== undefined && !isAtLeast(ctx.caller.role, role)) {
    addFieldError(errors, "role", refuse("above_own_role"));
  }
  await addReachErrors(ctx, hosts, errors);
  if (email === undefined || name === undefined || role === undefined || hasFieldErrors(errors)) {
    return invalid(errors);
  }
  const id = newId(ctx.nowMs);
  const member = { id, email, name, role, hosts, tags, createdAtMs: momentOf(id) };
  const { DB } = ctx.env;
  const statements = [
    ...insertMember(DB, ctx.caller.workspace.id, member),
    ...noteMember(ctx, "created", member),
    ...noteResult(ctx, { id: member.id }),
  ];
  return (await commitMember(DB, statements)) ?? done(member);
}

/**
 * Changes a member (`PUT /members/{id}`). Absent fields are not changed. A lower role and fewer hostnames or tags apply to
 * all tokens of the member from their next call on (contract 27.4).
 */
export async function updateMember(
  ctx: ServiceContext,
  id: string,
  draft: Draft<Omit<MemberChange, "limits"> & Partial<Limits>>,
): Promise<Result<Member>> {
  const refused = requireProof(ctx);
  if (refused !== null) return refused;
  const found = await getMember(ctx, id);
  if (!found.ok) return found;
  const errors: FieldErrors = structuredClone(draft.errors);
  const member = found.value;
  const { email, name, role } = draft.fields;
  const { hosts = member.hosts, tags = member.tags } = draft.fields;
  if (role !== undefined && !isAtLeast(ctx.caller.role, role)) {
    addFieldError(errors, "role", refuse("above_own_role"));
  }
  if (email === "" && member.email !== "") addFieldError(errors, "email", refuse("not_email"));
  // A caller may send a member back as read, with a hostname that was disconnected since.
  const isRepeated = JSON.stringify(hosts) === JSON.stringify(member.hosts);
  if (!isRepeated) await addReachErrors(ctx, hosts, errors);
  if (hasFieldErrors(errors)) return invalid(errors);
  const change = {
    ...(email !== undefined && email !== member.email && { email }),
    ...(name !== undefined && { name }),
    ...(role !== undefined && { role }),
    hosts,
    tags,
  };
  const fields = Object.keys(withoutRepeats(member, change));
  const isLimited = fields.includes("hosts") || fields.includes("tags");
  const { hosts: _, tags: __, ...written } = change;
  const { DB } = ctx.env;
  const statements = [
    ...updateMemberRow(DB, ctx.caller.workspace.id, member.id, {
      ...written,
      ...(isLimited && { limits: { hosts, tags } }),
    }),
    ...(fields.length > 0 ? noteMember(ctx, "changed", member, { fields, change }) : []),
  ];
  const limit = tags === null ? "hosts" : "tags";
  const field = (role ?? member.role) === "owner" ? limit : "role";
  return (await commitMember(DB, statements, field)) ?? getMember(ctx, member.id);
}

/** Removes a member and revokes the tokens that they made (`DELETE /members/{id}`). */
export async function deleteMember(ctx: ServiceContext, id: string): Promise<Result<null>> {
  const refused = requireProof(ctx);
  if (refused !== null) return refused;
  const found = await getMember(ctx, id);
  if (!found.ok) return found;
  const { DB } = ctx.env;
  const statements = [
    ...noteMember(ctx, "deleted", found.value),
    ...deleteMemberRow(DB, ctx.caller.workspace.id, found.value.id),
  ];
  return (await commitMember(DB, statements, "id")) ?? done(null);
}

const LIMITS = ["role", "hosts", "tags"] as const;

export function noteMember(
  ctx: ServiceContext,
  action: Act["action"],
  member: Member,
  changed: { fields: string[]; change: Partial<Member> } | null = null,
  isIfChanged = false,
): D1PreparedStatement[] {
  const { fields = null, change = {} } = changed ?? {};
  const { id, name } = { ...member, ...change };
  const limits = LIMITS.filter((limit) => fields?.includes(limit));
  const of = (source: Partial<Member>) => Object.fromEntries(limits.map((limit) => [limit, source[limit]]));
  const act = {
    kind: "member" as const,
    action,
    subject: id,
    name,
    fields,
    limits: limits.length === 0 ? null : { old: of(member), new: of(change) },
  };
  return noteActivity(ctx, [act], isIfChanged);
}

/**
 * Runs a write of members, all or none of it. Returns why it is refused; null if it was written.
 * @param field what would take the last owner away (contract 27.3)
 */
async function commitMember(
  db: D1Database,
  statements: D1PreparedStatement[],
  field: "role" | "hosts" | "tags" | "id" = "role",
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
