import { useRef, useState } from "preact/hooks";
import { Button } from "../../component/button.tsx";
import { TextArea } from "../../component/field.tsx";
import { useDrop } from "../../component/use-drop.ts";
import { showToast } from "../../state/toast.ts";
import { t } from "../../text/text.ts";
import type { ChosenFile } from "./use-import.ts";

export function PickFile({ onFile }: { onFile: (file: ChosenFile) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState("");
  const take = (file: File | undefined) => {
    if (file === undefined) return;
    void file.arrayBuffer().then(
      (content) => onFile({ name: file.name, content }),
      () => showToast(t("import.cannotOpen", { name: file.name })),
    );
  };
  const drop = useDrop(take);
  return (
    <>
      <div class="drop" {...drop}>
        <strong>{t("import.drop")}</strong>
        <p class="muted small">{t("import.formats")}</p>
        <Button kind="main" onClick={() => input.current?.click()}>
          {t("import.choose")}
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          aria-label={t("import.choose")}
          onChange={(event) => take(event.currentTarget.files?.[0])}
        />
      </div>
      <form
        class="stack-small"
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim() !== "") onFile({ name: t("import.pasted"), content: text });
        }}
      >
        <TextArea
          label={t("import.paste")}
          hint={t("import.pasteHint")}
          rows={6}
          placeholder={"old.example/a,https://new.example/a\nold.example/b,https://new.example/b"}
          value={text}
          onValue={setText}
        />
        <div>
          <Button type="submit" disabled={text.trim() === ""}>
            {t("import.read")}
          </Button>
        </div>
      </form>
    </>
  );
}
