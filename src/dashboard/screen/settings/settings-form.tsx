import type { WorkspaceSetting } from "../../../domain/client/words.ts";
import { refresh } from "../../api/query.ts";
import type { Workspace } from "../../api/types.ts";
import { EditForm } from "../../component/edit-form.tsx";
import { SelectField, TextField } from "../../component/field.tsx";
import { bind, type FormPart } from "../../component/form.tsx";
import { loadSession } from "../../state/session.ts";
import { showToast } from "../../state/toast.ts";
import { countryOptions } from "../../text/name.ts";
import { t } from "../../text/text.ts";
import { DoorsField } from "./doors-field.tsx";
import { RetentionField } from "./retention-field.tsx";
import { saveSettings, toWorkspaceForm, type WorkspaceForm } from "./workspace-form.ts";

/** Settings that belong together, under a heading, unless they are all of a form. */
export interface SettingGroup {
  title?: string;
  names: readonly WorkspaceSetting[];
}

interface FormProps {
  workspace: Workspace;
  groups: readonly SettingGroup[];
  disabled: boolean;
}

/** A form of some settings of the workspace, each written separately. */
export function SettingsForm({ workspace, groups, disabled }: FormProps) {
  const all = groups.flatMap(({ names }) => names);
  const pick = (form: WorkspaceForm) => Object.fromEntries(all.map((name) => [name, form[name].trim()]));
  return (
    <EditForm<WorkspaceForm>
      first={{ form: toWorkspaceForm(workspace), version: null }}
      toFields={pick}
      labelOf={(name) => t(`settings.field.${name as WorkspaceSetting}`)}
      disabled={disabled}
      save={async (change) => {
        try {
          const written = await saveSettings(change);
          showToast(t("settings.saved"));
          // Every screen shows the name at the top.
          if (change["name"] !== undefined) await loadSession();
          return { form: toWorkspaceForm(written ?? workspace), version: null };
        } finally {
          void refresh("workspace");
        }
      }}
    >
      {(part) =>
        groups.map(({ title, names }) => (
          <section key={names[0]} class="stack-small">
            {title !== undefined && <h3>{title}</h3>}
            <div class="columns settings-columns">
              {names.map((name) => (
                <SettingField key={name} part={part} name={name} />
              ))}
            </div>
          </section>
        ))
      }
    </EditForm>
  );
}

const URLS: readonly WorkspaceSetting[] = ["not_found_url", "expired_url", "notify_url"];

function SettingField({ part, name }: { part: FormPart<WorkspaceForm>; name: WorkspaceSetting }) {
  const field = {
    label: t(`settings.field.${name}`),
    hint: t(`settings.hint.${name}`),
    ...bind(part, name),
  };
  if (name === "doors") return <DoorsField value={field.value} onValue={field.onValue} />;
  if (name === "retention") return <RetentionField {...field} />;
  if (name === "country") {
    return <SelectField {...field} none={t("settings.noCountry")} options={countryOptions()} />;
  }
  return (
    <TextField
      {...field}
      {...(URLS.includes(name) && { type: "url", inputMode: "url", placeholder: "https://" })}
      {...(name === "email" && { type: "email" })}
      maxLength={256}
    />
  );
}
