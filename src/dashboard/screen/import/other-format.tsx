import type { OtherFormat } from "../../../import/read-file.ts";
import { Button } from "../../component/button.tsx";
import { t } from "../../text/text.ts";
import type { FileSummary } from "./reader/message.ts";

interface OtherProps {
  others: FileSummary["others"];
  onFormat: (format: OtherFormat) => void;
}

/** Says how many rows the present format does not read, and offers the format that does. */
export function OtherRows({ others, onFormat }: OtherProps) {
  if (others.formats.length === 0) return null;
  return (
    <div class="notice notice-warn" role="status">
      <p>{t("import.otherFormat", { count: others.rows })}</p>
      <ReadAs others={others} onFormat={onFormat} />
    </div>
  );
}

/** Buttons that read the file as another format at once. */
export function ReadAs({ others, onFormat }: OtherProps) {
  if (others.formats.length === 0) return null;
  return (
    <div class="line">
      {others.formats.map((format) => (
        <Button key={format} onClick={() => onFormat(format)} label={t(`import.as.${format}`)} />
      ))}
    </div>
  );
}
