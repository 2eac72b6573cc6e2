import { SessionShape } from "../../../src/admin/schema/session-shape.ts";
import { token, workspace } from "../example.ts";
import type { Operation } from "../operation.ts";

const session = {
  session: {
    user: { id: "0198c0de-0000-7000-8000-000000000002", name: "Ada Lovelace", email: "ada@example.com" },
    workspace: { id: workspace.id, name: workspace.name, plan: workspace.plan, is_suspended: false },
    role: workspace.role,
    token: { id: token.id, name: token.name },
    hosts: null,
    method: "token",
    ends_at: "2026-01-31T21:30:00.000Z",
    proven_at: "2026-01-31T09:30:00.000Z",
  },
};

export const SESSION_OPERATIONS: Record<string, Operation> = {
  "get /v1/session": {
    id: "getSession",
    tag: "Workspace",
    summary: "Tell who is signed in",
    description: "The dashboard's own sign-in; programs send a token with each call.",
    answer: SessionShape,
    errors: [403],
    examples: { answer: session },
  },
  "post /v1/session": {
    id: "signIn",
    tag: "Workspace",
    summary: "Sign in",
    description:
      "Sets a cookie of 12 hours, that only calls of the admin host's own pages can use. It takes a token, the code of the link that `npm start` prints, or the workspace of whom Cloudflare Access has signed in. Signing in ends the session before.",
    answer: SessionShape,
    errors: [403],
    examples: { body: { token: `sp_${"0123456789".repeat(4)}` }, answer: session },
  },
  "delete /v1/session": {
    id: "signOut",
    tag: "Workspace",
    summary: "Sign out",
    answer: SessionShape,
    errors: [403],
    examples: { answer: { session: null } },
  },
};
