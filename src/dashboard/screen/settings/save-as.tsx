import { useState } from "preact/hooks";
import type { WorkspaceSetting } from "../../../domain/client/words.ts";
import { Button } from "../../component/button.tsx";
import { TextField } from "../../component/field.tsx";
import { errorsAt, useSubmission } from "../../component/form.tsx";
import { ErrorNotice } from "../../component/state.tsx";
import { announce } from "../../state/toast.ts";
import { t } from "../../text/text.ts";
import { saveNamed } from "./named.ts";

interface SaveProps {
  label: string;
  setting: WorkspaceSetting;
  item: object;
  said: (name: string) => string;
}

/** Gives what a form holds a name in the workspace. It is no form of its own, since it stands in one. */
export function SaveAs({ label, setting, item, said }: SaveProps) {
  const [name, setName] = useState("");
  const { failure, errors, isBusy, submit } = useSubmission();
  const send = () => {
    const written = name.trim();
    if (written !== "" && !isBusy) {
      void submit(async () => {
        await saveNamed(setting, written, { ...item, name: written });
        announce(said(written));
      });
    }
  };
  return (
    <div class="set-field">
      <TextField
        label={label}
        placeholder={t("utm.name")}
        maxLength={60}
        value={name}
        onValue={setName}
        errors={errorsAt(errors, setting)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.ctrlKey || event.metaKey) return;
          event.preventDefault();
          send();
        }}
      />
      <Button
        aria-label={label}
        disabled={isBusy || name.trim() === ""}
        onClick={send}
        label={t("form.save")}
      />
      <ErrorNotice failure={failure} fields={[setting]} />
    </div>
  );
}
