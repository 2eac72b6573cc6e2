import { useState } from "preact/hooks";
import { SelectField, TextField } from "../../component/field.tsx";
import { t } from "../../text/text.ts";

interface RetentionProps {
  label: string;
  hint: string;
  /** In the notation of the API, such as `45d` or `6m`; empty for the longest time. */
  value: string;
  onValue: (value: string) => void;
  errors: readonly string[];
}

const USUAL = ["12m", "6m", "3m", "1m"];
const OTHER = "other";

/** The time for which clicks are kept: one of the usual ones, or any number of days or months. */
export function RetentionField({ label, hint, value, onValue, errors }: RetentionProps) {
  const [isOther, setOther] = useState(false);
  const isUsual = value === "" || USUAL.includes(value);
  const choice = isOther || !isUsual ? OTHER : value;
  const choose = (next: string) => {
    setOther(next === OTHER);
    if (next !== OTHER) onValue(next);
  };
  return (
    <div class="stack-small">
      <SelectField
        label={label}
        hint={hint}
        value={choice}
        none={t("settings.keep.longest")}
        options={[
          ...USUAL.map((one) => ({
            value: one,
            label: t("settings.keep.months", { count: Number.parseInt(one) }),
          })),
          { value: OTHER, label: t("settings.keep.other") },
        ]}
        errors={choice === OTHER ? [] : errors}
        onValue={choose}
      />
      {choice === OTHER && <OtherTime value={value} onValue={onValue} errors={errors} />}
    </div>
  );
}

function OtherTime({ value, onValue, errors }: Pick<RetentionProps, "value" | "onValue" | "errors">) {
  const [, count = value, unit = "d"] = /^(.*)([dm])$/.exec(value) ?? [];
  return (
    <div class="columns">
      <TextField
        label={t("settings.keep.count")}
        inputMode="numeric"
        maxLength={3}
        value={count}
        errors={errors}
        onValue={(next) => onValue(next.trim() + unit)}
      />
      <SelectField
        label={t("settings.keep.unit")}
        value={unit}
        options={[
          { value: "d", label: t("settings.keep.unitDays") },
          { value: "m", label: t("settings.keep.unitMonths") },
        ]}
        onValue={(next) => onValue(count + next)}
      />
    </div>
  );
}
