import { DOORS } from "../../../domain/client/words.ts";
import { CheckField } from "../../component/field.tsx";
import { t } from "../../text/text.ts";

interface DoorsProps {
  /** Names with commas between them; empty for none. */
  value: string;
  onValue: (value: string) => void;
}

/** The doors of a workspace, each on or off. */
export function DoorsField({ value, onValue }: DoorsProps) {
  const open = value.split(",");
  return (
    <div class="stack-small">
      {DOORS.map((door) => (
        <CheckField
          key={door}
          label={t(`settings.door.${door}`)}
          hint={t(`settings.doorHint.${door}`)}
          value={open.includes(door)}
          onValue={(isOpen) =>
            onValue(DOORS.filter((one) => (one === door ? isOpen : open.includes(one))).join(","))
          }
        />
      ))}
    </div>
  );
}
