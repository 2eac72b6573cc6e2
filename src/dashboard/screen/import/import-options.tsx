import { useState } from "preact/hooks";
import { REDIRECT_STATUSES } from "../../../domain/client/words.ts";
import { call } from "../../api/client.ts";
import { useRead } from "../../api/query.ts";
import type { Page, Tag } from "../../api/types.ts";
import { CheckField, SelectField, TextField } from "../../component/field.tsx";
import { TagInput } from "../../component/tag-input.tsx";
import { t } from "../../text/text.ts";
import { HostMap } from "./host-map.tsx";
import type { FileSummary, ReadChoice } from "./reader/message.ts";
import type { ImportRequest } from "./send-import.ts";

interface OptionsProps {
  summary: FileSummary;
  choice: ReadChoice;
  /** The hostnames of the workspace. */
  hosts: readonly string[];
  request: ImportRequest;
  onChoice: (changed: Partial<ReadChoice>) => void;
  onRequest: (changed: Partial<ImportRequest>) => void;
}

const MODES = ["create", "upsert", "mirror"] as const;

/** The options for parsing the file, and for records that already exist. */
export function ImportOptions({ summary, choice, hosts, request, onChoice, onRequest }: OptionsProps) {
  const tags = useRead<Page<Tag>>({
    key: ["tags", "names"],
    read: (signal) => call("GET", "/tags", { query: { per_page: 500 }, signal }),
  });
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
            value={request.owner}
            onValue={(owner) => onRequest({ owner })}
            maxLength={64}
            required
          />
          <CheckField
            label={t("import.adopt")}
            hint={t("import.adoptHint")}
            isChecked={request.adopts}
            onChecked={(adopts) => onRequest({ adopts })}
          />
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
          options={[
            { value: "", label: t("import.noHost") },
            ...hosts.map((host) => ({ value: host, label: host })),
          ]}
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
          options={[
            { value: "", label: t("import.statusUsual") },
            ...REDIRECT_STATUSES.map((status) => ({ value: String(status), label: String(status) })),
          ]}
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
        values={request.tags}
        onValues={(values) => onRequest({ tags: values })}
        suggestions={tags.data?.data.map(({ name }) => name) ?? []}
      />
      {/^(?:htaccess|nginx-)/.test(summary.format) && (
        <CheckField
          label={t("import.literalDots")}
          hint={t("import.literalDotsHint")}
          isChecked={choice.literalDots}
          onChecked={(literalDots) => onChoice({ literalDots })}
        />
      )}
      {(summary.missing.password > 0 || choice.passwords === "drop") && (
        <CheckField
          label={t("import.dropPasswords")}
          hint={t("import.dropPasswordsHint")}
          isChecked={choice.passwords === "drop"}
          onChecked={(isDropped) => onChoice({ passwords: isDropped ? "drop" : "leave-out" })}
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
