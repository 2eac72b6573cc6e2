import type { ComponentChildren } from "preact";
import { t } from "../text/text.ts";
import { Field } from "./field.tsx";

interface MomentProps {
  label: string;
  hint?: ComponentChildren;
  errors?: readonly string[] | undefined;
  /** A day and a time in the viewer's zone: `2026-12-31T23:59`; empty for none. */
  value: string;
  onValue: (value: string) => void;
  /** The time that a day has until somebody chooses another one. */
  dayTime: (typeof DAY_TIMES)[number];
}

const DAY_TIMES = ["00:00", "12:00", "23:59"] as const;
/** Four digits, as people know years. */
const LAST_DAY = "9999-12-31";

/** A moment, as a day and a time: a day alone has the time that people mean by it. */
export function MomentField({ label, hint, errors, value, onValue, dayTime }: MomentProps) {
  const [day = "", time = ""] = value.split("T");
  const join = (day: string, time: string) => onValue(day === "" ? "" : `${day}T${time || dayTime}`);
  return (
    <Field label={label} hint={hint} errors={errors}>
      {(control) => (
        <span class="moment">
          <input
            class="input"
            type="date"
            max={LAST_DAY}
            {...control}
            value={day}
            onInput={(event) => join(event.currentTarget.value, time)}
          />
          <input
            class="input"
            type="time"
            aria-label={t("moment.time", { label })}
            disabled={day === ""}
            value={time}
            onInput={(event) => join(day, event.currentTarget.value)}
          />
        </span>
      )}
    </Field>
  );
}
