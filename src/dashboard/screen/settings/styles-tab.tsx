import { useEffect, useState } from "preact/hooks";
import type { NamedQrStyle } from "../../../domain/client/words.ts";
import { useWorkspace } from "../../api/shared-reads.ts";
import { Button } from "../../component/button.tsx";
import { EmptyState, Loading } from "../../component/state.tsx";
import { useLimit, useMay } from "../../state/session.ts";
import { sayField } from "../../text/say-field.ts";
import { t } from "../../text/text.ts";
import { NamedDialog } from "./named-dialog.tsx";
import { readNamed } from "./named.ts";

/** The QR styles of the workspace. They are made where codes are designed. */
export default function StylesTab() {
  const workspace = useWorkspace();
  const [edited, setEdited] = useState<NamedQrStyle | null>(null);
  const isWhole = useLimit() === null;
  const mayWrite = useMay("manager") && isWhole;
  if (workspace.data === undefined) return <Loading read={workspace} lines={3} height="3.25rem" />;
  const styles = readNamed<NamedQrStyle>(workspace.data, "qr_styles");
  if (styles.length === 0) return <EmptyState title={t("style.none")} text={t("style.noneText")} />;
  return (
    <div class="stack">
      <p class="muted">{t("style.text")}</p>
      <ul class="table-box rows" aria-label={t("settings.tab.styles")}>
        {styles.map((named) => (
          <li key={named.name}>
            <span class="line">
              <Example style={named.style} />
              <strong class="break">{named.name}</strong>
            </span>
            <span class="small muted">{sayField("qr", named.style)}</span>
            {mayWrite && (
              <Button
                aria-label={t("style.edit", { name: named.name })}
                onClick={() => setEdited(named)}
                label={t("settings.editTagShort")}
              />
            )}
          </li>
        ))}
      </ul>
      {edited !== null && <StyleDialog named={edited} onClose={() => setEdited(null)} />}
    </div>
  );
}

/** Draws a code in the style, once the code that draws is loaded. */
function Example({ style }: Pick<NamedQrStyle, "style">) {
  const [image, setImage] = useState("");
  const key = JSON.stringify(style);
  useEffect(() => {
    let isNewest = true;
    void import("../qr/draw-picture.ts")
      .then(({ drawExample }) => drawExample(style))
      .then((drawn) => isNewest && setImage(drawn))
      // The words beside it say the same.
      .catch(() => undefined);
    return () => void (isNewest = false);
  }, [key]);
  return <img width={48} height={48} src={image === "" ? undefined : image} alt="" />;
}

/** Renames a style or removes it. Codes that have its look keep it. */
function StyleDialog({ named, onClose }: { named: NamedQrStyle; onClose: () => void }) {
  return (
    <NamedDialog
      setting="qr_styles"
      named={named}
      title={t("style.edit", { name: named.name })}
      first={{ name: named.name }}
      sendLabel={t("settings.renameTag")}
      isReady={({ name }) => name.trim() !== named.name}
      toItem={() => named}
      onClose={onClose}
    />
  );
}
