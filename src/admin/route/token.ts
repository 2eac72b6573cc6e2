import { newApp } from "../new-app.ts";
import { createToken, listTokens, revokeToken } from "../../services/token/tokens.ts";
import type { Token } from "../../domain/token.ts";
import { formatTimestamp } from "../../domain/timestamp.ts";
import { endpoint, jsonBody, query } from "../endpoint.ts";
import { once, renderSecret } from "../once.ts";
import { answer, idOf, answerPage } from "../request-context.ts";
import { PageQuery, toPageRequest } from "../schema/list.ts";
import { hostsField, nameField, roleField } from "../schema/access.ts";
import { momentField } from "../schema/field.ts";
import { pickDefined } from "../schema/record-input.ts";
import type { TokenShape } from "../schema/shape.ts";
import * as v from "valibot";

const CreateBody = v.object({
  name: nameField,
  role: v.optional(roleField),
  expires: v.optional(v.nullable(momentField)),
  hosts: v.optional(hostsField),
});

/** Routes of `/tokens` (contract 14.4, 14.5 and 27.2). */
export const tokenRoutes = newApp()
  .get("/", endpoint("owner"), query(PageQuery), async (c) =>
    answerPage(await listTokens(c.get("service"), toPageRequest(c.req.valid("query"))), toTokenShape),
  )
  .post("/", endpoint("owner"), jsonBody(CreateBody), once(renderSecret), async (c) => {
    const { fields, errors } = c.req.valid("json");
    const { name, role, expires: expiresAtMs, hosts } = fields;
    const draft = { fields: pickDefined({ name, role, expiresAtMs, hosts }), errors };
    return answer(await createToken(c.get("service"), draft), ({ secret, ...token }) => ({
      ...toTokenShape(token),
      token: secret,
    }));
  })
  .delete("/:id", endpoint("owner"), async (c) =>
    answer(await revokeToken(c.get("service"), idOf(c)), (data) => ({ data })),
  );

function toTokenShape(token: Token): v.InferOutput<typeof TokenShape> {
  const { id, name, role, hosts } = token;
  return {
    id,
    name,
    role,
    hosts: hosts === null ? null : [...hosts],
    created_at: formatTimestamp(token.createdAtMs),
    expires_at: formatTimestamp(token.expiresAtMs),
    last_used_at: formatTimestamp(token.lastUsedAtMs),
  };
}
