import type { ComponentProps } from "preact";
import { copyText } from "../state/clipboard.ts";
import { showToast } from "../state/toast.ts";
import { t } from "../text/text.ts";
import { Button } from "./button.tsx";

interface CopyProps extends Pick<ComponentProps<typeof Button>, "kind" | "label"> {
  text: string;
  /** Told once it is copied. */
  said: string;
}

/** A button in words that copies a text. */
export function CopyTextButton({ text, said, ...look }: CopyProps) {
  const copy = async () => showToast((await copyText(text)) ? said : t("copy.refused"));
  return <Button {...look} onClick={() => void copy()} />;
}
