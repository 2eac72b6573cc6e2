import { HTML_TYPE, isPicture, type AppearanceChange } from "../../domain/branding.ts";
import { addFieldError, type FieldErrors } from "../../domain/field-error.ts";
import { refuse } from "../../domain/refusal/refusal.ts";
import { selectFileTypes, type NamedFiles } from "../../storage/page/appearance.ts";
import type { ServiceContext } from "../context.ts";
import { addForeignError } from "./writer.ts";

/** Adds errors for files that the workspace does not have, that have the wrong type, or that the caller may not show. */
export async function addAppearanceErrors(
  ctx: ServiceContext,
  { branding, pages }: AppearanceChange,
  errors: FieldErrors,
): Promise<void> {
  const logo = branding?.logo ?? null;
  const named = Object.entries(pages ?? {}).flatMap(([state, name]) =>
    name === null ? [] : [{ field: `pages.${state}`, name }],
  );
  const names = [...(logo === null ? [] : [logo]), ...named.map(({ name }) => name)];
  if (names.length === 0) return;
  const types = await selectFileTypes(ctx.env.DB, ctx.caller.workspace.id, names);
  if (logo !== null && !isPicture(types.get(logo) ?? "")) {
    addFieldError(errors, "branding.logo", refuse("not_stored_picture"));
  }
  for (const { field, name } of named) {
    if (types.get(name) !== HTML_TYPE) addFieldError(errors, field, refuse("not_stored_page"));
    await addForeignError(ctx, field, name, errors);
  }
  await addForeignError(ctx, "branding.logo", logo, errors);
}

export function filesOf({ branding, pages }: AppearanceChange): NamedFiles {
  const isNamed = (name: string | null | undefined): name is string => typeof name === "string";
  return {
    pictures: [branding?.logo].filter(isNamed),
    pages: Object.values(pages ?? {}).filter(isNamed),
  };
}
