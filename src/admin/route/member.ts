import { message } from "../schema/field.ts";
import * as v from "valibot";
import type { Member } from "../../domain/member.ts";
import { formatTimestamp } from "../../domain/timestamp.ts";
import {
  createMember,
  deleteMember,
  getMember,
  listMembers,
  updateMember,
} from "../../services/member/members.ts";
import { inviteMember } from "../../services/member/invitations.ts";
import { endpoint, jsonBody, query } from "../endpoint.ts";
import { newApp } from "../new-app.ts";
import { once, renderSecret } from "../once.ts";
import { answer, idOf, type AdminContext, answerPage } from "../request-context.ts";
import { emailField, hostsField, limitTagsField, nameField, roleField } from "../schema/access.ts";
import { PageQuery, toPageRequest } from "../schema/list.ts";
import { withShown } from "../schema/record.ts";
import { pickDefined } from "../schema/record-input.ts";
import type { MemberShape } from "../schema/workspace-shape.ts";

const CreateBody = v.object({
  email: emailField,
  name: nameField,
  role: roleField,
  hosts: v.optional(hostsField),
  tags: v.optional(limitTagsField),
});

/** Null in a field that cannot be empty counts as not written (contract 9.12). */
const kept = <Field extends v.GenericSchema>(field: Field) => v.optional(v.nullable(field));

const UpdateBody = withShown(
  // Answers have an empty text for an owner without an address, so it is accepted.
  {
    email: kept(v.union([v.literal(""), emailField], message("not_email"))),
    name: kept(nameField),
    role: kept(roleField),
    hosts: v.optional(hostsField),
    tags: v.optional(limitTagsField),
  },
  "member",
);

async function renderMember(c: AdminContext, result: unknown) {
  return answer(await getMember(c.get("service"), (result as { id: string }).id), toMemberShape);
}

/** Routes of `/members` (contract 27.1 to 27.4). */
export const memberRoutes = newApp()
  .get("/", endpoint("owner"), query(PageQuery), async (c) =>
    answerPage(await listMembers(c.get("service"), toPageRequest(c.req.valid("query"))), toMemberShape),
  )
  .post("/", endpoint("owner"), jsonBody(CreateBody), once(renderMember), async (c) => {
    const { fields, errors } = c.req.valid("json");
    return answer(
      await createMember(c.get("service"), { fields: pickDefined(fields), errors }),
      toMemberShape,
    );
  })
  .put("/:id", endpoint("owner"), jsonBody(UpdateBody), async (c) => {
    const { fields, errors } = c.req.valid("json");
    const { email, name, role, hosts, tags } = fields;
    const written = pickDefined({
      email: email ?? undefined,
      name: name ?? undefined,
      role: role ?? undefined,
      hosts,
      tags,
    });
    return answer(await updateMember(c.get("service"), idOf(c), { fields: written, errors }), toMemberShape);
  })
  .post("/:id/invitation", endpoint("owner"), once(renderSecret), async (c) =>
    answer(await inviteMember(c.get("service"), idOf(c)), ({ invitation, endsAtMs }) => ({
      invitation,
      expires_at: formatTimestamp(endsAtMs),
    })),
  )
  .delete("/:id", endpoint("owner"), async (c) =>
    answer(await deleteMember(c.get("service"), idOf(c)), (data) => ({ data })),
  );

function toMemberShape({ createdAtMs, invitation, ...member }: Member): v.InferOutput<typeof MemberShape> {
  const { id, name, email, role, hosts, tags } = member;
  return {
    id,
    name,
    email,
    role,
    hosts: toList(hosts),
    tags: toList(tags),
    created_at: formatTimestamp(createdAtMs),
    invitation:
      invitation === undefined
        ? null
        : {
            created_at: formatTimestamp(invitation.createdAtMs),
            expires_at: formatTimestamp(invitation.endsAtMs),
            used_at: formatTimestamp(invitation.usedAtMs),
          },
  };
}

function toList(limit: readonly string[] | null): string[] | null {
  return limit === null ? null : [...limit];
}
