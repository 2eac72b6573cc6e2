import type { Member } from "../../api/types.ts";

/** Returns whether a member is the only owner of the whole workspace, who can be neither removed nor demoted. */
export function isLastOwner(
  member: Pick<Member, "id">,
  members: readonly Pick<Member, "id" | "role" | "hosts" | "tags">[],
): boolean {
  const owners = members.filter(
    ({ role, hosts, tags }) => role === "owner" && hosts === null && tags === null,
  );
  return owners.length === 1 && owners[0]?.id === member.id;
}
