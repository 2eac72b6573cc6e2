import { CONDITION_KEYS, getCondition, type ConditionKey } from "../../../../domain/client/condition.ts";
import { CheckField, FieldError, SelectField, TextField } from "../../../component/field.tsx";
import { Icon } from "../../../component/icon.tsx";
import { TagInput } from "../../../component/tag-input.tsx";
import { t } from "../../../text/text.ts";
import { errorsAt, type FormPart } from "../form-context.ts";
import {
  emptyValue,
  isFree,
  kindOf,
  type ConditionForm,
  type ListKey,
  type RuleForm,
  type TimeValue,
} from "../rule-form.ts";
import { DestinationFields } from "./destination-fields.tsx";

const MAX_RULES = 20;

/** Rules in their order. The first matching rule decides the destination. */
export function RuleFields({ form, set, errors }: FormPart) {
  const { rules } = form;
  const setAt = (index: number, changed: Partial<RuleForm>) =>
    set({ rules: rules.map((rule, at) => (at === index ? { ...rule, ...changed } : rule)) });
  const move = (index: number, step: number) => {
    const moved = [...rules];
    const [rule] = moved.splice(index, 1);
    if (rule !== undefined) moved.splice(index + step, 0, rule);
    set({ rules: moved });
  };
  return (
    <div class="stack">
      <p class="field-hint">{t("rules.hint")}</p>
      <FieldError errors={errors["rules"]} />
      {rules.map((rule, index) => (
        <fieldset key={rule.id ?? index} class="card stack-small">
          <legend class="aloud">{t("rules.number", { number: index + 1 })}</legend>
          <div class="line-apart">
            <strong>{t("rules.number", { number: index + 1 })}</strong>
            <span class="line">
              <RuleButton
                name="up"
                label={t("rules.up")}
                disabled={index === 0}
                onPress={() => move(index, -1)}
              />
              <RuleButton
                name="down"
                label={t("rules.down")}
                disabled={index === rules.length - 1}
                onPress={() => move(index, 1)}
              />
              <RuleButton
                name="close"
                label={t("rules.remove")}
                onPress={() => set({ rules: rules.filter((_, at) => at !== index) })}
              />
            </span>
          </div>
          <TextField
            label={t("rules.name")}
            value={rule.name}
            maxLength={40}
            onValue={(name) => setAt(index, { name })}
            errors={errors[`rules.${index}.name`]}
          />
          <Conditions
            rule={rule}
            errors={errors}
            prefix={`rules.${index}.`}
            onChange={(changed) => setAt(index, changed)}
          />
          <DestinationFields
            destinations={rule.destinations}
            routing={rule.routing}
            errors={errors}
            prefix={`rules.${index}.`}
            onChange={(changed) => setAt(index, changed)}
          />
        </fieldset>
      ))}
      {rules.length < MAX_RULES && (
        <div>
          <button type="button" class="button" onClick={() => set({ rules: [...rules, newRule()] })}>
            <Icon name="plus" />
            {t("rules.add")}
          </button>
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

function newCondition(key: ConditionKey): ConditionForm {
  return { key, isNot: false, value: emptyValue(key, Intl.DateTimeFormat().resolvedOptions().timeZone) };
}

interface ConditionsProps {
  rule: RuleForm;
  errors: Record<string, string[]>;
  prefix: string;
  onChange: (changed: Partial<RuleForm>) => void;
}

function Conditions({ rule: { conditions }, errors, prefix, onChange }: ConditionsProps) {
  const setAt = (index: number, changed: ConditionForm) =>
    onChange({ conditions: conditions.map((one, at) => (at === index ? changed : one)) });
  const next = CONDITION_KEYS.find((key) => isFree(conditions, key, false));
  return (
    <div class="stack-small">
      {conditions.map((condition, index) => {
        const others = conditions.filter((one) => one !== condition);
        const path = `${prefix}${condition.isNot ? "not" : "if"}.${condition.key}`;
        return (
          <div key={`${condition.key} ${String(condition.isNot)}`} class="condition">
            <SelectField
              label={t("rules.condition")}
              value={condition.key}
              options={CONDITION_KEYS.filter((key) => isFree(others, key, condition.isNot)).map((key) => ({
                value: key,
                label: t(`condition.${key}`),
              }))}
              onValue={(key) =>
                setAt(index, { ...newCondition(key as ConditionKey), isNot: condition.isNot })
              }
            />
            <SelectField
              label={t("rules.holds")}
              value={condition.isNot ? "not" : "if"}
              options={(["if", "not"] as const)
                .filter((value) => isFree(others, condition.key, value === "not"))
                .map((value) => ({ value, label: t(`rules.${value}`) }))}
              onValue={(value) => setAt(index, { ...condition, isNot: value === "not" })}
            />
            <ConditionValueField
              condition={condition}
              errors={errorsAt(errors, path)}
              onValue={(value) => setAt(index, { ...condition, value })}
            />
            <RuleButton
              name="close"
              label={t("rules.removeCondition")}
              onPress={() => onChange({ conditions: conditions.filter((_, at) => at !== index) })}
            />
          </div>
        );
      })}
      <FieldError errors={[...(errors[`${prefix}if`] ?? []), ...(errors[prefix.slice(0, -1)] ?? [])]} />
      {next !== undefined && (
        <div>
          <button
            type="button"
            class="link-button small"
            onClick={() => onChange({ conditions: [...conditions, newCondition(next)] })}
          >
            {t("rules.addCondition")}
          </button>
        </div>
      )}
    </div>
  );
}

interface ValueProps {
  condition: ConditionForm;
  errors: string[];
  onValue: (value: ConditionForm["value"]) => void;
}

function ConditionValueField({ condition: { key, value }, errors, onValue }: ValueProps) {
  const label = t(`condition.${key}`);
  if ("local" in value) {
    return (
      <TextField
        label={label}
        type="datetime-local"
        value={value.local}
        onValue={(local) => onValue({ ...value, local })}
        errors={errors}
      />
    );
  }
  if (!Array.isArray(value)) return <TimeFields value={value} errors={errors} onValue={onValue} />;
  const { items } = (getCondition(key)?.schema ?? {}) as { items?: { enum?: string[] } };
  return (
    <TagInput
      label={label}
      hint={kindOf(key) === "pairs" ? t("rules.pairs") : t(`condition.${key as ListKey}.hint`)}
      values={value}
      suggestions={items?.enum ?? []}
      isClosed={items?.enum !== undefined}
      onValues={onValue}
      errors={errors}
    />
  );
}

const DAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;

function TimeFields({ value, errors, onValue }: Omit<ValueProps, "condition"> & { value: TimeValue }) {
  const { from, to, days, zone } = value;
  const toggle = (day: string, isOn: boolean) =>
    onValue({ ...value, days: isOn ? [...days, day] : days.filter((other) => other !== day) });
  return (
    <div class="stack-small">
      <div class="columns">
        <TextField
          label={t("rules.from")}
          type="time"
          value={from}
          onValue={(next) => onValue({ ...value, from: next })}
        />
        <TextField
          label={t("rules.to")}
          type="time"
          value={to}
          onValue={(next) => onValue({ ...value, to: next })}
        />
        <TextField
          label={t("rules.zone")}
          value={zone}
          onValue={(next) => onValue({ ...value, zone: next })}
        />
      </div>
      <fieldset class="line">
        <legend class="small muted">{t("rules.days")}</legend>
        {DAYS.map((day) => (
          <CheckField
            key={day}
            label={t(`day.${day}`)}
            isChecked={days.includes(day)}
            onChecked={(isOn) => toggle(day, isOn)}
          />
        ))}
      </fieldset>
      <FieldError errors={errors} />
    </div>
  );
}

interface ButtonProps {
  name: "up" | "down" | "close";
  label: string;
  onPress: () => void;
  disabled?: boolean;
}

function RuleButton({ name, label, onPress, disabled = false }: ButtonProps) {
  return (
    <button
      type="button"
      class="icon-button"
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={onPress}
    >
      <Icon name={name} />
    </button>
  );
}
