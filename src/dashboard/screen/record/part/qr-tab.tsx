import { useState } from "preact/hooks";
import type { LinkRecord } from "../../../api/types.ts";
import { ButtonLink } from "../../../component/button.tsx";
import { SelectField } from "../../../component/field.tsx";
import { t } from "../../../text/text.ts";

const WIDTHS = ["300", "600", "1024", "2048"];

interface QrProps {
  record: LinkRecord;
  /** The address of the form, at the style of the QR code. */
  styleHref: string;
}

export function QrTab({ record, styleHref }: QrProps) {
  const [width, setWidth] = useState("1024");
  const [version] = useState(() => record.updated_at);
  const url = (format: string, pixels: string) =>
    `/v1/links/${record.id}/qr?format=${format}&width=${pixels}`;
  const name = record.alias.replaceAll(/[^\p{L}\p{N}._-]/gu, "-") || "qr";
  return (
    <div class="stack">
      <img
        key={version}
        class="qr"
        src={url("svg", "300")}
        width={300}
        height={300}
        alt={t("qr.alt", { url: record.url })}
      />
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
        <ButtonLink href={url("svg", width)} download={`${name}.svg`} label={t("qr.svg")} />
        <ButtonLink href={url("png", width)} download={`${name}.png`} label={t("qr.png")} />
      </div>
      <p>
        <a href={styleHref}>{t("qr.toStyle")}</a>
      </p>
    </div>
  );
}
