import { useId, useState } from "preact/hooks";
import type { LinkRecord } from "../../api/types.ts";
import { Button } from "../../component/button.tsx";
import { CancelButton, Drawer } from "../../component/dialog.tsx";
import { Form, useSubmission } from "../../component/form.tsx";
import { useOpenAfter } from "../../state/open-after.ts";
import { announce } from "../../state/toast.ts";
import { t } from "../../text/text.ts";
import { BulkFields } from "./bulk-fields.tsx";
import { EMPTY_BULK, toEdit, type BulkForm, type Scope } from "./bulk-form.ts";
import { planChange, PlanError } from "./plan-change.tsx";

interface DrawerProps {
  scope: Scope;
  count: number;
  isAtLeast: boolean;
  /** The records that were selected one by one, as examples for the effect of the change. */
  records: readonly LinkRecord[];
  onClose: () => void;
}

/** The form that changes many records. It plans the change, and the plan shows each record before and after. */
export function BulkDrawer({ scope, count, isAtLeast, records, onClose }: DrawerProps) {
  const [form, setForm] = useState<BulkForm>(EMPTY_BULK);
  const { failure, errors, isBusy, submit } = useSubmission();
  const formId = useId();
  const openAfter = useOpenAfter();
  const edit = toEdit(form);
  const send = () => {
    if (isBusy) return;
    if (edit === null) announce(t("bulk.nothing"));
    else {
      void submit(async () => openAfter(await planChange(scope, edit, form.isForced), t("bulk.planned")));
    }
  };
  return (
    <Drawer
      title={t(isAtLeast ? "bulk.titleAtLeast" : "bulk.titleCount", { count })}
      onClose={onClose}
      foot={
        <>
          <Button kind="main" type="submit" form={formId} disabled={isBusy || edit === null}>
            {isBusy ? t("bulk.planning") : t("bulk.preview")}
          </Button>
          <CancelButton onClick={onClose} />
          <span class="small muted bulk-note">{t("bulk.note")}</span>
        </>
      }
    >
      <Form id={formId} failure={failure} onSend={send}>
        {failure !== null && <PlanError error={failure} />}
        <BulkFields
          part={{ form, set: (changed) => setForm((now) => ({ ...now, ...changed })), errors }}
          records={records}
        />
      </Form>
    </Drawer>
  );
}
