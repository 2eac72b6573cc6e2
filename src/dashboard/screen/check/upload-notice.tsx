import { Button } from "../../component/button.tsx";
import { CancelButton } from "../../component/dialog.tsx";
import { describeError } from "../../component/state.tsx";
import { ApiError } from "../../api/client.ts";
import { useStore } from "../../state/store.ts";
import { t } from "../../text/text.ts";
import { dismissUpload, upload } from "./upload.ts";

/** The progress of the upload of a new check, or the reason for its failure. */
export function UploadNotice() {
  const current = useStore(upload);
  if (current === null) return null;
  const { phase, done, total, error, retry } = current;
  if (phase === "failed") {
    const reasons = error instanceof ApiError ? Object.values(error.body.errors ?? {}).flat() : [];
    return (
      <div class="notice notice-bad" role="alert">
        <strong>{t("check.upload.failed")}</strong>
        <p>{reasons.length > 0 ? reasons.join("; ") : describeError(error)}</p>
        <div class="line">
          <Button onClick={retry} label={t("error.retry")} />
          <CancelButton onClick={dismissUpload} />
        </div>
      </div>
    );
  }
  const text = t(`check.upload.${phase}`, { done, total });
  return (
    <div class="card stack-small">
      <span role="status">{t(`check.upload.${phase}.title`)}</span>
      <progress class="progress" value={done} max={Math.max(1, total)} aria-label={text} />
      <span class="small muted">{text}</span>
    </div>
  );
}
