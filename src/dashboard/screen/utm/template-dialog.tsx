import { type Utm, UTM_MEMBERS, type UtmTemplate } from "../../../domain/client/words.ts";
import { namesOf, useHosts, useTagNames } from "../../api/shared-reads.ts";
import { SelectField } from "../../component/field.tsx";
import { bind, within } from "../../component/form.tsx";
import { t } from "../../text/text.ts";
import { NamedDialog } from "../settings/named-dialog.tsx";
import { checkUtm, fillUtm, useTemplates } from "./templates.ts";
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
  const templates = useTemplates();
  const { name = "", host = "", tag = "" } = template;
  return (
    <NamedDialog
      setting="utm_templates"
      named={name === "" ? null : { ...template, name }}
      title={name === "" ? t("utm.new") : t("utm.edit", { name })}
      first={{ name, host, tag, utm: fillUtm({ name, ...template }) }}
      sendLabel={t("form.save")}
      isReady={({ utm }) => UTM_MEMBERS.some((member) => utm[member].trim() !== "")}
      toItem={({ utm, ...form }) => {
        checkUtm(utm);
        return {
          ...(form.host !== "" && { host: form.host }),
          ...(form.tag !== "" && { tag: form.tag }),
          utm,
        };
      }}
      onClose={onClose}
    >
      {(part) => (
        <>
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
          <SameDefault among={templates} was={name} host={part.form.host} tag={part.form.tag} />
        </>
      )}
    </NamedDialog>
  );
}

interface SameProps {
  among: readonly UtmTemplate[];
  /** The name before it was edited. */
  was: string;
  host: string;
  tag: string;
}

/** Names the template that is the default for the same links already: the first one counts (contract 14.8). */
function SameDefault({ among, was, host, tag }: SameProps) {
  const same = among.find(
    (other) => other.name !== was && (other.host ?? "") === host && (other.tag ?? "") === tag,
  );
  if (same === undefined || host + tag === "") return null;
  return <p class="small notice notice-warn">{t("utm.sameDefault", { name: same.name })}</p>;
}

/** A hostname or a tag that is gone stays chosen until somebody chooses another. */
function withOwn(values: readonly string[], own: string): readonly string[] {
  return own === "" || values.includes(own) ? values : [own, ...values];
}
