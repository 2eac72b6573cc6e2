import type { ComponentChildren } from "preact";
import type { Change, Check, LinkRecord, Miss, Page } from "../../api/types.ts";
import { Ago } from "../../component/moment.tsx";
import { UrlText } from "../../component/url-text.tsx";
import { showUrl } from "../records/show-url.ts";
import { call } from "../../api/client.ts";
import { useGet, useRead } from "../../api/query.ts";
import { Loaded } from "../../component/state.tsx";
import { t } from "../../text/text.ts";

/** @param href of the screen that shows more */
export function Card({
  title,
  href,
  children,
}: {
  title: string;
  href?: string;
  children: ComponentChildren;
}) {
  const heading = href === undefined ? title : <a class="plain" href={href} children={title} />;
  return (
    <section class="card stack-small">
      <h2>{heading}</h2>
      {children}
    </section>
  );
}

/** A line of a list in a card, with its age. */
function Item({ at, children }: { at?: string; children: ComponentChildren }) {
  return (
    <li>
      <div>{children}</div>
      {at !== undefined && (
        <span class="small muted nowrap">
          <Ago at={at} />
        </span>
      )}
    </li>
  );
}

export function RecordList({ records, hasAge = false }: { records: LinkRecord[]; hasAge?: boolean }) {
  return (
    <ul class="list">
      {records.map(({ id, url, destination, created_at }) => (
        <Item key={id} {...(hasAge && { at: created_at })}>
          <a class="break" href={`/links/${id}?kind=all`}>
            <UrlText url={showUrl(url)} />
          </a>
          <div class="cut small muted">{destination === null ? "" : showUrl(destination)}</div>
        </Item>
      ))}
    </ul>
  );
}

const SHOWN = 5;
const LIST = "/links?monitor=broken&kind=all";

export function BrokenCard() {
  const broken = useGet<Page<LinkRecord>>(["records", "broken"], "/links", {
    query: { "filter[monitor]": "broken", per_page: SHOWN },
  });
  return (
    <Card title={t("overview.broken")} href={LIST}>
      <Loaded read={broken} height="14rem">
        {({ data, meta }) => (
          <>
            {data.length === 0 && meta.cursor.next === null && <p class="muted">{t("overview.noBroken")}</p>}
            <RecordList records={data} />
            {/* A call examines a limited number of records. The list examines the rest. */}
            {meta.cursor.next !== null && (
              <a class="small" href={LIST}>
                {t(data.length < SHOWN ? "overview.brokenFirst" : "list.showAll")}
              </a>
            )}
          </>
        )}
      </Loaded>
    </Card>
  );
}

export function MissesCard() {
  const misses = useRead<Page<Miss>>({
    key: ["misses", "newest"],
    read: (signal) =>
      call("GET", "/misses", {
        // The rows for probes and for paths without room have no path, and appear between the others.
        query: { "filter[state]": "open", sort: "-last_at", per_page: SHOWN + 10 },
        signal,
      }),
  });
  return (
    <Card title={t("overview.misses")} href="/misses">
      <Loaded read={misses} height="14rem">
        {({ data }) => <Paths misses={data.filter(({ path }) => path.startsWith("/")).slice(0, SHOWN)} />}
      </Loaded>
    </Card>
  );
}

function Paths({ misses }: { misses: Miss[] }) {
  if (misses.length === 0) return <p class="muted">{t("overview.noMisses")}</p>;
  return (
    <ul class="list">
      {misses.map(({ host, path, visits, last_at }) => (
        <Item key={host + path} at={last_at}>
          <div class="break">
            <UrlText url={host + path} />
          </div>
          <div class="small muted">{t("overview.visits", { count: visits })}</div>
        </Item>
      ))}
    </ul>
  );
}

const LATEST = 20;
const AGAIN_MS = 3_000;

const RUNNING_CHANGES = ["collecting", "planning", "planned", "applying", "undoing"] as const;
const RUNNING_CHECKS = ["collecting", "running", "asking"] as const;

/** Changes and checks that are running, or that wait for a user. */
export function RunningCard() {
  const changes = useGet<Page<Change>>(["changes", "latest"], "/changes", {
    query: { per_page: LATEST },
    againMs: (page) =>
      page?.data.some(({ state }) => state !== "planned" && isRunning(RUNNING_CHANGES, state)) === true
        ? AGAIN_MS
        : false,
  });
  const checks = useGet<Page<Check>>(["checks", "latest"], "/checks", {
    query: { per_page: LATEST },
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
