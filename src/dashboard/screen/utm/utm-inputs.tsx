import { useState } from "preact/hooks";
import { type Utm, UTM_MEMBERS } from "../../../domain/client/words.ts";
import { useGet } from "../../api/query.ts";
import type { LinkRecord, Page } from "../../api/types.ts";
import { TextField } from "../../component/field.tsx";
import { bind, type FormPart } from "../../component/form.tsx";
import { t } from "../../text/text.ts";
import { adviseOn } from "./advice.ts";
import { useTemplates } from "./templates.ts";

/** The number of records whose values are suggested. */
const RECENT = 100;

/** The five values, with what other links say as suggestions, and what is odd about each. */
export function UtmInputs({ part }: { part: FormPart<Utm> }) {
  const [isVisited, setVisited] = useState(false);
  const known = useKnownValues(isVisited);
  return (
    <div class="columns" onFocusIn={() => setVisited(true)}>
      {UTM_MEMBERS.map((member) => {
        const advice = adviseOn(part.form[member], known[member]);
        return (
          <div key={member} class="stack-small">
            <TextField
              label={`utm_${member}`}
              spellcheck={false}
              suggestions={known[member]}
              {...bind(part, member)}
            />
            {advice !== null && (
              <p class="small muted" role="status">
                {t(`utm.${advice.kind}`)}{" "}
                <button
                  type="button"
                  class="link-button"
                  onClick={() => part.set({ [member]: advice.better })}
                >
                  {t("utm.use", { value: advice.better })}
                </button>
              </p>
            )}
          </div>
        );
      })}
    </div>
  );
}

/** Returns the values of templates, and, if asked for, of the newest records, each once. */
function useKnownValues(isAsked: boolean): Record<keyof Utm, string[]> {
  const templates = useTemplates();
  const recent = useGet<Page<LinkRecord>>(["links", "utm"], "/links", {
    query: { per_page: RECENT, sort: "-id" },
    isEnabled: isAsked,
  });
  const all = [...templates, ...(recent.data?.data ?? [])];
  const valuesOf = (member: keyof Utm) => [...new Set(all.flatMap(({ utm }) => utm[member] || []))];
  return Object.fromEntries(UTM_MEMBERS.map((member) => [member, valuesOf(member)])) as Record<
    keyof Utm,
    string[]
  >;
}
