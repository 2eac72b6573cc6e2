import { useEffect, useState } from "preact/hooks";
import { REDIRECT_STATUSES } from "../../../domain/client/words.ts";
import { useTagNames } from "../../api/shared-reads.ts";
import { CheckField, SelectField, TextField } from "../../component/field.tsx";
import { bind } from "../../component/form.tsx";
import { TagInput } from "../../component/tag-input.tsx";
import { t } from "../../text/text.ts";
import type { FileSummary, ReadChoice } from "./reader/message.ts";
import type { ImportRequest } from "./send-import.ts";
import { readOrigin } from "./origin.ts";

interface OptionsProps {
  summary: FileSummary;
  choice: ReadChoice;
  request: ImportRequest;
  onChoice: (changed: Partial<ReadChoice>) => void;
  onRequest: (changed: Partial<ImportRequest>) => void;
}

const MODES = ["create", "upsert", "mirror"] as const;

/** The options for parsing the file, and for records that already exist. */
export function ImportOptions({ summary, choice, request, onChoice, onRequest }: OptionsProps) {
  const tags = useTagNames();
  const sending = { form: request, set: onRequest, errors: {} };
  return (
    <section class="card stack" aria-label={t("import.options")}>
      <h2>{t("import.options")}</h2>
      <fieldset class="stack-small">
        <legend class="field-label">{t("import.mode")}</legend>
        <div class="columns">
          {MODES.map((mode) => (
            <label key={mode} class="check">
              <input
                type="radio"
                name="mode"
                checked={request.mode === mode}
                onChange={() =>
                  onRequest({
                    mode,
                    ...(mode === "mirror" && {
                      owner: request.owner || (summary.managed.owner ?? ""),
                      hosts: summary.managed.hosts ?? [],
                    }),
                  })
                }
              />
              <span>
                {t(`import.mode.${mode}`)}
                <span class="field-hint import-mode">{t(`import.mode.${mode}Hint`)}</span>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      {request.mode === "mirror" && (
        <div class="columns">
          <TextField
            label={t("import.owner")}
            hint={t("import.ownerHint")}
            maxLength={64}
            required
            {...bind(sending, "owner")}
          />
          <CheckField label={t("import.adopt")} hint={t("import.adoptHint")} {...bind(sending, "adopts")} />
        </div>
      )}
      <div class="columns">
        <OriginField
          value={choice.origin}
          missing={summary.missing.origin}
          onOrigin={(origin) => onChoice({ origin })}
        />
        <SelectField
          label={t("import.status")}
          value={choice.status === null ? "" : String(choice.status)}
          none={t("import.statusUsual")}
          options={REDIRECT_STATUSES.map(String)}
          onValue={(status) => onChoice({ status: status === "" ? null : Number(status) })}
        />
        {summary.format === "htaccess" && (
          <TextField
            label={t("import.base")}
            hint={t("import.baseHint")}
            value={choice.base}
            onValue={(base) => onChoice({ base: `/${base.replace(/^\/+|\/+$/g, "")}/`.replace("//", "/") })}
          />
        )}
      </div>
      <TagInput
        label={t("import.tags")}
        hint={t("import.tagsHint")}
        choices={{ values: tags }}
        {...bind(sending, "tags")}
      />
      <CheckField
        label={t("import.forwardQuery")}
        hint={t("import.forwardQueryHint")}
        {...bind({ form: choice, set: onChoice, errors: {} }, "forwardQuery")}
      />
      {/^(?:htaccess|nginx-)/.test(summary.format) && (
        <CheckField
          label={t("import.literalDots")}
          hint={t("import.literalDotsHint")}
          {...bind({ form: choice, set: onChoice, errors: {} }, "literalDots")}
        />
      )}
      {(summary.missing.password > 0 || choice.passwords === "drop") && (
        <CheckField
          label={t("import.dropPasswords")}
          hint={t("import.dropPasswordsHint")}
          value={choice.passwords === "drop"}
          onValue={(isDropped) => onChoice({ passwords: isDropped ? "drop" : "leave-out" })}
        />
      )}
    </section>
  );
}

const TYPING_MS = 300;

interface OriginProps {
  value: string | null;
  missing: number;
  onOrigin: (origin: string | null) => void;
}

/** The scheme and host of destinations that begin with a slash. */
function OriginField({ value, missing, onOrigin }: OriginProps) {
  const [text, setText] = useState(value ?? "");
  const [isBad, setBad] = useState(false);
  const origin = readOrigin(text);
  // The file is read while somebody types, so that nothing moves away from under the click that leaves the field.
  useEffect(() => {
    if (origin === value) return;
    const timer = setTimeout(() => onOrigin(origin), TYPING_MS);
    return () => clearTimeout(timer);
  }, [origin]);
  const leave = () => {
    setBad(origin === null && text.trim() !== "");
    if (origin !== null) setText(origin);
    if (origin !== value) onOrigin(origin);
  };
  return (
    <TextField
      label={t("import.origin")}
      hint={
        missing > 0 ? (
          <span class="bad">{t("import.originMissing", { count: missing })}</span>
        ) : (
          t("import.originHint")
        )
      }
      errors={isBad ? [t("import.originBad")] : []}
      type="url"
      placeholder="https://www.new.example"
      value={text}
      onValue={(next) => {
        setText(next);
        setBad(false);
      }}
      onChange={leave}
    />
  );
}
