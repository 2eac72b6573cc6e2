import { accepted, refused, type Parsed } from "../../domain/field-error.ts";
import { isWhole } from "../../domain/reach.ts";
import { templateFor } from "../../domain/template-for.ts";
import type { Utm } from "../../domain/utm.ts";
import type { UtmTemplate } from "../../domain/utm-template.ts";
import { selectWorkspace } from "../../storage/workspace/read.ts";
import type { ServiceContext } from "../context.ts";

/** Stands for the template that a form would take. */
const DEFAULT = "default";

/**
 * Returns the UTM members of a template by its name (contract 14.8). A limited caller, who reads no settings, has none.
 * @param host the hostname of the new record, if it is known
 */
export async function findUtm(
  { env, caller }: ServiceContext,
  name: string,
  host: string | undefined,
  tags: readonly string[],
): Promise<Parsed<Partial<Utm>>> {
  const workspace = isWhole(caller.reach) ? await selectWorkspace(env.DB, caller.workspace.id) : null;
  const templates = JSON.parse(workspace?.settings.utm_templates ?? "[]") as UtmTemplate[];
  const named = templates.find((template) => template.name === name);
  if (named === undefined && name !== DEFAULT) {
    return refused("not_one_of", { names: [...templates.map((one) => one.name), DEFAULT].join(", ") });
  }
  return accepted((named ?? templateFor(templates, host, tags))?.utm ?? {});
}
