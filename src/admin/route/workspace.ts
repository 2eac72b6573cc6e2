import { Hono } from "hono";
import * as v from "valibot";
import { getAccount } from "../../services/workspaces/get-account.ts";
import { getWorkspace } from "../../services/workspaces/get-workspace.ts";
import { makeNotifySecret } from "../../services/workspaces/make-notify-secret.ts";
import { isWorkspaceSetting, updateWorkspace } from "../../services/workspaces/update-workspace.ts";
import { endpoint, jsonBody } from "../endpoint.ts";
import { HttpError } from "../error.ts";
import { answer, json, type AdminEnv } from "../request-context.ts";
import { textOf } from "../schema/parse-with.ts";
import { AccountShape, NotifySecretShape, TestShape, WorkspaceShape } from "../schema/shape.ts";
import { toWorkspaceShape } from "../serialize/workspace.ts";

const MAX_VALUE_CHARACTERS = 256;

const UpdateBody = v.object({ value: textOf(MAX_VALUE_CHARACTERS) });

const tag = "Workspace";

/** Routes that tell about the token and its user (contract 14.1). */
export const accountRoutes = new Hono<AdminEnv>()
  .get(
    "/test",
    endpoint({ role: "viewer", tag, summary: "Tell whether the token is live", answer: TestShape }),
    (c) => {
      const { workspace, token } = c.get("service").caller;
      const { id, name } = token;
      return json({
        live: true as const,
        workspace: { id: workspace.id, name: workspace.name },
        token: { id, name },
      });
    },
  )
  .get(
    "/account",
    endpoint({ role: "viewer", tag, summary: "Get the account behind the token", answer: AccountShape }),
    async (c) => json(await getAccount(c.get("service"))),
  );

/** Routes of the workspace and its settings (contract 14.2 and 14.3). */
export const workspaceRoutes = new Hono<AdminEnv>()
  .get(
    "/current",
    endpoint({ role: "viewer", tag, summary: "Get the token's workspace", answer: WorkspaceShape }),
    async (c) => {
      const service = c.get("service");
      return answer(await getWorkspace(service, service.caller.workspace.id), toWorkspaceShape);
    },
  )
  .get(
    "/:id",
    endpoint({ role: "viewer", tag, summary: "Get a workspace", answer: WorkspaceShape, errors: [404] }),
    async (c) => answer(await getWorkspace(c.get("service"), c.req.param("id")), toWorkspaceShape),
  )
  .post(
    "/notify-secret",
    endpoint({
      role: "manager",
      tag,
      summary: "Make the secret that signs notifications",
      description:
        "Shown this once. It replaces the one before: what is sent from now on is signed with this one alone.",
      answer: NotifySecretShape,
    }),
    async (c) => json(await makeNotifySecret(c.get("service"))),
  )
  .post(
    "/update/:metaKey",
    endpoint({
      role: "manager",
      tag,
      summary: "Write one setting",
      description:
        "Visitors go to `not_found_url` for lack of a record, to `expired_url` after its end. An empty value clears.",
      answer: WorkspaceShape,
      errors: [400, 413, 415, 422],
    }),
    jsonBody(UpdateBody),
    async (c) => {
      const key = c.req.param("metaKey");
      if (!isWorkspaceSetting(key)) throw new HttpError(400, "There is no setting of this name.");
      return answer(await updateWorkspace(c.get("service"), key, c.req.valid("json")), toWorkspaceShape);
    },
  );
