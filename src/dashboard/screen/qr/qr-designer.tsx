import {
  DEFAULT_QR_STYLE,
  findContrastProblem,
  MAX_CAPTION_CHARACTERS,
  QR_EYES,
  QR_FRAMES,
  QR_MARGINS,
  QR_THEMES,
} from "../../../domain/client/look.ts";
import type { NamedQrStyle } from "../../../domain/client/words.ts";
import type { Versioned } from "../../api/client.ts";
import type { LinkRecord } from "../../api/types.ts";
import { Button } from "../../component/button.tsx";
import { EditForm } from "../../component/edit-form.tsx";
import { DarkerButton } from "../../component/darker-button.tsx";
import { CheckField, SelectField, TextField } from "../../component/field.tsx";
import { bind, type FormPart, within } from "../../component/form.tsx";
import { useLimit, useMay } from "../../state/session.ts";
import { showToast } from "../../state/toast.ts";
import { useWork } from "../../state/work.ts";
import { fieldLabel } from "../../text/field.ts";
import { t } from "../../text/text.ts";
import { loadRecord, updateRecord } from "../record/save-record.ts";
import { SaveAs } from "../settings/save-as.tsx";
import type { QrStyle } from "./draw-picture.ts";
import { LogoFields } from "./logo-fields.tsx";
import { QrPictureBox } from "./qr-picture-box.tsx";
import { checkStyle, findStyle, toStyle, useStyles } from "./styles.ts";

/** The QR code of a short link: its look, with a picture that follows each change, and its files. */

interface DesignerProps {
  loaded: Versioned<LinkRecord>;
  onDirty: (isDirty: boolean) => void;
}

interface QrForm {
  qr: QrStyle;
}

export default function QrDesigner({ loaded, onDirty }: DesignerProps) {
  const { body: record, etag } = loaded;
  const mayWrite = useMay("editor");
  const isWhole = useLimit() === null;
  const mayName = useMay("manager") && isWhole;
  const styles = useStyles();
  const toEdition = ({ body, etag: version }: Versioned<LinkRecord>) => ({
    form: { qr: body.qr ?? DEFAULT_QR_STYLE },
    version,
  });
  return (
    <EditForm<QrForm>
      first={toEdition({ body: record, etag })}
      toFields={({ qr }) =>
        Object.fromEntries(Object.entries(qr).map(([name, value]) => [`qr.${name}`, value]))
      }
      labelOf={(name) =>
        name.startsWith("qr.") ? t(`qr.${name.slice(3) as keyof QrStyle}`) : fieldLabel(name)
      }
      // A background is too dark for a colour, so either can be changed.
      also={{ "qr.background": "qr.color" }}
      onDirty={onDirty}
      disabled={!mayWrite}
      save={async (_, version, { qr }) => {
        const written = await updateRecord(record, { qr }, version);
        showToast(t("qr.saved"));
        return toEdition(written);
      }}
      readNow={async () => toEdition(await loadRecord(record.id))}
      aside={({ qr }) => <QrPictureBox record={record} style={qr} />}
    >
      {(part) => (
        <>
          {styles.length > 0 && <TakeStyle part={within(part, "qr")} styles={styles} />}
          <StyleFields part={within(part, "qr")} host={record.host} />
          {mayName && findStyle(styles, part.form.qr) === undefined && (
            <SaveAs
              setting="qr_styles"
              item={{ style: toStyle(part.form.qr) }}
              check={() => checkStyle(part.form.qr)}
              said={(name) =>
                t(typeof part.form.qr.logo === "string" ? "style.savedNoLogo" : "style.saved", { name })
              }
            />
          )}
          {mayWrite && record.qr !== null && record.handler !== "qr" && (
            <PlainButton record={record} etag={etag} />
          )}
        </>
      )}
    </EditForm>
  );
}

/** Takes a look that has a name in the workspace. */
function TakeStyle({ part, styles }: { part: FormPart<QrStyle>; styles: readonly NamedQrStyle[] }) {
  return (
    <SelectField
      label={t("style.take")}
      none={t("style.takeNone")}
      options={styles.map(({ name }) => name)}
      value={findStyle(styles, part.form)?.name ?? ""}
      onValue={(name) => part.set(styles.find((named) => named.name === name)?.style ?? {})}
    />
  );
}

function StyleFields({ part, host }: { part: FormPart<QrStyle>; host: string }) {
  const named = <Name extends string>(key: string, names: readonly Name[]) =>
    names.map((value) => ({ value, label: t(`qr.${key}.${value}` as "qr.theme.dots") }));
  return (
    <>
      <div class="columns">
        <SelectField label={t("qr.theme")} options={named("theme", QR_THEMES)} {...bind(part, "theme")} />
        <SelectField label={t("qr.eyes")} options={named("eyes", QR_EYES)} {...bind(part, "eyes")} />
        <QrColor part={part} />
        <TextField label={t("qr.background")} type="color" {...bind(part, "background")} />
        <SelectField label={t("qr.frame")} options={named("frame", QR_FRAMES)} {...bind(part, "frame")} />
        <SelectField label={t("qr.margin")} options={QR_MARGINS} {...bind(part, "margin")} />
      </div>
      <TextField
        label={t("qr.caption")}
        hint={t("qr.captionHint")}
        maxLength={MAX_CAPTION_CHARACTERS}
        {...bind(part, "caption")}
      />
      <CheckField label={t("qr.show_url")} {...bind(part, "show_url")} />
      <LogoFields part={part} host={host} />
    </>
  );
}

function QrColor({ part }: { part: FormPart<QrStyle> }) {
  const { color, background } = part.form;
  const isDark = (shade: string) => findContrastProblem(shade, background) === null;
  return (
    <div class="stack-small">
      <TextField label={t("qr.color")} type="color" {...bind(part, "color")} />
      {!isDark(color) && (
        <DarkerButton
          color={color}
          isDark={isDark}
          sayTake={(shade) => t("qr.takeDarker", { color: shade })}
          onTake={(shade) => part.set({ color: shade })}
        />
      )}
    </div>
  );
}

/** Takes the look of a link away, and with it its public picture. */
function PlainButton({ record, etag }: { record: LinkRecord; etag: string | null }) {
  const [isBusy, run] = useWork();
  const remove = async () => {
    await updateRecord(record, { qr: null }, etag);
    showToast(t("qr.removed"));
  };
  return (
    <div class="stack-small">
      <p class="small muted">{t("qr.removeText", { url: `${record.url}.qr` })}</p>
      <div>
        <Button disabled={isBusy} onClick={() => void run(remove)} label={t("qr.remove")} />
      </div>
    </div>
  );
}
