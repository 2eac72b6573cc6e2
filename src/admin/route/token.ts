import { newApp } from "../new-app.ts";
import {
  createToken,
  DOOR_KEY,
  getDoorKey,
  listTokens,
  revokeToken,
  TOKEN,
  type SecretToken,
} from "../../services/token/tokens.ts";
import type { Result } from "../../services/result.ts";
import type { Token } from "../../domain/token.ts";
import { ONLY } from "../../domain/token.ts";
import { formatTimestamp } from "../../domain/timestamp.ts";
import { endpoint, jsonBody, query, within } from "../endpoint.ts";
import { once, renderSecret } from "../once.ts";
import { answer, idOf, answerPage, type AdminContext } from "../request-context.ts";
import { PageQuery, toPageRequest } from "../schema/list.ts";
import { hostsField, keyHostsField, limitTagsField, nameField, roleField } from "../schema/access.ts";
import { momentField, oneOf } from "../schema/field.ts";
import { pickDefined } from "../schema/record-input.ts";
import type { DoorKeyShape, TokenShape } from "../schema/shape.ts";
import * as v from "valibot";

const CreateBody = v.object({
  name: nameField,
  role: v.optional(roleField),
  expires: v.optional(v.nullable(momentField)),
  hosts: v.optional(hostsField),
  tags: v.optional(limitTagsField),
  only: v.optional(v.nullable(oneOf(ONLY))),
});

/** Routes of `/tokens` (contract 14.4, 14.5 and 27.2). */
export const tokenRoutes = newApp()
  .get("/", endpoint("owner"), query(PageQuery), async (c) =>
    answerPage(await listTokens(c.get("service"), toPageRequest(c.req.valid("query")), TOKEN), toTokenShape),
  )
  .post("/", endpoint("owner"), jsonBody(CreateBody), once(renderSecret), async (c) => {
    const { fields, errors } = c.req.valid("json");
    const { name, role, expires: expiresAtMs, hosts, tags, only } = fields;
    const draft = { fields: pickDefined({ name, role, expiresAtMs, hosts, tags, only }), errors };
    return answer(await createToken(c.get("service"), draft, TOKEN), ({ secret, ...token }) => ({
      ...toTokenShape(token),
      token: secret,
    }));
  })
  .delete("/:id", endpoint("owner"), async (c) =>
    answer(await revokeToken(c.get("service"), idOf(c), TOKEN), (data) => ({ data })),
  );

const CreateKeyBody = v.object({ name: nameField, hosts: keyHostsField });

/** Routes of `/door-keys`: keys of the door YOURLS (contract 35.4). */
export const doorKeyRoutes = newApp()
  .get("/", within("manager"), query(PageQuery), async (c) =>
    answerPage(await listTokens(c.get("service"), toPageRequest(c.req.valid("query")), DOOR_KEY), (key) =>
      toKeyShape(key, c),
    ),
  )
  .post(
    "/",
    within("manager"),
    jsonBody(CreateKeyBody),
    once(async (c, result) => answerKey(c, await getDoorKey(c.get("service"), (result as Token).id))),
    async (c) => {
      const { fields, errors } = c.req.valid("json");
      const draft = { fields: { ...fields, role: "editor" as const }, errors };
      return answerKey(c, await createToken(c.get("service"), draft, DOOR_KEY));
    },
  )
  .get("/:id", within("manager"), async (c) => answerKey(c, await getDoorKey(c.get("service"), idOf(c))))
  .delete("/:id", within("manager"), async (c) =>
    answer(await revokeToken(c.get("service"), idOf(c), DOOR_KEY), (data) => ({ data })),
  );

function answerKey(c: AdminContext, result: Result<SecretToken>) {
  return answer(result, ({ secret, ...key }) => ({ ...toKeyShape(key, c), signature: secret }));
}

function toKeyShape(key: Token, c: AdminContext): v.InferOutput<typeof DoorKeyShape> {
  const { origin } = new URL(c.req.url);
  return { ...toTokenShape(key), url: `${origin}/yourls/${key.id}/yourls-api.php` };
}

function toTokenShape(token: Token): v.InferOutput<typeof TokenShape> {
  const { id, name, role, hosts, tags, only } = token;
  return {
    id,
    name,
    role,
    hosts: hosts === null ? null : [...hosts],
    tags: tags === null ? null : [...tags],
    only,
    created_at: formatTimestamp(token.createdAtMs),
    expires_at: formatTimestamp(token.expiresAtMs),
    last_used_at: formatTimestamp(token.lastUsedAtMs),
  };
}
