import { ApiError } from "../../api/client.ts";
import { describeError } from "../../component/state.tsx";
import { t } from "../../text/text.ts";

/** Shows why a plan was refused, and how to make room for another plan. */
export function PlanError({ error }: { error: unknown }) {
  const isFull = error instanceof ApiError && error.status === 409;
  return (
    <div class="notice notice-bad small" role="alert">
      <p>{describeError(error)}</p>
      {isFull && <a href="/changes?state=open">{t("change.openPlans")}</a>}
    </div>
  );
}
