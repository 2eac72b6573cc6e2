import { CreatedTokenShape, TokenShape, pageOf } from "../../../src/admin/schema/shape.ts";
import { token } from "../example.ts";
import type { Operation } from "../operation.ts";

export const TOKEN_OPERATIONS: Record<string, Operation> = {
  "get /v1/tokens": {
    id: "listTokens",
    summary: "List tokens",
    description: "Lists the tokens of the whole workspace, without their secrets.",
    answer: pageOf(TokenShape),
  },
  "post /v1/tokens": {
    id: "createToken",
    summary: "Create a token",
    description:
      "The token is shown in this answer and never again. At each call it is limited to the role and the hostnames that the member who created it has then. With `hosts` it sees and writes only the records of these hostnames; everything else seems not to exist.",
    answer: CreatedTokenShape,
    examples: {
      body: { name: token.name, role: token.role, hosts: token.hosts, expires: "2126-01-31T09:30:00Z" },
      answer: { ...token, token: `sp_${"0123456789".repeat(4)}` },
    },
  },
  "delete /v1/tokens/{id}": {
    id: "revokeToken",
    summary: "Revoke a token",
    description: "The token stops working at once. Other tokens stay valid.",
  },
};
