import { writesOf } from "../../../domain/client/words.ts";
import type { Change } from "../../api/types.ts";
import { t } from "../../text/text.ts";
import { fieldLabel } from "../../text/field-label.ts";
import { changedFields } from "./row-fields.ts";

/** The number of written records above which only a manager applies and undoes a change. */
const MAX_RECORDS_OF_EDITOR = 1_000;

export const RUNNING: readonly Change["state"][] = ["collecting", "planning", "applying", "undoing"];

export function roleFor({ kind, counts }: Pick<Change, "kind" | "counts">): "editor" | "manager" {
  const isLarge = writesOf(counts) > MAX_RECORDS_OF_EDITOR;
  return isLarge || kind === "mirror" || kind === "delete" || counts.deleted > 0 ? "manager" : "editor";
}

/** Describes the effect of a change; for an edit, by the fields of its first rows. */
export function describeChange({ kind, owner, sample }: Change): string {
  if (kind === "delete") return t("changes.kind.delete");
  if (kind !== "edit") {
    return owner === null ? t(`changes.kind.${kind}`) : t("changes.kind.owner", { owner });
  }
  const fields = sample.flatMap((row) => changedFields(row).map(({ name }) => fieldLabel(name)));
  const names = [...new Set(fields)];
  return names.length === 0 ? t("changes.kind.edit") : t("changes.kind.fields", { fields: names.join(", ") });
}

/** Describes the first record of a plan that is written, and the number of others; empty if it writes none. */
export function describeExample(change: Change): string {
  const source = change.sample[0]?.source;
  if (source === undefined || source === null) return "";
  const rest = writesOf(change.planned) - 1;
  return rest > 0 ? t("changes.andMore", { source, count: rest }) : source;
}
