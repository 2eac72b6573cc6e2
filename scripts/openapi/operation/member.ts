import { DeletedShape, MemberShape, pageOf } from "../../../src/admin/schema/shape.ts";
import { deleted, member, page } from "../example.ts";
import type { Operation } from "../operation.ts";

const { email, name, role, hosts } = member;

export const MEMBER_OPERATIONS: Record<string, Operation> = {
  "get /v1/members": {
    id: "listMembers",
    tag: "Members",
    summary: "List members",
    answer: pageOf(MemberShape),
    examples: { answer: page(member) },
  },
  "post /v1/members": {
    id: "createMember",
    tag: "Members",
    summary: "Add a member",
    description:
      "With `hosts` the member sees and writes only the records of these hostnames, and everything else is as if it did not exist.",
    answer: MemberShape,
    examples: { body: { email, name, role, hosts }, answer: member },
  },
  "put /v1/members/{id}": {
    id: "updateMember",
    tag: "Members",
    summary: "Change a member",
    description:
      "A lower role and fewer hostnames hold for all tokens of the member from their next call on. `hosts: null` lifts the limit. The last owner of all hostnames stays one.",
    answer: MemberShape,
    errors: [404],
    examples: { body: { role: "viewer" }, answer: { ...member, role: "viewer" } },
  },
  "delete /v1/members/{id}": {
    id: "deleteMember",
    tag: "Members",
    summary: "Remove a member",
    description: "It takes effect at once and revokes the tokens that the member made.",
    answer: DeletedShape,
    errors: [404],
    examples: { answer: deleted },
  },
};
