import { useState } from "preact/hooks";
import { REDIRECT_STATUSES } from "../../../domain/client/words.ts";
import { useTagNames } from "../../api/shared-reads.ts";
import { CheckField, SelectField, TextField } from "../../component/field.tsx";
import { bind } from "../../component/form.tsx";
import { TagInput } from "../../component/tag-input.tsx";
import { t } from "../../text/text.ts";
import { HostMap } from "./host-map.tsx";
import type { FileSummary, ReadChoice } from "./reader/message.ts";
import type { ImportRequest } from "./send-import.ts";

interface OptionsProps {
  summary: FileSummary;
  choice: ReadChoice;
  hosts: readonly string[];
  request: ImportRequest;
  onChoice: (changed: Partial<ReadChoice>) => void;
  onRequest: (changed: Partial<ImportRequest>) => void;
}

const MODES = ["create", "upsert", "mirror"] as const;

/** The options for parsing the file, and for records that already exist. */
export function ImportOptions({ summary, choice, hosts, request, onChoice, onRequest }: OptionsProps) {
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
        <SelectField
          label={t("import.host")}
          hint={
            summary.missing.host > 0 ? (
              <span class="bad">{t("import.hostMissing", { count: summary.missing.host })}</span>
            ) : (
              t("import.hostHint")
            )
          }
          value={choice.host ?? ""}
          none={t("import.noHost")}
          options={hosts}
          onValue={(host) => onChoice({ host: host || null })}
        />
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
        suggestions={tags}
        {...bind(sending, "tags")}
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
      <HostMap summary={summary} choice={choice} hosts={hosts} onChoice={onChoice} />
    </section>
  );
}

interface OriginProps {
  value: string | null;
  missing: number;
  onOrigin: (origin: string | null) => void;
}

/** The scheme and host of destinations that begin with a slash. An incomplete origin has no effect. */
function OriginField({ value, missing, onOrigin }: OriginProps) {
  const [text, setText] = useState(value ?? "");
  const read = () => {
    const origin = text.trim().replace(/\/+$/, "");
    onOrigin(/^https?:\/\/[^/\s]+$/i.test(origin) ? origin : null);
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
      type="url"
      placeholder="https://www.new.example"
      value={text}
      onValue={setText}
      // Runs when the user leaves the field, because an incomplete address is not valid.
      onChange={read}
    />
  );
}
