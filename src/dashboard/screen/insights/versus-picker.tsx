import { useState } from "preact/hooks";
import { useGet } from "../../api/query.ts";
import type { LinkRecord, Page } from "../../api/types.ts";
import { SelectField, TextField } from "../../component/field.tsx";
import { TagInput } from "../../component/tag-input.tsx";
import { useSearch } from "../../state/page.tsx";
import { t } from "../../text/text.ts";
import { showUrl } from "../records/show-url.ts";
import { type Period, toDate } from "./period.ts";
import { readChoice, readVersus, type VersusChoice } from "./versus.ts";

interface PickerProps {
  period: Period;
  /** Reasons why the other days are refused. */
  errors: readonly string[];
  /** The record whose statistics these are, if they can stand beside those of another one. */
  record?: LinkRecord;
}

/** Chooses what the statistics stand side by side with, which is stored in the address. */
export function VersusPicker({ period, errors, record }: PickerProps) {
  const search = useSearch();
  const choice = readChoice(search.values);
  const choose = (next: VersusChoice) => {
    const before = readVersus({ vs: "before" }, period);
    const firstDay = before?.kind === "days" ? before.firstDay : undefined;
    search.set({ vs: next === "days" ? firstDay : next || undefined });
  };
  const choices: VersusChoice[] = [
    "",
    "before",
    "days",
    ...(record === undefined ? [] : ["record" as const]),
  ];
  return (
    <>
      <SelectField<VersusChoice>
        label={t("versus.label")}
        value={choice}
        options={choices.map((value) => ({ value, label: t(`versus.${value || "nothing"}`) }))}
        onValue={choose}
        {...(choice === "before" && { errors })}
      />
      {choice === "days" && (
        <TextField
          label={t("versus.from")}
          type="date"
          value={search.values["vs"] ?? ""}
          max={toDate(Date.now())}
          errors={errors}
          onValue={() => {}}
          onChange={(event) => search.set({ vs: event.currentTarget.value || undefined })}
        />
      )}
      {choice === "record" && record !== undefined && (
        <OtherRecord record={record} onFound={(id) => search.set({ vs: id })} />
      )}
    </>
  );
}

interface OtherProps {
  record: LinkRecord;
  onFound: (id: string) => void;
}

const SUGGESTED = 8;

/** Finds another record as lists do, by a part of its address, destination or title. */
function OtherRecord({ record, onFound }: OtherProps) {
  const [text, setText] = useState("");
  const wanted = text.trim();
  const found = useGet<Page<LinkRecord>>(["records", "versus", wanted], "/links", {
    query: { "filter[search]": wanted || undefined, per_page: SUGGESTED + 1 },
    keepsPrevious: true,
  });
  const others = new Map(
    (found.data?.data ?? []).filter(({ id }) => id !== record.id).map((one) => [one.id, one]),
  );
  const isNone = wanted !== "" && !found.isFetching && found.data !== undefined && others.size === 0;
  return (
    <TagInput
      label={t("versus.find")}
      hint={t("versus.findHint")}
      errors={isNone ? [t("versus.none", { text: wanted })] : []}
      choices={{
        values: [...others.keys()],
        isClosed: true,
        nameOf: (id) => showUrl(others.get(id)?.url ?? ""),
        wordsOf: (id) => [others.get(id)?.title ?? "", ...(others.get(id)?.destinations ?? [])],
        refuse: () => (others.size === 0 ? "" : t("versus.several")),
      }}
      value={[]}
      onText={setText}
      onValue={([id]) => id !== undefined && onFound(id)}
    />
  );
}
