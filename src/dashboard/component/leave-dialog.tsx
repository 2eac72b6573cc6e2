import { t } from "../text/text.ts";
import { ConfirmDialog } from "./dialog.tsx";

/** Asks for confirmation before unsaved input is lost. */
export function LeaveDialog({ onLeave, onClose }: { onLeave: () => void; onClose: () => void }) {
  return (
    <ConfirmDialog
      title={t("form.leaveTitle")}
      confirmLabel={t("form.leave")}
      isDangerous
      onConfirm={onLeave}
      onClose={onClose}
    >
      <p>{t("form.leaveText")}</p>
    </ConfirmDialog>
  );
}
