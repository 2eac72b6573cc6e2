import { useState } from "preact/hooks";
import { announce } from "../state/toast.ts";
import { t } from "../text/text.ts";
import { Icon } from "./icon.tsx";

const SHOWN_MS = 1_500;

/** Copies a text. @param of the name of the text, such as "https://go.example.com/a" */
export function CopyButton({ text, of = text }: { text: string; of?: string }) {
  const [isDone, setDone] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setDone(true);
    announce(t("copy.done"));
    setTimeout(() => setDone(false), SHOWN_MS);
  };
  const label = t("copy.label", { of });
  return (
    <button
      type="button"
      class="icon-button"
      aria-label={label}
      title={label}
      onClick={(event) => {
        event.stopPropagation();
        void copy();
      }}
    >
      <Icon name={isDone ? "done" : "copy"} />
    </button>
  );
}
