import { DEFAULT_QR_STYLE, QR_THEMES } from "../../../../domain/client/look.ts";
import { CheckField, SelectField, TextField } from "../../../component/field.tsx";
import { t } from "../../../text/text.ts";
import { errorsAt, type FormPart } from "../form-context.ts";
import type { RecordForm } from "../record-form.ts";

const MARGINS = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10"];

/** The design of the QR code of a link. */
export function QrFields({ form, set, errors }: FormPart) {
  const { qr } = form;
  const change = (changed: Partial<NonNullable<RecordForm["qr"]>>) =>
    qr !== null && set({ qr: { ...qr, ...changed } });
  return (
    <div class="stack-small">
      <CheckField
        label={t("qr.own")}
        hint={t("qr.ownHint")}
        isChecked={qr !== null}
        onChecked={(isOn) => set({ qr: isOn ? firstStyle() : null })}
      />
      {qr !== null && (
        <>
          <div class="columns">
            <SelectField
              label={t("qr.theme")}
              value={qr.theme}
              options={QR_THEMES.map((theme) => ({ value: theme, label: t(`qr.theme.${theme}`) }))}
              onValue={(theme) => change({ theme: theme as typeof qr.theme })}
              errors={errors["qr.theme"]}
            />
            <TextField
              label={t("qr.color")}
              type="color"
              value={qr.color}
              onValue={(color) => change({ color })}
              errors={errorsAt(errors, "qr.color")}
            />
            <SelectField
              label={t("qr.margin")}
              value={qr.margin}
              options={MARGINS.map((margin) => ({ value: margin, label: margin }))}
              onValue={(margin) => change({ margin })}
              errors={errors["qr.margin"]}
            />
          </div>
          <CheckField label={t("qr.logo")} isChecked={qr.logo} onChecked={(logo) => change({ logo })} />
          <CheckField
            label={t("qr.showUrl")}
            isChecked={qr.show_url}
            onChecked={(show_url) => change({ show_url })}
          />
        </>
      )}
    </div>
  );
}

function firstStyle(): NonNullable<RecordForm["qr"]> {
  const { theme, color } = DEFAULT_QR_STYLE;
  return { theme, color, logo: false, show_url: false, margin: "4" };
}
