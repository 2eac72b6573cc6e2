import type { ComponentChildren } from "preact";
import { TextField } from "../../component/field.tsx";
import { bind, FormDialog, type FormPart } from "../../component/form.tsx";
import { showToast } from "../../state/toast.ts";
import { t } from "../../text/text.ts";
import type { Named, NamedSetting } from "./named.ts";
import { TEXTS, useNamed } from "./use-named.ts";

interface DialogProps<Values extends Named> {
  setting: NamedSetting;
  /** What has a name; null for something new. */
  named: Named | null;
  title: string;
  first: Values;
  sendLabel: string;
  isReady: (form: Values) => boolean;
  /** Returns what is stored beside the name. @throws ApiError for values that cannot be */
  toItem: (form: Values) => object;
  onClose: () => void;
  children?: (part: FormPart<Values>) => ComponentChildren;
}

/** Gives something of the workspace a name, changes it, or removes it. */
export function NamedDialog<Values extends Named>(props: DialogProps<Values>) {
  const { setting, named, toItem, isReady, onClose, children, ...form } = props;
  const texts = TEXTS[setting];
  const { save, remove, dialog } = useNamed(setting);
  const close = (isDone: boolean, said: "saved" | "removed", name: string) => {
    if (!isDone) return;
    showToast(t(`${texts}.${said}`, { name }));
    onClose();
  };
  const send = async (values: Values) => {
    const name = values.name.trim();
    close(await save(named?.name ?? "", { ...toItem(values), name }), "saved", name);
  };
  return (
    <>
      <FormDialog<Values>
        {...form}
        isReady={(values) => values.name.trim() !== "" && isReady(values)}
        send={send}
        {...(named !== null && {
          other: {
            label: t(`${texts}.remove`),
            send: async () => close(await remove(named), "removed", named.name),
          },
        })}
        onClose={onClose}
      >
        {(part) => (
          <>
            <TextField
              label={t("utm.name")}
              autofocus
              maxLength={60}
              {...bind(part as unknown as FormPart<Named>, "name")}
            />
            {children?.(part)}
          </>
        )}
      </FormDialog>
      {dialog}
    </>
  );
}
