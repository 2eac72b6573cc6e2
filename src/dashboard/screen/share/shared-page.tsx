import { useEffect, useState } from "preact/hooks";
import { ApiError, call } from "../../api/client.ts";
import type { SharedNumbers } from "../../api/types.ts";
import { Button } from "../../component/button.tsx";
import { TextField } from "../../component/field.tsx";
import { Form, useSubmission } from "../../component/form.tsx";
import { Moment } from "../../component/moment.tsx";
import { StatCard } from "../../component/stat-card.tsx";
import { ErrorNotice, ErrorState, Skeleton } from "../../component/state.tsx";
import { t } from "../../text/text.ts";
import { BreakdownCard, ClicksCard } from "../insights/stats-cards.tsx";

const AGAIN_MS = 3_000;

/** What somebody with the link of shared statistics sees (contract 37.6). It knows no session, and sets no cookie. */
export default function SharedPage() {
  const secret = /^#([\w-]{43})$/.exec(location.hash)?.[1];
  const [read, setRead] = useState<SharedNumbers | null>(null);
  const [password, setPassword] = useState("");
  const { failure, errors, isBusy, submit } = useSubmission();
  const load = () =>
    submit(async () => {
      const body = { secret, ...(password !== "" && { password }) };
      setRead(await call<SharedNumbers>("POST", "/shared-statistics/read", { body }));
    });
  useEffect(() => {
    if (secret !== undefined) void load();
  }, []);
  useEffect(() => {
    if (read === null) return;
    document.title = read.name;
    if (read.stats.refreshing !== true) return;
    const timer = setTimeout(() => void load(), AGAIN_MS);
    return () => clearTimeout(timer);
  }, [read]);
  if (read !== null) return <Numbers shared={read} />;
  if (secret === undefined || (failure instanceof ApiError && failure.status === 404)) {
    return (
      <main class="sign-in">
        <h1>{t("shared.gone")}</h1>
        <p class="muted">{t("shared.goneText")}</p>
      </main>
    );
  }
  const isLocked = failure instanceof ApiError && [403, 429].includes(failure.status);
  if (isLocked || password !== "") {
    return (
      <main class="sign-in">
        <h1>{t("shared.locked")}</h1>
        <Form failure={password === "" ? null : failure} onSend={() => void load()}>
          <ErrorNotice failure={password === "" ? null : failure} fields={["password"]} />
          <TextField
            label={t("shared.password")}
            type="password"
            autocomplete="off"
            value={password}
            onValue={setPassword}
            errors={password === "" ? [] : (errors["password"] ?? [])}
            autofocus
          />
          <div>
            <Button kind="main" type="submit" disabled={isBusy || password === ""} label={t("shared.show")} />
          </div>
        </Form>
      </main>
    );
  }
  return (
    <main class="shared">
      {failure === null ? (
        <Skeleton lines={5} height="4rem" />
      ) : (
        <ErrorState error={failure} onRetry={() => void load()} />
      )}
    </main>
  );
}

function Numbers({ shared }: { shared: SharedNumbers }) {
  const { workspace, name, host, tag, shows, stats, expires_at: endsAt } = shared;
  const of = [host, tag !== null && `#${tag}`].filter(Boolean).join(" · ");
  return (
    <main class="shared stack">
      <header class="stack-small">
        <p class="muted">{workspace}</p>
        <h1 class="break">{name}</h1>
        {of !== "" && <p class="break">{of}</p>}
      </header>
      <div class="stats">
        <StatCard label={t("stat.clicks")} value={stats.clicks} isRefreshing={stats.refreshing === true} />
        <StatCard label={t("stat.botsApart")} value={stats.bots} />
      </div>
      {shows.includes("series") && <ClicksCard stats={stats} hasPrevious={false} />}
      <div class="breakdowns">
        {shows.map(
          (kind) =>
            kind !== "series" && (
              <BreakdownCard key={kind} kind={kind} stats={stats} subject={name} names={NO_NAMES} />
            ),
        )}
      </div>
      <p class="small muted">
        {t("shared.note")}
        {endsAt !== null && (
          <>
            {" "}
            {t("shared.ends")} <Moment at={endsAt} />
          </>
        )}
      </p>
    </main>
  );
}

/** Records and rules, which have names, are never shared. */
const NO_NAMES = new Map<string, string>();
