import { useEffect, useRef, useState } from "preact/hooks";
import type { QrRequest } from "../../../qr/request.ts";
import { type Query, refuseFields } from "../../api/client.ts";
import { SelectField, TextField } from "../../component/field.tsx";
import { bind, FormDialog } from "../../component/form.tsx";
import { download } from "../../state/download.ts";
import { showToast } from "../../state/toast.ts";
import { t } from "../../text/text.ts";
import { findUnknownPart, NAME_PARTS } from "./file-name.ts";
import { MAX_PICTURES, zipPictures } from "./zip.ts";

const WIDTHS = ["300", "600", "1024", "2048"];

const FIRST: { format: QrRequest["format"]; width: string; names: string } = {
  format: "svg",
  width: "1024",
  names: "{alias}",
};

interface ZipProps {
  /** The filter and order of the list, in the format of the API. */
  query: Query;
  onClose: () => void;
}

/** Saves the QR codes of all records of a list as one file. They are drawn in the browser. */
export default function ZipDialog({ query, onClose }: ZipProps) {
  const [count, setCount] = useState(0);
  const isStopped = useRef(false);
  useEffect(() => () => void (isStopped.current = true), []);
  return (
    <FormDialog
      title={t("qr.zip")}
      first={FIRST}
      sendLabel={t("qr.zipSave")}
      busyLabel={t("qr.zipBusy", { count })}
      send={async ({ format, width, names }) => {
        const unknown = findUnknownPart(names);
        if (unknown !== undefined) refuseFields({ names: [t("qr.namesUnknown", { part: unknown })] });
        const zip = await zipPictures({
          query,
          request: { format, width: Number(width) },
          names,
          onCount: setCount,
          isStopped: () => isStopped.current,
        });
        if (zip === null) return;
        download("qr-codes.zip", zip.contents);
        showToast(
          t("qr.zipDone", { count: zip.count }) +
            (zip.left > 0 ? ` ${t("qr.zipLeft", { count: zip.left })}` : ""),
        );
        onClose();
      }}
      onClose={onClose}
    >
      {(part) => (
        <>
          <p>{t("qr.zipText", { count: MAX_PICTURES })}</p>
          <div class="columns">
            <SelectField
              label={t("qr.format")}
              options={["svg", "png", "pdf"].map((value) => ({ value, label: value.toUpperCase() }))}
              {...bind(part, "format")}
            />
            <SelectField
              label={t("qr.width")}
              options={WIDTHS.map((value) => ({ value, label: t("qr.pixels", { count: Number(value) }) }))}
              {...bind(part, "width")}
            />
          </div>
          <TextField
            label={t("qr.names")}
            hint={t("qr.namesHint", { parts: NAME_PARTS.map((name) => `{${name}}`).join(", ") })}
            spellcheck={false}
            {...bind(part, "names")}
          />
        </>
      )}
    </FormDialog>
  );
}
