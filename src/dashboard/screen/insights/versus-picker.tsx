import { useEffect, useState } from "preact/hooks";
import { useGet } from "../../api/query.ts";
import type { LinkRecord, Page } from "../../api/types.ts";
import { SelectField, TextField } from "../../component/field.tsx";
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

/** Finds another record by a part of its URL. The one that is chosen by its whole URL is taken. */
function OtherRecord({ record, onFound }: OtherProps) {
  const [text, setText] = useState("");
  const found = useGet<Page<LinkRecord>>(["records", "versus", text], "/links", {
    query: { "filter[search]": text.trim() || undefined, per_page: SUGGESTED + 1 },
    keepsPrevious: true,
  });
  const others = (found.data?.data ?? []).filter(({ id }) => id !== record.id).slice(0, SUGGESTED);
  const meant = others.find(({ url }) => showUrl(url) === text.trim())?.id;
  useEffect(() => {
    if (meant === undefined) return;
    onFound(meant);
    setText("");
  }, [meant]);
  return (
    <TextField
      label={t("versus.find")}
      type="search"
      value={text}
      suggestions={others.map(({ url }) => showUrl(url))}
      onValue={setText}
    />
  );
}
