import { Button, CopyButton } from "../../component/button.tsx";
import { Dialog } from "../../component/dialog.tsx";
import { t } from "../../text/text.ts";

interface SecretProps {
  title: string;
  text: string;
  secret: string;
  onClose: () => void;
}

/** Shows a secret once. Only its button closes it, so that users do not lose it by accident. */
export function SecretDialog({ title, text, secret, onClose }: SecretProps) {
  return (
    <Dialog title={title} onClose={() => {}}>
      <p>{text}</p>
      <div class="secret">
        <code class="break">{secret}</code>
        <CopyButton text={secret} of={title} />
      </div>
      <p class="notice notice-warn">{t("settings.once")}</p>
      <div>
        <Button kind="main" onClick={onClose} label={t("settings.stored")} />
      </div>
    </Dialog>
  );
}
