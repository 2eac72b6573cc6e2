import { useState } from "preact/hooks";
import { ApiError } from "../../api/client.ts";
import type { Change } from "../../api/types.ts";
import { Button } from "../../component/button.tsx";
import { CancelButton, Dialog } from "../../component/dialog.tsx";
import { TextField } from "../../component/field.tsx";
import { describeError, Reasons } from "../../component/state.tsx";
import { UrlText } from "../../component/url-text.tsx";
import { useShown } from "../../state/work.ts";
import { t } from "../../text/text.ts";
import { showUrl } from "../records/show-url.ts";
import type { MissedRow } from "./missed-row.ts";
import { planResolve, type Remedy, resolveMisses, type ResolvePlan, toWord } from "./resolve-plan.ts";
import { Score } from "./miss-list.tsx";

interface ResolveProps {
  remedy: Remedy;
  rows: readonly MissedRow[];
  onClose: () => void;
  onDone: (resolution: Resolution) => void;
}

/** The changes that were made, the number of paths, and why the rest was refused; null if nothing was. */
export interface Resolution {
  changes: Change[];
  count: number;
  refusal: string | null;
}

const SHOWN = 50;
const CONFIRM = {
  suggestion: "misses.suggestion.confirm",
  url: "misses.suggestion.confirm",
  gone: "misses.gone.confirm",
  ignore: "misses.ignore.title",
  open: "misses.open.title",
} as const;

export function ResolveDialog({ remedy, rows, onClose, onDone }: ResolveProps) {
  const only = rows.length === 1 ? rows[0] : undefined;
  const [url, setUrl] = useState(only?.suggestions?.[0]?.destination ?? "");
  const [isBusy, setBusy] = useState(false);
  const isShown = useShown();
  const [error, setError] = useState<unknown>(null);
  const plan = planResolve(rows, remedy);
  const count = plan.rows.length;
  const refused = error instanceof ApiError ? (error.body.errors ?? {}) : {};
  const submit = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    setError(null);
    const changes: Change[] = [];
    const end = (refusal: string | null) => {
      // Another dialog may be open since this one was cancelled (contract 32.39).
      if (isShown.current) onClose();
      onDone({ changes, count, refusal });
    };
    try {
      await resolveMisses(plan.calls, toWord(remedy, url), (change) => changes.push(change));
      end(null);
    } catch (reason) {
      if (changes.length > 0) end(describeRefusal(reason));
      setError(reason);
      setBusy(false);
    }
  };
  return (
    <Dialog title={t(`misses.${remedy}.title`, { count })} onClose={onClose}>
      <form class="stack" onSubmit={(event) => void submit(event)}>
        {remedy === "url" && (
          <>
            <TextField
              label={t("misses.url.field")}
              type="url"
              value={url}
              onValue={setUrl}
              placeholder="https://www.example.com/new-page"
              errors={refused["to"]}
              required
              autofocus
            />
            <Offers row={only} onChoose={setUrl} />
          </>
        )}
        {count > 0 && (
          <>
            <p>{t(`misses.${remedy}.text`)}</p>
            <PlannedPaths plan={plan} remedy={remedy} />
          </>
        )}
        {plan.left.length > 0 && (
          <p class="notice notice-warn">{t("misses.left", { count: plan.left.length })}</p>
        )}
        {error !== null && refused["to"] === undefined && <Refusal error={error} plan={plan} />}
        <div class="line">
          <Button
            kind="main"
            type="submit"
            disabled={isBusy || count === 0}
            label={isBusy ? t("misses.busy") : t(CONFIRM[remedy], { count })}
          />
          <CancelButton onClick={onClose} />
        </div>
      </form>
    </Dialog>
  );
}

function Offers({ row, onChoose }: { row: MissedRow | undefined; onChoose: (url: string) => void }) {
  const suggestions = row?.suggestions ?? [];
  if (suggestions.length === 0) return null;
  return (
    <div class="stack-small">
      <h3>{t("misses.suggestions")}</h3>
      <ul class="stack-small">
        {suggestions.map(({ destination, score, reason }) => (
          <li key={destination} class="line">
            <button type="button" class="link-button break" onClick={() => onChoose(destination)}>
              {showUrl(destination)}
            </button>
            <Score score={score} reason={reason} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function PlannedPaths({ plan: { rows }, remedy }: { plan: ResolvePlan; remedy: Remedy }) {
  const hasHosts = new Set(rows.map(({ host }) => host)).size > 1;
  const shown = rows.slice(0, SHOWN);
  return (
    // The box scrolls, so it must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div class="planned" tabIndex={0} role="region" aria-label={t("misses.planned")}>
      <ul>
        {shown.map((row) => {
          const best = row.suggestions?.[0];
          return (
            <li key={row.id}>
              <span class="break">
                <UrlText url={hasHosts ? `${row.host}${showUrl(row.path)}` : showUrl(row.path)} />
              </span>
              {remedy === "suggestion" && best !== undefined && (
                <span class="planned-to">
                  <span class="break">
                    →{"\u00A0"}
                    <UrlText url={showUrl(best.destination)} />
                  </span>
                  <Score score={best.score} reason={best.reason} />
                </span>
              )}
            </li>
          );
        })}
      </ul>
      {rows.length > shown.length && (
        <p class="small muted">{t("misses.more", { count: rows.length - shown.length })}</p>
      )}
    </div>
  );
}

function Refusal({ error, plan }: { error: unknown; plan: ResolvePlan }) {
  const errors = error instanceof ApiError ? Object.entries(error.body.errors ?? {}) : [];
  const nameOf = (field: string) => {
    const index = /^paths\.(\d+)$/.exec(field)?.[1];
    return index === undefined ? field : (plan.calls[0]?.paths[Number(index)] ?? field);
  };
  return (
    <div class="notice notice-bad" role="alert">
      <strong>{describeRefusal(error)}</strong>
      {errors.length > 0 && (
        <ul>
          {errors.map(([field, reasons]) => (
            <li key={field} class="break">
              {nameOf(field)}: <Reasons of={reasons} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function describeRefusal(error: unknown): string {
  return error instanceof ApiError && error.status === 409 ? t("misses.waits") : describeError(error);
}
