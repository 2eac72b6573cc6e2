import { useId, useRef, useState } from "preact/hooks";
import { ApiError } from "../../api/client.ts";
import type { LinkRecord } from "../../api/types.ts";
import { CancelButton, Drawer } from "../../component/dialog.tsx";
import { useOpenAfter } from "../../state/open-after.ts";
import { announce } from "../../state/toast.ts";
import { t } from "../../text/text.ts";
import { focusFirstError } from "../record/error-focus.ts";
import { BulkFields } from "./bulk-fields.tsx";
import { EMPTY_BULK, toEdit, type BulkForm, type Scope } from "./bulk-form.ts";
import { planChange } from "./plan-change.ts";
import { PlanError } from "./plan-error.tsx";

interface DrawerProps {
  scope: Scope;
  count: number;
  /** Says whether counting continues. */
  isAtLeast: boolean;
  /** The records that were selected one by one, as examples for the effect of the change. */
  records: readonly LinkRecord[];
  onClose: () => void;
}

/** The form that changes many records. It plans the change, and the plan shows each record before and after. */
export function BulkDrawer({ scope, count, isAtLeast, records, onClose }: DrawerProps) {
  const [form, setForm] = useState<BulkForm>(EMPTY_BULK);
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const formRef = useRef<HTMLFormElement>(null);
  const formId = useId();
  const openAfter = useOpenAfter();
  const edit = toEdit(form);
  const submit = async (event: Event) => {
    event.preventDefault();
    if (isBusy) return;
    if (edit === null) {
      announce(t("bulk.nothing"));
      return;
    }
    setBusy(true);
    setError(null);
    try {
      openAfter(await planChange(scope, edit, form.isForced), t("bulk.planned"));
    } catch (refusal) {
      setError(refusal);
      setBusy(false);
      requestAnimationFrame(() => formRef.current !== null && focusFirstError(formRef.current));
    }
  };
  const errors = error instanceof ApiError ? (error.body.errors ?? {}) : {};
  return (
    <Drawer
      title={t(isAtLeast ? "bulk.titleAtLeast" : "bulk.titleCount", { count })}
      onClose={onClose}
      foot={
        <>
          <button type="submit" form={formId} class="button button-main" disabled={isBusy || edit === null}>
            {isBusy ? t("bulk.planning") : t("bulk.preview")}
          </button>
          <CancelButton onClick={onClose} />
          <span class="small muted bulk-note">{t("bulk.note")}</span>
        </>
      }
    >
      <form
        id={formId}
        ref={formRef}
        class="stack"
        onSubmit={(event) => void submit(event)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) formRef.current?.requestSubmit();
        }}
      >
        {error !== null && <PlanError error={error} />}
        <BulkFields
          form={form}
          records={records}
          errors={errors}
          onForm={(changed) => setForm((now) => ({ ...now, ...changed }))}
        />
      </form>
    </Drawer>
  );
}
