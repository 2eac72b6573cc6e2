/** Describes tokens and members (contract 27). */
export const ACCESS_PROPERTIES: Record<string, string> = {
  "CreateTokenBody.hosts": "The only hostnames that the token reaches, 1 to 20; null or absent for all.",
  "CreateMemberBody.email":
    "The member's e-mail address, compared in lower case; no other member of the workspace has it.",
  "CreateMemberBody.name": "What people call the member, at most 100 characters.",
  "CreateMemberBody.hosts": "The only hostnames that the member reaches, 1 to 20; null or absent for all.",
  "UpdateMemberBody.email":
    "The member's e-mail address, compared in lower case; it stays if it is null or absent.",
  "UpdateMemberBody.name": "What people call the member; it stays if it is null or absent.",
  "UpdateMemberBody.hosts":
    "The only hostnames that the member reaches, 1 to 20; null for all, and absent for those that stand.",
  "makeNotifySecret.secret": "Verifies notifications; never shown again.",
  "createToken.hosts": "The only hostnames that are reached; null for all.",
  "Account.hosts": "The only hostnames that are reached; null for all.",
  "Token.hosts": "The only hostnames that are reached; null for all.",
  "Member.hosts": "The only hostnames that are reached; null for all.",
  "createToken.token": "Shown this once.",
  "Member.email": "In lower case.",
};
