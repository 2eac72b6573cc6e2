import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
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
  dayTime: "00:00" | "12:00" | "23:59";
}

/** Four digits, as people know years. */
const LAST_DAY = "9999-12-31";

/** A moment, as a day and a time: a day alone has the time that people mean by it. */
export function MomentField({ label, hint, errors, value, onValue, dayTime }: MomentProps) {
  const [day = "", time = ""] = value.split("T");
  // A day that is being typed anew is none for a while, which takes no time away that was chosen.
  const kept = useRef(dayTime as string);
  if (time !== "") kept.current = time;
  const join = (day: string, time: string) => onValue(day === "" ? "" : `${day}T${time}`);
  return (
    <Field label={label} hint={hint} errors={errors}>
      {({ id, ...control }) => (
        <span class="moment">
          <input
            class="input"
            type="date"
            max={LAST_DAY}
            id={id}
            {...control}
            value={day}
            onInput={(event) => join(event.currentTarget.value, kept.current)}
          />
          <input
            class="input"
            type="time"
            aria-label={t("moment.time", { label })}
            {...control}
            disabled={day === ""}
            value={time}
            // A time that is half typed has no value, and stays as it is until the field is left.
            onInput={({ currentTarget: field }) => field.value !== "" && join(day, field.value)}
            onBlur={({ currentTarget: field }) => {
              if (field.value === "" && !field.validity.badInput) field.value = time;
            }}
          />
        </span>
      )}
    </Field>
  );
}
