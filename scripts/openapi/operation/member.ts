import { MemberShape } from "../../../src/admin/schema/member-shape.ts";
import { pageOf } from "../../../src/admin/schema/shape.ts";
import { member } from "../example.ts";
import type { Operation } from "../operation.ts";

const { email, name, role, hosts } = member;

export const MEMBER_OPERATIONS: Record<string, Operation> = {
  "get /v1/members": {
    id: "listMembers",
    summary: "List members",
    description: "Who may call the API or use the dashboard, and what each of them reaches.",
    answer: pageOf(MemberShape),
  },
  "post /v1/members": {
    id: "createMember",
    summary: "Add a member",
    description:
      "No message is sent: the member signs in to the dashboard by Cloudflare Access, under this address. Nobody adds a member with a higher role, or more hostnames, than their own. With `hosts` the member sees and writes only the records of these hostnames, and everything else is as if it did not exist.",
    answer: MemberShape,
    examples: { body: { email, name, role, hosts } },
  },
  "put /v1/members/{id}": {
    id: "updateMember",
    summary: "Change a member",
    description:
      "A lower role and fewer hostnames hold for all tokens of the member from their next call on. `hosts: null` lifts the limit. The last owner of all hostnames stays one.",
    answer: MemberShape,
    examples: { body: { role: "viewer" }, answer: { ...member, role: "viewer" } },
  },
  "delete /v1/members/{id}": {
    id: "deleteMember",
    summary: "Remove a member",
    description: "It takes effect at once and revokes the tokens that the member made.",
  },
};
