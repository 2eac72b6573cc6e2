import { describeError } from "../../component/state.tsx";
import { ApiError } from "../../api/client.ts";
import { useStore } from "../../state/store.ts";
import { t } from "../../text/text.ts";
import { dismissUpload, upload } from "./upload.ts";

/** How far the URLs of a new check have come, or why they did not arrive. */
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
          <button type="button" class="button" onClick={retry}>
            {t("error.retry")}
          </button>
          <button type="button" class="button button-plain" onClick={dismissUpload}>
            {t("action.cancel")}
          </button>
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
