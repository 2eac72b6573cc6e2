import { ownZone } from "../../../component/moment.tsx";
import { CONDITION_KEYS, type ConditionKey } from "../../../../domain/client/condition.ts";
import { Button, IconButton, LinkButton } from "../../../component/button.tsx";
import { CheckField, FieldError, SelectField, TextField } from "../../../component/field.tsx";
import { MomentField } from "../../../component/moment-field.tsx";
import { bind, errorsAt, type FormPart, itemsOf } from "../../../component/form.tsx";
import { TagInput } from "../../../component/tag-input.tsx";
import { t } from "../../../text/text.ts";
import { conditionName } from "../../../text/name.ts";
import { choicesOf, findElsewhere } from "../condition-choices.ts";
import type { RecordPart } from "../record-form.ts";
import {
  type ConditionForm,
  emptyValue,
  isFree,
  kindOf,
  type ListKey,
  type RuleForm,
  type TimeValue,
} from "../rule-form.ts";
import { DestinationFields } from "./destination-fields.tsx";

const MAX_RULES = 20;

export function RuleFields({ part }: { part: RecordPart }) {
  const { parts, add, remove, swap } = itemsOf(part, "rules");
  return (
    <div class="stack">
      <p class="field-hint">{t("rules.hint")}</p>
      <FieldError errors={part.errors["rules"]} />
      {parts.map((rule, index) => (
        <fieldset key={rule.form.id ?? index} class="card stack-small">
          <legend class="aloud">{t("rules.number", { number: index + 1 })}</legend>
          <div class="line-apart">
            <strong>{t("rules.number", { number: index + 1 })}</strong>
            <span class="line">
              <IconButton
                icon="up"
                label={t("rules.up")}
                disabled={index === 0}
                onClick={() => swap(index, index - 1)}
              />
              <IconButton
                icon="down"
                label={t("rules.down")}
                disabled={index === parts.length - 1}
                onClick={() => swap(index, index + 1)}
              />
              <IconButton icon="close" label={t("rules.remove")} onClick={() => remove(index)} />
            </span>
          </div>
          <TextField label={t("rules.name")} maxLength={40} {...bind(rule, "name")} />
          <Conditions part={rule} wholeErrors={part.errors[`rules.${index}`]} />
          <DestinationFields part={rule} />
        </fieldset>
      ))}
      {parts.length < MAX_RULES && (
        <div>
          <Button onClick={() => add(newRule())} icon="plus" label={t("rules.add")} />
        </div>
      )}
    </div>
  );
}

function newRule(): RuleForm {
  return {
    id: undefined,
    name: "",
    conditions: [newCondition("country")],
    destinations: [{ url: "", weight: "1" }],
    routing: "primary",
  };
}

function newCondition(key: ConditionKey, isNot = false): ConditionForm {
  return { key, isNot, value: emptyValue(key, ownZone()) };
}

interface ConditionsProps {
  part: FormPart<RuleForm>;
  /** The errors of the whole rule. */
  wholeErrors: string[] | undefined;
}

function Conditions({ part, wholeErrors = [] }: ConditionsProps) {
  const { conditions } = part.form;
  const { parts, add, remove } = itemsOf(part, "conditions");
  const next = CONDITION_KEYS.find((key) => isFree(conditions, key, false));
  return (
    <div class="stack-small">
      {parts.map(({ form: { key, isNot, value }, set }, index) => {
        const others = conditions.toSpliced(index, 1);
        const keys = CONDITION_KEYS.filter((one) => isFree(others, one, isNot));
        const senses = (["if", "not"] as const).filter((one) => isFree(others, key, one === "not"));
        return (
          <div key={`${key} ${String(isNot)}`} class="condition">
            <SelectField<ConditionKey>
              label={t("rules.condition")}
              value={key}
              options={keys.map((one) => ({ value: one, label: sayChoice(one) }))}
              onValue={(chosen) => set(newCondition(chosen, isNot))}
            />
            <SelectField
              label={t("rules.holds")}
              value={isNot ? "not" : "if"}
              options={senses.map((one) => ({ value: one, label: t(`rules.${one}`) }))}
              onValue={(sense) => set({ isNot: sense === "not" })}
            />
            <ConditionValueField
              condition={{ key, isNot, value }}
              errors={errorsAt(part.errors, `${isNot ? "not" : "if"}.${key}`)}
              onValue={(typed) => set({ value: typed })}
              onMeant={(meant) => {
                if (!isFree(others, meant.key, isNot)) return;
                const isEmpty = Array.isArray(value) && value.length === 0;
                const condition: ConditionForm = { key: meant.key, isNot, value: [meant.value] };
                if (isEmpty) set(condition);
                else add(condition);
              }}
            />
            <IconButton icon="close" label={t("rules.removeCondition")} onClick={() => remove(index)} />
          </div>
        );
      })}
      <FieldError errors={[...(part.errors["if"] ?? []), ...wholeErrors]} />
      {next !== undefined && (
        <div>
          <LinkButton onClick={() => add(newCondition(next))}>{t("rules.addCondition")}</LinkButton>
        </div>
      )}
    </div>
  );
}

interface ValueProps {
  condition: ConditionForm;
  errors: string[];
  onValue: (value: ConditionForm["value"]) => void;
  /** Takes a value of another condition, whose name was typed here. */
  onMeant: (meant: { key: ConditionKey; value: string }) => void;
}

function ConditionValueField({ condition: { key, value }, errors, onValue, onMeant }: ValueProps) {
  const label = t(`condition.${key}`);
  const elsewhere = (text: string) => {
    const meant = findElsewhere(key, text);
    if (meant === null) return null;
    const values = { condition: t(`condition.${meant.key}`), name: conditionName(meant.key, meant.value) };
    return { label: t("rules.meant", values), take: () => onMeant(meant) };
  };
  if ("local" in value) {
    return (
      <MomentField
        label={label}
        dayTime="00:00"
        value={value.local}
        onValue={(local) => onValue({ ...value, local })}
        errors={errors}
      />
    );
  }
  if (!Array.isArray(value)) return <TimeFields value={value} errors={errors} onValue={onValue} />;
  const choices = choicesOf(key);
  return (
    <TagInput
      label={label}
      hint={kindOf(key) === "pairs" ? t("rules.pairs") : t(`condition.${key as ListKey}.hint`)}
      value={value}
      {...(choices && { choices, elsewhere })}
      onValue={onValue}
      errors={errors}
    />
  );
}

const DAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;

function TimeFields({
  value,
  errors,
  onValue,
}: Omit<ValueProps, "condition" | "onMeant"> & { value: TimeValue }) {
  const { days } = value;
  const part: FormPart<TimeValue> = {
    form: value,
    set: (changed) => onValue({ ...value, ...changed }),
    errors: {},
  };
  return (
    <div class="stack-small">
      <div class="columns">
        <TextField label={t("rules.from")} type="time" {...bind(part, "from")} />
        <TextField label={t("rules.to")} type="time" {...bind(part, "to")} />
        <TextField label={t("rules.zone")} {...bind(part, "zone")} />
      </div>
      <fieldset class="line">
        <legend class="small muted">{t("rules.days")}</legend>
        {DAYS.map((day) => (
          <CheckField
            key={day}
            label={t(`day.${day}`)}
            value={days.includes(day)}
            onValue={(isOn) => part.set({ days: isOn ? [...days, day] : days.filter((one) => one !== day) })}
          />
        ))}
      </fieldset>
      <FieldError errors={errors} />
    </div>
  );
}

/** Says a condition where it is chosen; with examples, if people look for a device in the other of two lists. */
function sayChoice(key: ConditionKey): string {
  return t(key === "device" || key === "os" ? `condition.${key}.choice` : `condition.${key}`);
}
