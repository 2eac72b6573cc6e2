import { newApp } from "../new-app.ts";
import { ROLES } from "../../domain/role.ts";
import { createToken } from "../../services/token/create-token.ts";
import { listTokens } from "../../services/token/list-tokens.ts";
import { revokeToken } from "../../services/token/revoke-token.ts";
import type { Token } from "../../domain/token.ts";
import { formatTimestamp } from "../../domain/timestamp.ts";
import { endpoint, jsonBody } from "../endpoint.ts";
import { answer } from "../request-context.ts";
import { textOf } from "../schema/field.ts";
import { expiresField, pickDefined } from "../schema/record.ts";
import type { TokenShape } from "../schema/shape.ts";
import * as v from "valibot";

const CreateBody = v.object({
  name: v.pipe(textOf(100), v.trim(), v.nonEmpty("must not be empty")),
  role: v.optional(v.picklist(ROLES, `must be one of ${ROLES.join(", ")}`)),
  expires: v.optional(expiresField),
});

/** Routes of `/tokens` (contract 14.4 and 14.5). */
export const tokenRoutes = newApp()
  .get("/", endpoint("owner"), async (c) =>
    answer(await listTokens(c.get("service")), (rows) => ({ data: rows.map(toTokenShape) })),
  )
  .post("/", endpoint("owner"), jsonBody(CreateBody), async (c) => {
    const { fields, errors } = c.req.valid("json");
    const { name, role, expires: expiresAtMs } = fields;
    const draft = { fields: pickDefined({ name, role, expiresAtMs }), errors };
    return answer(await createToken(c.get("service"), draft), ({ secret, ...token }) => ({
      ...toTokenShape(token),
      token: secret,
    }));
  })
  .delete("/:id", endpoint("owner"), async (c) =>
    answer(await revokeToken(c.get("service"), c.req.param("id")), (data) => ({ data })),
  );

function toTokenShape(token: Token): v.InferOutput<typeof TokenShape> {
  const { id, name, role } = token;
  return {
    id,
    name,
    role,
    created_at: formatTimestamp(token.createdAtMs),
    expires_at: formatTimestamp(token.expiresAtMs),
    last_used_at: formatTimestamp(token.lastUsedAtMs),
  };
}
