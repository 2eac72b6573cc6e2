import { bind } from "../../component/form.tsx";
import { useEffect, useState } from "preact/hooks";
import { COUNTRY_CODES } from "../../../domain/client/condition.ts";
import { Button } from "../../component/button.tsx";
import { CheckField, SelectField, TextField, type Option } from "../../component/field.tsx";
import { useMay } from "../../state/session.ts";
import { currentLanguage, t } from "../../text/text.ts";
import { toLocalTime, toTimestamp } from "../record/local-time.ts";
import { DEVICES, isDevice, METHODS, type Device, type Question } from "./question.ts";

interface FormProps {
  question: Question;
  errors: Record<string, string[]>;
  isBusy: boolean;
  onAsk: (question: Question) => void;
}

const OWN = "own";
const NAMES = Object.keys(DEVICES) as Device[];

export function QuestionForm({ question, errors, isBusy, onAsk }: FormProps) {
  const [asked, setAsked] = useState(question);
  const [hasOwnAgent, setOwnAgent] = useState(question.agent !== "" && !isDevice(question.agent));
  useEffect(() => {
    setAsked(question);
    setOwnAgent(question.agent !== "" && !isDevice(question.agent));
  }, [JSON.stringify(question)]);
  const mayUnlock = useMay("editor");
  const set = (changed: Partial<Question>) => setAsked({ ...asked, ...changed });
  const part = { form: asked, set, errors };
  const visitor = ["country", "language", "agent", "method", "at", "held", "unlocked"] as const;
  const isVisitorSaid = visitor.some((name) => question[name] !== "" && question[name] !== false);
  const hasVisitorError = Object.keys(errors).some((name) => name.startsWith("as."));
  return (
    <form
      class="card stack"
      aria-label={t("explain.question")}
      onSubmit={(event) => {
        event.preventDefault();
        onAsk(asked);
      }}
    >
      <div class="ask">
        <TextField
          label={t("explain.url")}
          placeholder="go.example.com/spring"
          {...bind(part, "url")}
          spellcheck={false}
          autocapitalize="off"
          inputMode="url"
          required
          autofocus={question.url === ""}
        />
        <Button kind="main" type="submit" disabled={isBusy} label={t("nav.explain")} />
      </div>
      <details class="section" open={isVisitorSaid || hasVisitorError}>
        <summary>{t("explain.visitor")}</summary>
        <div class="section-body stack">
          <div class="columns">
            <SelectField
              label={t("explain.country")}
              none={t("explain.any")}
              options={countries()}
              {...bind(part, "country", "as.country")}
            />
            <TextField
              label={t("person.language")}
              placeholder="de-CH, de, en"
              {...bind(part, "language", "as.language")}
            />
            <SelectField
              label={t("explain.device")}
              value={hasOwnAgent ? OWN : asked.agent}
              none={t("explain.any")}
              options={[
                ...NAMES.map((name) => ({ value: name, label: t(`explain.device.${name}`) })),
                { value: OWN, label: t("explain.device.own") },
              ]}
              onValue={(agent) => {
                setOwnAgent(agent === OWN);
                set({ agent: agent === OWN ? "" : agent });
              }}
            />
            <SelectField
              label={t("explain.method")}
              options={METHODS.map((name) => ({ value: name === "GET" ? "" : name, label: name }))}
              {...bind(part, "method")}
            />
            <TextField
              label={t("explain.at")}
              type="datetime-local"
              value={toLocalTime(asked.at || null)}
              onValue={(at) => set({ at: toTimestamp(at) ?? "" })}
              hint={t("explain.atHint")}
              errors={errors["as.at"]}
            />
          </div>
          {hasOwnAgent && (
            <TextField
              label={t("explain.agent")}
              spellcheck={false}
              {...bind(part, "agent", "as.user_agent")}
            />
          )}
          <CheckField label={t("explain.held")} hint={t("explain.heldHint")} {...bind(part, "held")} />
          {mayUnlock && (
            <CheckField
              label={t("explain.unlocked")}
              hint={t("explain.unlockedHint")}
              {...bind(part, "unlocked")}
            />
          )}
        </div>
      </details>
    </form>
  );
}

function countries(): Option[] {
  const language = currentLanguage();
  const names = new Intl.DisplayNames([language], { type: "region" });
  const compare = new Intl.Collator(language).compare;
  return COUNTRY_CODES.map((value) => ({ value, label: names.of(value) ?? value })).toSorted((a, b) =>
    compare(a.label, b.label),
  );
}
