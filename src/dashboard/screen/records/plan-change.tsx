import { ApiError, call } from "../../api/client.ts";
import { refresh } from "../../api/query.ts";
import type { Change } from "../../api/types.ts";
import { describeError } from "../../component/state.tsx";
import { t } from "../../text/text.ts";
import type { Scope } from "./bulk-form.ts";

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

/** Plans a change of records without writing them. Returns the address that shows it. @throws ApiError */
export async function planChange(scope: Scope, edit: object, isForced = false): Promise<string> {
  const { id } = await call<Change>("POST", "/changes", {
    query: { force: isForced || undefined },
    body: { ...scope, ...edit },
  });
  await refresh("changes");
  return `/changes/${id}`;
}
