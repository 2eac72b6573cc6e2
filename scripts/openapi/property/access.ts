import { HOST } from "../example.ts";
import type { PropertyText } from "../property-text.ts";
import { MAX_HOST_CHARACTERS } from "./limit.ts";

const EMAIL_LIMITS = { limits: { minLength: 3, maxLength: 254 } };
const HOST_LIMITS = { items: { minLength: 1, maxLength: MAX_HOST_CHARACTERS } };

/** Describes tokens and members (contract 27). */
export const ACCESS_PROPERTIES: Record<string, PropertyText> = {
  "CreateTokenBody.hosts": {
    text: "The only hostnames that the token reaches, 1 to 20; null or absent for all.",
    example: [HOST],
    ...HOST_LIMITS,
  },
  "CreateMemberBody.email": {
    text: "The member's e-mail address, compared in lower case; no other member of the workspace has it.",
    example: "ada@example.com",
    ...EMAIL_LIMITS,
  },
  "CreateMemberBody.name": {
    text: "What people call the member, at most 100 characters.",
    example: "Ada Lovelace",
  },
  "CreateMemberBody.hosts": {
    text: "The only hostnames that the member reaches, 1 to 20; null or absent for all.",
    example: [HOST],
    ...HOST_LIMITS,
  },
  "UpdateMemberBody.email": {
    text: "The member's e-mail address, compared in lower case; it stays if it is null or absent.",
    example: "ada@example.com",
    ...EMAIL_LIMITS,
  },
  "UpdateMemberBody.name": {
    text: "What people call the member; it stays if it is null or absent.",
    example: "Ada Lovelace",
  },
  "UpdateMemberBody.hosts": {
    text: "The only hostnames that the member reaches, 1 to 20; null for all, and absent for those that stand.",
    example: [HOST],
    ...HOST_LIMITS,
  },
};
