import { Hono } from "hono";
import * as v from "valibot";
import { ROLES } from "../../domain/role.ts";
import { createToken } from "../../services/tokens/create-token.ts";
import { listTokens, type TokenRow } from "../../services/tokens/list-tokens.ts";
import { revokeToken } from "../../services/tokens/revoke-token.ts";
import { formatTimestamp } from "../../domain/timestamp.ts";
import { endpoint, jsonBody } from "../endpoint.ts";
import { answer, json, type AdminEnv } from "../request-context.ts";
import { textOf } from "../schema/parse-with.ts";
import { expiresField, pickDefined } from "../schema/record.ts";
import { collectionOf, CreatedTokenShape, DeletedShape, TokenShape } from "../schema/shape.ts";

const CreateBody = v.object({
  name: v.pipe(textOf(100), v.trim(), v.nonEmpty("must not be empty")),
  role: v.optional(v.picklist(ROLES, `must be one of ${ROLES.join(", ")}`)),
  expires: v.optional(expiresField),
});

const tag = "Tokens";

/** Routes of `/tokens` (contract 14.4 and 14.5). */
export const tokenRoutes = new Hono<AdminEnv>()
  .get(
    "/",
    endpoint({ role: "owner", tag, summary: "List tokens", answer: collectionOf(TokenShape) }),
    async (c) => json({ data: (await listTokens(c.get("service"))).map(toTokenShape) }),
  )
  .post(
    "/",
    endpoint({
      role: "owner",
      tag,
      summary: "Make a token",
      description: "The token is shown in this answer and never again.",
      answer: CreatedTokenShape,
      errors: [400, 413, 415, 422],
    }),
    jsonBody(CreateBody),
    async (c) => {
      const { fields, errors } = c.req.valid("json");
      const { name, role, expires: expiresAtMs } = fields;
      const draft = { fields: pickDefined({ name, role, expiresAtMs }), errors };
      return answer(await createToken(c.get("service"), draft), ({ token, ...row }) => ({
        ...toTokenShape(row),
        token,
      }));
    },
  )
  .delete(
    "/:id",
    endpoint({
      role: "owner",
      tag,
      summary: "Revoke a token",
      description: "At once, and no other token.",
      answer: DeletedShape,
      errors: [404],
    }),
    async (c) => answer(await revokeToken(c.get("service"), c.req.param("id")), (data) => ({ data })),
  );

function toTokenShape(row: TokenRow): v.InferOutput<typeof TokenShape> {
  const { id, name, role } = row;
  return {
    id,
    name,
    role,
    created_at: formatTimestamp(row.created_at),
    expires_at: row.expires_at === null ? null : formatTimestamp(row.expires_at),
    last_used_at: row.last_used_at === null ? null : formatTimestamp(row.last_used_at),
  };
}
