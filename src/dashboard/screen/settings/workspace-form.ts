import { WORKSPACE_SETTINGS, type WorkspaceSetting } from "../../../domain/client/words.ts";
import { ApiError, call } from "../../api/client.ts";
import type { Workspace } from "../../api/types.ts";

/** The settings that are written one after the other. */
export type WorkspaceForm = Record<WorkspaceSetting, string>;

/** Returns the texts `key=value` for `meta` of a workspace. */
export function readMeta({ meta }: Pick<Workspace, "meta">): Record<string, string> {
  return Object.fromEntries(
    meta.map((text) => {
      const [key = "", value = ""] = text.split(/=(.*)/s);
      return [key, value];
    }),
  );
}

export function toWorkspaceForm(workspace: Pick<Workspace, "meta">): WorkspaceForm {
  const meta = readMeta(workspace);
  return Object.fromEntries(WORKSPACE_SETTINGS.map((name) => [name, meta[name] ?? ""])) as WorkspaceForm;
}

/**
 * Writes settings one after the other, and returns the workspace afterwards; null if there were no settings to write.
 * The errors of a setting are under its own name. @throws ApiError
 */
export async function saveSettings(change: Record<string, unknown>): Promise<Workspace | null> {
  let written: Workspace | null = null;
  for (const [name, value] of Object.entries(change)) {
    try {
      written = await call<Workspace>("POST", `/workspace/update/${name}`, { body: { value } });
    } catch (error) {
      throw nameError(name, error);
    }
  }
  return written;
}

function nameError(name: string, error: unknown): unknown {
  const reasons = error instanceof ApiError ? error.body.errors?.["value"] : undefined;
  if (!(error instanceof ApiError) || reasons === undefined) return error;
  return new ApiError(error.status, { ...error.body, errors: { [name]: reasons } });
}
