import type { ComponentType } from "preact";
import { useState } from "preact/hooks";
import type { Query } from "../../api/client.ts";
import { Button } from "../../component/button.tsx";
import { describeError } from "../../component/state.tsx";
import { showToast } from "../../state/toast.ts";
import { t } from "../../text/text.ts";

type ZipDialog = ComponentType<{ query: Query; onClose: () => void }>;

/** Opens what saves the QR codes of a list, whose code is loaded then. */
export function ZipButton({ query }: { query: Query }) {
  const [opened, setOpened] = useState<{ Dialog: ZipDialog } | null>(null);
  const open = () =>
    import("../qr/zip-dialog.tsx").then(
      ({ default: Dialog }) => setOpened({ Dialog }),
      (error: unknown) => showToast(describeError(error)),
    );
  return (
    <>
      <Button icon="qr" onClick={() => void open()} label={t("qr.zipOpen")} />
      {opened !== null && <opened.Dialog query={query} onClose={() => setOpened(null)} />}
    </>
  );
}
