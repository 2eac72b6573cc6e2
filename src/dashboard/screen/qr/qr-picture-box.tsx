import { useEffect, useState } from "preact/hooks";
import type { LinkRecord } from "../../api/types.ts";
import { Button } from "../../component/button.tsx";
import { SelectField } from "../../component/field.tsx";
import { sayReason } from "../../text/reason.ts";
import { t } from "../../text/text.ts";
import { useWork } from "../../state/work.ts";
import { download } from "../../state/download.ts";
import { drawPicture, toAddress, toBlob, type QrStyle } from "./draw-picture.ts";
import { toFileName } from "./file-name.ts";
import { useLogo } from "./logo.ts";
import { findStyleProblems } from "./styles.ts";

interface BoxProps {
  record: LinkRecord;
  style: QrStyle;
}

const WIDTHS = ["300", "600", "1024", "2048"];
const FORMATS = ["svg", "png", "pdf"] as const;
const SETTLED_MS = 400;

/** The picture of a style that may not be saved yet, whether readers can read it, and its files. */
export function QrPictureBox({ record, style }: BoxProps) {
  const logo = useLogo(record.host, style.logo);
  const [width, setWidth] = useState("1024");
  const [isBusy, run] = useWork();
  const drawn = { record, style, logo: logo?.logo };
  const key = JSON.stringify([style, logo?.name, logo?.logo !== undefined]);
  const { image, reason } = useImage(drawn, key);
  const problems = findStyleProblems(style);
  const save = (format: (typeof FORMATS)[number]) =>
    run(async () => {
      const picture = await drawPicture(drawn, { format, width: Number(width) });
      if (picture.ok) download(`${toFileName(record)}.${format}`, toBlob(picture));
    });
  return (
    <div class="stack qr-box">
      {reason !== null && <p class="notice notice-bad">{reason}</p>}
      {image !== null && <img class="qr" src={image} width={280} alt={t("qr.alt", { url: record.url })} />}
      {problems.map(({ field, reason: why }) => (
        <p key={field} class="small notice notice-bad" role="status">
          {t(`qr.${field}`)}: {sayReason(why)}. {field !== "caption" && t("qr.paleText")}
        </p>
      ))}
      {problems.length === 0 && reason === null && <ReadNotice drawn={drawn} key={key} />}
      <SelectField
        label={t("qr.width")}
        value={width}
        options={WIDTHS.map((pixels) => ({
          value: pixels,
          label: t("qr.pixels", { count: Number(pixels) }),
        }))}
        onValue={setWidth}
      />
      <div class="line">
        {FORMATS.map((format) => (
          <Button
            key={format}
            disabled={isBusy || reason !== null || problems.length > 0}
            onClick={() => void save(format)}
            label={t(`qr.save.${format}`)}
          />
        ))}
      </div>
      <p class="small muted">{t("qr.pdfText")}</p>
    </div>
  );
}

type Drawn = Parameters<typeof drawPicture>[0];

function useImage(drawn: Drawn, key: string): { image: string | null; reason: string | null } {
  const [shown, setShown] = useState<{ image: string | null; reason: string | null }>({
    image: null,
    reason: null,
  });
  useEffect(() => {
    let isNewest = true;
    const show = async () => {
      const picture = await drawPicture(drawn, { format: "svg", width: 280 });
      if (!isNewest) return;
      if (!picture.ok) setShown({ image: null, reason: sayReason(picture.reason, "") });
      else setShown({ image: toAddress(picture), reason: null });
    };
    void show();
    return () => void (isNewest = false);
  }, [key]);
  return shown;
}

/** Says whether readers have read the picture, once they have. */
function ReadNotice({ drawn }: { drawn: Drawn }) {
  const [reading, setReading] = useState<boolean | "failed" | null>(null);
  useEffect(() => {
    let isNewest = true;
    const timer = setTimeout(() => {
      void import("./read-picture.ts")
        .then(({ isReadable }) => isReadable(drawn))
        .catch(() => "failed" as const)
        .then((found) => isNewest && setReading(found));
    }, SETTLED_MS);
    return () => {
      isNewest = false;
      clearTimeout(timer);
    };
  }, []);
  if (reading === "failed") return null;
  const text = t(reading === null ? "qr.reading" : reading ? "qr.isRead" : "qr.isNotRead");
  const kind = reading === null ? "" : reading ? " notice-good" : " notice-bad";
  return (
    <p role="status" class={`small notice two-lines${kind}`}>
      {text}
    </p>
  );
}
