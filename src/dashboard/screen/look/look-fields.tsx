import {
  DEFAULT_COLOR,
  HTML_TYPE,
  isPicture,
  PAGE_STATES,
  parseQrColor,
} from "../../../domain/client/look.ts";
import type { StoredFile } from "../../api/types.ts";
import { useList } from "../../api/query.ts";
import { DarkerButton } from "../../component/darker-button.tsx";
import { Field, type Option, SelectField, TextField } from "../../component/field.tsx";
import { bind, type FormPart } from "../../component/form.tsx";
import { t } from "../../text/text.ts";
import { type Choice, type LookForm, pageField } from "./look-form.ts";

interface LookProps extends FormPart<LookForm> {
  /** The values that apply if a hostname sets none, hidden from users with a limit; null for the workspace itself. */
  workspace: LookForm | "hidden" | null;
}

export function LookFields({ workspace, ...part }: LookProps) {
  const { form } = part;
  const files = useList<StoredFile>("files", "/files").items ?? [];
  const known = workspace === "hidden" ? null : workspace;
  const inherited = (value: string | undefined) => {
    if (workspace === "hidden") return t("look.inheritedHidden");
    return workspace === null ? t("look.none") : t("look.inherited", { value: value || t("look.none") });
  };
  const choices = (
    isFit: (type: string) => boolean,
    value: string,
    general: string | undefined,
  ): (Option | string)[] => {
    const names = files.filter(({ type }) => isFit(type)).map(({ name }) => name);
    const all = value !== "" && !names.includes(value) ? [value, ...names] : names;
    return [{ value: "", label: inherited(general) }, ...all];
  };
  const placeholder = (name: keyof LookForm) => (known?.[name] ? { placeholder: known[name] } : {});
  return (
    <>
      <div class="columns">
        <TextField
          label={t("look.name")}
          hint={t("look.nameHint")}
          maxLength={60}
          {...placeholder("name")}
          {...bind(part, "name", "branding.name")}
        />
        <SelectField
          label={t("look.logo")}
          hint={<a href="/settings/pages">{t("look.upload")}</a>}
          options={choices(isPicture, form.logo, known?.logo)}
          {...bind(part, "logo", "branding.logo")}
        />
        <ColorField {...part} workspace={workspace} />
      </div>
      <div class="columns">
        <TextField
          label={t("look.link")}
          hint={t("look.linkHint")}
          type="url"
          spellcheck={false}
          {...placeholder("link")}
          {...bind(part, "link", "branding.link")}
        />
        <TextField
          label={t("look.contact")}
          hint={t("look.contactHint")}
          spellcheck={false}
          {...placeholder("contact")}
          {...bind(part, "contact", "branding.contact")}
        />
      </div>
      <div class="columns">
        {(["hide_mark", "gate_title"] as const).map((name) => (
          <SelectField
            key={name}
            label={t(`look.${name}`)}
            options={[
              {
                value: "",
                label: workspace === null ? t("word.no") : inherited(toWord(known?.[name] ?? "")),
              },
              { value: "yes", label: t("word.yes") },
              { value: "no", label: t("word.no") },
            ].filter(({ value }) => workspace !== null || value !== "no" || form[name] === "no")}
            {...bind(part, name, `branding.${name}`)}
          />
        ))}
      </div>
      <div class="columns">
        {PAGE_STATES.map((state) => (
          <SelectField
            key={state}
            label={t(`look.page.${state}`)}
            options={choices((type) => type === HTML_TYPE, form[pageField(state)], known?.[pageField(state)])}
            {...bind(part, pageField(state), `pages.${state}`)}
          />
        ))}
      </div>
    </>
  );
}

function toWord(choice: Choice): string {
  return choice === "yes" ? t("word.yes") : t("word.no");
}

/** A colour, entered as a number or by the browser's picker. Shows at once if it is too pale for white paper. */
function ColorField({ form, set, errors, workspace }: LookProps) {
  const general = (workspace !== "hidden" && workspace?.color) || DEFAULT_COLOR;
  const isWhole = /^#[\da-f]{6}$/i.test(form.color);
  const isDark = (color: string) => parseQrColor(color).ok;
  const isPale = isWhole && !isDark(form.color.toLowerCase());
  const reasons = errors["branding.color"] ?? (isPale ? [t("look.colorPale")] : []);
  return (
    <div class="stack-small">
      <Field label={t("look.color")} hint={t("look.colorHint")} errors={reasons}>
        {(control) => (
          <div class="color">
            <input
              class="input"
              {...control}
              spellcheck={false}
              autocomplete="off"
              placeholder={general}
              value={form.color}
              onInput={(event) => set({ color: event.currentTarget.value })}
            />
            <input
              type="color"
              class="color-picker"
              aria-label={t("look.pickColor")}
              value={isWhole ? form.color.toLowerCase() : general}
              onInput={(event) => set({ color: event.currentTarget.value })}
            />
          </div>
        )}
      </Field>
      {isPale && (
        <DarkerButton
          color={form.color}
          isDark={isDark}
          sayTake={(shade) => t("look.takeDarker", { color: shade })}
          onTake={(color) => set({ color })}
        />
      )}
    </div>
  );
}
