import type { ComponentChildren } from "preact";
import { call } from "../../api/client.ts";
import { useRead } from "../../api/query.ts";
import type { Change, Check, Page } from "../../api/types.ts";
import { Loaded } from "../../component/loaded.tsx";
import { t } from "../../text/text.ts";
import { Card, Item } from "./card.tsx";

const LATEST = 20;
const AGAIN_MS = 3_000;

const RUNNING_CHANGES = ["collecting", "planning", "planned", "applying", "undoing"] as const;
const RUNNING_CHECKS = ["collecting", "running", "asking"] as const;

/** Changes and checks that are running, or that wait for a user. */
export function RunningCard() {
  const changes = useRead<Page<Change>>({
    key: ["changes", "latest"],
    read: (signal) => call("GET", "/changes", { query: { per_page: LATEST }, signal }),
    againMs: (page) =>
      page?.data.some(({ state }) => state !== "planned" && isRunning(RUNNING_CHANGES, state)) === true
        ? AGAIN_MS
        : false,
  });
  const checks = useRead<Page<Check>>({
    key: ["checks", "latest"],
    read: (signal) => call("GET", "/checks", { query: { per_page: LATEST }, signal }),
    againMs: (page) =>
      page?.data.some(({ state }) => isRunning(RUNNING_CHECKS, state)) === true ? AGAIN_MS : false,
  });
  const running = {
    changes: (changes.data?.data ?? []).filter(({ state }) => isRunning(RUNNING_CHANGES, state)),
    checks: (checks.data?.data ?? []).filter(({ state }) => isRunning(RUNNING_CHECKS, state)),
  };
  const isQuiet =
    changes.data !== undefined &&
    checks.data !== undefined &&
    running.changes.length + running.checks.length === 0;
  return (
    <Card title={t("overview.running")}>
      {isQuiet && <p class="muted">{t("overview.quiet")}</p>}
      <Loaded read={changes} height="3rem">
        {() => (
          <Jobs>
            {running.changes.map(({ id, state, total, progress, created_at }) => (
              <Job
                key={id}
                href={`/changes/${id}`}
                title={t("overview.change", { count: total })}
                state={t(`job.${state as (typeof RUNNING_CHANGES)[number]}`)}
                share={state === "planned" ? null : progress.done / Math.max(1, progress.total)}
                at={created_at}
              />
            ))}
          </Jobs>
        )}
      </Loaded>
      <Loaded read={checks} height="3rem">
        {() => (
          <Jobs>
            {running.checks.map(({ id, state, total, done, created_at }) => (
              <Job
                key={id}
                href={`/check/${id}`}
                title={t("overview.check", { count: total })}
                state={t(`job.${state as (typeof RUNNING_CHECKS)[number]}`)}
                share={done / Math.max(1, total)}
                at={created_at}
              />
            ))}
          </Jobs>
        )}
      </Loaded>
    </Card>
  );
}

function isRunning(states: readonly string[], state: string): boolean {
  return states.includes(state);
}

function Jobs({ children }: { children: ComponentChildren[] }) {
  return children.length === 0 ? null : <ul class="list">{children}</ul>;
}

interface JobProps {
  href: string;
  title: string;
  state: string;
  /** The progress from 0 to 1; null while waiting. */
  share: number | null;
  at: string;
}

function Job({ href, title, state, share, at }: JobProps) {
  return (
    <Item at={at}>
      <a href={href}>{title}</a>
      <div class="small muted">
        {state} {share !== null && <progress aria-label={title} value={share} max={1} />}
      </div>
    </Item>
  );
}
