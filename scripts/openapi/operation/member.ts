import { MemberShape } from "../../../src/admin/schema/member-shape.ts";
import { DeletedShape, pageOf } from "../../../src/admin/schema/shape.ts";
import { deleted, member, page } from "../example.ts";
import type { Operation } from "../operation.ts";

const { email, name, role, hosts } = member;

export const MEMBER_OPERATIONS: Record<string, Operation> = {
  "get /v1/members": {
    id: "listMembers",
    tag: "Members",
    summary: "List members",
    description: "Who may call the API or use the dashboard, and what each of them reaches.",
    answer: pageOf(MemberShape),
    examples: { answer: page(member) },
  },
  "post /v1/members": {
    id: "createMember",
    tag: "Members",
    summary: "Add a member",
    description:
      "No message is sent: the member signs in to the dashboard by Cloudflare Access, under this address. Nobody adds a member with a higher role, or more hostnames, than their own. With `hosts` the member sees and writes only the records of these hostnames, and everything else is as if it did not exist.",
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
