import { refuse } from "../../domain/refusal/refusal.ts";
import { newApp } from "../new-app.ts";
import * as v from "valibot";
import { WORKSPACE_SETTINGS } from "../../domain/workspace.ts";
import { changeAppearance } from "../../services/workspace/change-appearance.ts";
import { getAccount } from "../../services/workspace/get-account.ts";
import { getWorkspace } from "../../services/workspace/get-workspace.ts";
import { makeNotifySecret } from "../../services/workspace/make-notify-secret.ts";
import { isWorkspaceSetting, updateWorkspace } from "../../services/workspace/update-workspace.ts";
import { endpoint, jsonBody, ofRecords } from "../endpoint.ts";
import { HttpError } from "../error.ts";
import { once, renderSecret } from "../once.ts";
import { answer, idOf, json, type AdminContext } from "../request-context.ts";
import { appearanceFields, toAppearanceChange } from "../schema/branding.ts";
import { textOf } from "../schema/field.ts";
import { withShown } from "../schema/record.ts";
import { toWorkspaceShape } from "../serialize/workspace.ts";

/** Those of a list of UTM templates or QR styles. Other settings take less. */
const MAX_VALUE_CHARACTERS = 20_000;

const UpdateBody = v.object({ value: textOf(MAX_VALUE_CHARACTERS) });

const AppearanceBody = withShown(appearanceFields, "workspace");

/** Routes of `/test` and `/account`: the token and its user (contract 14.1). */
export const accountRoutes = newApp()
  .get("/test", ofRecords("viewer"), (c) => {
    const { workspace, token } = c.get("service").caller;
    const { id, name } = token;
    return json({
      live: true as const,
      workspace: { id: workspace.id, name: workspace.name },
      token: { id, name },
    });
  })
  .get("/account", ofRecords("viewer"), async (c) =>
    answer(await getAccount(c.get("service")), (account) => account),
  );

async function renderWorkspace(c: AdminContext) {
  const service = c.get("service");
  return answer(await getWorkspace(service, service.caller.workspace.id), toWorkspaceShape);
}

/** Routes of the workspace and its settings (contract 14.2, 14.3 and 33.1). */
export const workspaceRoutes = newApp()
  .get("/current", ofRecords("viewer"), async (c) => {
    const service = c.get("service");
    return answer(await getWorkspace(service, service.caller.workspace.id), toWorkspaceShape);
  })
  .get("/:id", ofRecords("viewer"), async (c) =>
    answer(await getWorkspace(c.get("service"), idOf(c)), toWorkspaceShape),
  )
  .put("/", endpoint("manager"), jsonBody(AppearanceBody), async (c) => {
    const { fields, errors } = c.req.valid("json");
    const draft = { fields: toAppearanceChange(fields), errors };
    return answer(await changeAppearance(c.get("service"), draft), toWorkspaceShape);
  })
  .post("/notify-secret", endpoint("manager"), once(renderSecret), async (c) =>
    answer(await makeNotifySecret(c.get("service")), (made) => made),
  )
  .post("/update/:metaKey", endpoint("manager"), jsonBody(UpdateBody), once(renderWorkspace), async (c) => {
    const key = c.req.param("metaKey");
    if (!isWorkspaceSetting(key)) {
      throw new HttpError(400, refuse("no_setting", { names: WORKSPACE_SETTINGS.join(", ") }));
    }
    return answer(await updateWorkspace(c.get("service"), key, c.req.valid("json")), toWorkspaceShape);
  });
