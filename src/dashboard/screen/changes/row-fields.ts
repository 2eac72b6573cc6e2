import type { Change, ChangeRow } from "../../api/types.ts";
import { fieldLabel } from "../../text/field.ts";
import { sayField } from "../../text/say-field.ts";
import { sayAll } from "../../text/reason.ts";
import { writesOf } from "../../../domain/client/words.ts";
import { t } from "../../text/text.ts";

export interface FieldChange {
  name: string;
  /** In the words of the form of a record. Empty if the field has no value. */
  from: string;
  to: string;
}

/** The fields of answers that the form of a record has under another name. */
const IN_FORM: Readonly<Record<string, string>> = { destinations: "destination", paused_by: "status" };

const nameInForm = (name: string) => IN_FORM[name] ?? name;

/**
 * Returns the fields that a row changes. The first of several destinations is not repeated.
 * @param isReversed whether to return the values that an undo writes
 */
export function changedFields({ before, after }: ChangeRow, isReversed = false): FieldChange[] {
  const [old, next] = isReversed ? [after, before] : [before, after];
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  if (names.has("destinations")) names.delete("destination");
  // What a record never did is no news of its beginning or end.
  if (old === null || next === null) {
    for (const name of names) if ((old ?? next)?.[name] === false) names.delete(name);
  }
  return [...names].flatMap((name) => {
    const [from, to] = [sayField(name, old?.[name]), sayField(name, next?.[name])];
    return from === to ? [] : [{ name: nameInForm(name), from, to }];
  });
}

/** Describes fields of a record in one line. The first of several destinations is not repeated. */
export function describeFields(fields: NonNullable<ChangeRow["current"]>): string {
  return Object.entries(fields)
    .filter(([name]) => name !== "destination" || fields["destinations"] === undefined)
    .map(([name, value]) => `${fieldLabel(nameInForm(name))}: ${sayField(name, value)}`)
    .join("; ");
}

/** Returns the reasons why a row is not written, as one text in the language of the screen. */
export function reasonsOf({ reasons, codes }: ChangeRow): string {
  return Object.entries(reasons ?? {})
    .map(([field, texts]) => `${fieldLabel(field)}: ${sayAll(texts, codes?.[field]).join(", ")}`)
    .join("; ");
}

export function reverseResult(result: ChangeRow["result"]): ChangeRow["result"] {
  if (result === "created") return "deleted";
  return result === "deleted" ? "created" : result;
}

/** The number of written records above which only a manager applies and undoes a change. */
const MAX_RECORDS_OF_EDITOR = 1_000;

export function roleFor({ kind, counts }: Pick<Change, "kind" | "counts">): "editor" | "manager" {
  const isLarge = writesOf(counts) > MAX_RECORDS_OF_EDITOR;
  return isLarge || kind === "mirror" || kind === "delete" || counts.deleted > 0 ? "manager" : "editor";
}

/** Describes the effect of a change, before its label if it has one: `Import: links.csv`. */
export function describeChange(change: Change): string {
  const { label } = change;
  const effect = describeEffect(change);
  return label === null ? effect : t("changes.labelled", { effect, label });
}

/** Describes the effect of a change; for an edit, by the fields of its first rows. */
function describeEffect({ kind, owner, sample, planned }: Change): string {
  const count = writesOf(planned);
  if (kind === "delete") return t(count === 0 ? "changes.kind.deleteSome" : "changes.kind.delete", { count });
  if (kind !== "edit") {
    return owner === null ? t(`changes.kind.${kind}`) : t("changes.kind.owner", { owner });
  }
  const fields = sample.flatMap((row) => changedFields(row).map(({ name }) => fieldLabel(name)));
  const names = [...new Set(fields)];
  return names.length === 0
    ? t("changes.kind.edit")
    : t("changes.kind.fields", { count, fields: names.join(", ") });
}

/** Describes the first record of a plan that is written, and the number of others; empty if it writes none. */
export function describeExample(change: Change): string {
  const source = change.sample[0]?.source;
  if (source === undefined || source === null) return "";
  const rest = writesOf(change.planned) - 1;
  return rest > 0 ? t("changes.andMore", { source, count: rest }) : source;
}
