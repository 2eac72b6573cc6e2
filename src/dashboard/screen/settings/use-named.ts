import type { NamedQrStyle, UtmTemplate } from "../../../domain/client/words.ts";
import { useQuestion } from "../../component/question.tsx";
import { sayField } from "../../text/say-field.ts";
import { t } from "../../text/text.ts";
import { type Named, type NamedSetting, saveNamed } from "./named.ts";

/** Where the texts of what is kept under names are. */
export const TEXTS = { qr_styles: "style", utm_templates: "utm" } as const;

/** Returns what writes under names, which asks before it replaces or removes anything, and its dialog. */
export function useNamed(setting: NamedSetting) {
  const { ask, dialog } = useQuestion();
  const texts = TEXTS[setting];
  const sure = (verb: "replace" | "remove", item: Named) =>
    ask({
      title: t(`${texts}.${verb}Title`, { name: item.name }),
      text: t(`${texts}.${verb}Text`, { name: item.name, holds: sayItem(setting, item) }),
      confirmLabel: t(`${texts}.${verb}`),
    });
  const save = (was: string, item: Named) => saveNamed(setting, was, item, (other) => sure("replace", other));
  const remove = async (item: Named) =>
    (await sure("remove", item)) && (await saveNamed(setting, item.name, null, async () => true));
  return { save, remove, dialog };
}

function sayItem(setting: NamedSetting, item: Named): string {
  return setting === "qr_styles"
    ? sayField("qr", (item as NamedQrStyle).style)
    : sayField("utm", (item as UtmTemplate).utm);
}
