import { type Utm, UTM_MEMBERS, type UtmTemplate } from "../../../domain/client/words.ts";
import { namesOf, useHosts, useTagNames } from "../../api/shared-reads.ts";
import { SelectField, TextField } from "../../component/field.tsx";
import { bind, errorsAt, FormDialog, within } from "../../component/form.tsx";
import { showToast } from "../../state/toast.ts";
import { t } from "../../text/text.ts";
import { saveNamed } from "../settings/named.ts";
import { fillUtm } from "./templates.ts";
import { UtmInputs } from "./utm-inputs.tsx";

interface DialogProps {
  /** The template as it is; of a new one only the values. */
  template: { utm: Partial<Utm> } & Partial<UtmTemplate>;
  onClose: () => void;
}

/** Names UTM values, changes them, or removes them. */
export function TemplateDialog({ template, onClose }: DialogProps) {
  const hosts = namesOf(useHosts());
  const tags = useTagNames();
  const { name = "", host = "", tag = "" } = template;
  const save = async (written: UtmTemplate | null, said: "utm.saved" | "utm.removed") => {
    await saveNamed("utm_templates", name, written);
    showToast(t(said, { name: written?.name ?? name }));
    onClose();
  };
  return (
    <FormDialog
      title={name === "" ? t("utm.new") : t("utm.edit", { name })}
      first={{ name, host, tag, utm: fillUtm({ name, ...template }) }}
      sendLabel={t("form.save")}
      isReady={(form) =>
        form.name.trim() !== "" && UTM_MEMBERS.some((member) => form.utm[member].trim() !== "")
      }
      send={(form) =>
        save(
          {
            name: form.name.trim(),
            ...(form.host !== "" && { host: form.host }),
            ...(form.tag !== "" && { tag: form.tag }),
            utm: form.utm,
          },
          "utm.saved",
        )
      }
      {...(name !== "" && { other: { label: t("utm.remove"), send: () => save(null, "utm.removed") } })}
      onClose={onClose}
    >
      {(part) => (
        <>
          <TextField
            label={t("utm.name")}
            autofocus
            maxLength={60}
            {...bind(part, "name")}
            errors={errorsAt(part.errors, "utm_templates")}
          />
          <UtmInputs part={within(part, "utm")} />
          <div class="columns">
            <SelectField
              label={t("utm.forHost")}
              hint={t("utm.forHint")}
              none={t("utm.forNone")}
              options={withOwn(hosts, host)}
              {...bind(part, "host")}
            />
            <SelectField
              label={t("utm.forTag")}
              none={t("utm.forNone")}
              options={withOwn(tags, tag)}
              {...bind(part, "tag")}
            />
          </div>
        </>
      )}
    </FormDialog>
  );
}

/** A hostname or a tag that is gone stays chosen until somebody chooses another. */
function withOwn(values: readonly string[], own: string): readonly string[] {
  return own === "" || values.includes(own) ? values : [own, ...values];
}
