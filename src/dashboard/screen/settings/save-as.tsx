import { useState } from "preact/hooks";
import { Button } from "../../component/button.tsx";
import { TextField } from "../../component/field.tsx";
import { useFormSubmission } from "../../component/form.tsx";
import { ErrorSummary } from "../../component/state.tsx";
import { announce } from "../../state/toast.ts";
import { fieldLabel } from "../../text/field.ts";
import { t } from "../../text/text.ts";
import type { NamedSetting } from "./named.ts";
import { TEXTS, useNamed } from "./use-named.ts";

interface SaveProps {
  setting: NamedSetting;
  /** What gets the name. */
  item: object;
  /** @throws ApiError if the item cannot be kept */
  check?: () => void;
  said: (name: string) => string;
}

/** Gives what a form holds a name in the workspace. It is no form of its own, since it stands in one. */
export function SaveAs({ setting, item, check, said }: SaveProps) {
  const [name, setName] = useState("");
  const { failure, errors, isBusy, submit } = useFormSubmission({ ...item, name });
  const { save, dialog } = useNamed(setting);
  const label = t(`${TEXTS[setting]}.save`);
  const written = name.trim();
  const send = () => {
    if (written === "" || isBusy) return;
    void submit(async () => {
      check?.();
      if (await save("", { ...item, name: written })) announce(said(written));
    });
  };
  return (
    <div class="set-field">
      <TextField
        label={label}
        placeholder={t("utm.name")}
        maxLength={60}
        value={name}
        onValue={setName}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.ctrlKey || event.metaKey) return;
          event.preventDefault();
          send();
        }}
      />
      <Button disabled={isBusy || written === ""} onClick={send} label={label} />
      {failure !== null && (
        <ErrorSummary
          failure={failure}
          errors={errors}
          labelOf={(field) => (field === setting ? label : fieldLabel(field))}
        />
      )}
      {dialog}
    </div>
  );
}
