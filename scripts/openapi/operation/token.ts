import { CreatedTokenShape, DeletedShape, TokenShape, pageOf } from "../../../src/admin/schema/shape.ts";
import { deleted, page, token } from "../example.ts";
import type { Operation } from "../operation.ts";

export const TOKEN_OPERATIONS: Record<string, Operation> = {
  "get /v1/tokens": {
    id: "listTokens",
    tag: "Tokens",
    summary: "List tokens",
    description: "Those of the whole workspace, without their secrets.",
    answer: pageOf(TokenShape),
    examples: { answer: page(token) },
  },
  "post /v1/tokens": {
    id: "createToken",
    tag: "Tokens",
    summary: "Make a token",
    description:
      "The token is shown in this answer and never again. It has at most the role and the hostnames that the member who makes it has, at each call. With `hosts` it sees and writes only the records of these hostnames, and everything else is as if it did not exist.",
    answer: CreatedTokenShape,
    examples: {
      body: { name: token.name, role: token.role, hosts: token.hosts, expires: "2126-01-31T09:30:00Z" },
      answer: { ...token, token: `sp_${"0123456789".repeat(4)}` },
    },
  },
  "delete /v1/tokens/{id}": {
    id: "revokeToken",
    tag: "Tokens",
    summary: "Revoke a token",
    description: "It takes effect at once. Other tokens stay valid.",
    answer: DeletedShape,
    errors: [404],
    examples: { answer: deleted },
  },
};
