import type { ComponentChildren } from "preact";
import type { Change, Check, LinkRecord, Miss, Page } from "../../api/types.ts";
import { writesOf } from "../../../domain/client/words.ts";
import { Ago, momentOfId } from "../../component/moment.tsx";
import { UrlText } from "../../component/url-text.tsx";
import { showUrl } from "../records/show-url.ts";
import type { Ask } from "../../api/early.ts";
import { ASK } from "../../first-asks.ts";
import { type Read, useAsk, useGet } from "../../api/query.ts";
import { Loaded } from "../../component/state.tsx";
import { t } from "../../text/text.ts";

interface CardProps {
  title: string;
  /** The screen that shows more. */
  href?: string;
  children: ComponentChildren;
}

export function Card({ title, href, children }: CardProps) {
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
      {records.map(({ id, url, destination }) => (
        <Item key={id} {...(hasAge && { at: momentOfId(id) })}>
          <a class="break" href={`/links/${id}`}>
            <UrlText url={showUrl(url)} />
          </a>
          <div class="cut small muted">{destination === null ? "" : showUrl(destination)}</div>
        </Item>
      ))}
    </ul>
  );
}

const SHOWN = 5;
const LIST = "/links?monitor=broken";

/** @param props.count the number of all broken records */
export function BrokenCard({ count }: { count: number }) {
  const broken = useGet<Page<LinkRecord>>(["records", "broken"], "/links", {
    query: { "filter[monitor]": "broken", per_page: SHOWN },
  });
  return (
    <Card title={t("overview.broken")} href={LIST}>
      <Loaded read={broken} height="14rem">
        {({ data, meta }) => (
          <>
            <RecordList records={data} />
            {/* A call examines a limited number of records. The list examines the rest. */}
            {meta.cursor.next !== null && (
              <a class="small" href={LIST}>
                {t("overview.allBroken", { count })}
              </a>
            )}
          </>
        )}
      </Loaded>
    </Card>
  );
}

export function MissesCard() {
  const misses = useAsk<Page<Miss>>(["misses", "newest"], ASK.newestMisses);
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

const RUNNING_CHANGES = ["collecting", "planning", "planned", "applying", "undoing"] as const;
const RUNNING_CHECKS = ["collecting", "running", "asking"] as const;
type RunningState = (typeof RUNNING_CHANGES | typeof RUNNING_CHECKS)[number];

/** Changes and checks that are running, or that wait for a user; nothing while there is none. */
export function RunningCard() {
  const changes = useRunning<Change>(ASK.latestChanges, RUNNING_CHANGES);
  const checks = useRunning<Check>(ASK.latestChecks, RUNNING_CHECKS);
  const isQuiet = [changes, checks].every(({ read, running = [] }) => !read.isError && running.length === 0);
  if (isQuiet) return null;
  return (
    <Card title={t("overview.running")}>
      <Jobs
        {...changes}
        hrefOf={({ id }) => `/changes/${id}`}
        titleOf={({ planned, total }) => t("overview.change", { count: writesOf(planned) || total })}
        shareOf={({ state, progress }) =>
          state === "planned" ? null : progress.done / Math.max(1, progress.total)
        }
      />
      <Jobs
        {...checks}
        hrefOf={({ id }) => `/check/${id}`}
        titleOf={({ total }) => t("overview.check", { count: total })}
        shareOf={({ done, total }) => done / Math.max(1, total)}
      />
    </Card>
  );
}

/** Reads the latest changes or checks, and again while one of them runs. `running` is undefined before the answer. */
function useRunning<Job extends Change | Check>(ask: Ask, states: readonly string[]) {
  const isRunning = ({ state }: Job) => states.includes(state);
  const read = useAsk<Page<Job>>([ask[0].slice(1), "latest"], ask, {
    againMs: (page) =>
      page?.data.some((job) => job.state !== "planned" && isRunning(job)) === true ? 3_000 : false,
  });
  return { read, running: read.data?.data.filter(isRunning) };
}

interface JobsProps<Job extends Change | Check> {
  read: Read<Page<Job>>;
  running: Job[] | undefined;
  hrefOf: (job: Job) => string;
  titleOf: (job: Job) => string;
  /** Returns the progress from 0 to 1; null while waiting. */
  shareOf: (job: Job) => number | null;
}

function Jobs<Job extends Change | Check>({ read, running = [], hrefOf, titleOf, shareOf }: JobsProps<Job>) {
  const items = running.map((job) => {
    const [title, share] = [titleOf(job), shareOf(job)];
    return (
      <Item key={job.id} at={job.created_at}>
        <a href={hrefOf(job)}>{title}</a>
        <div class="small muted">
          {t(`job.${job.state as RunningState}`)}{" "}
          {share !== null && <progress aria-label={title} value={share} max={1} />}
        </div>
      </Item>
    );
  });
  return (
    <Loaded read={read} height="3rem">
      {() => items.length > 0 && <ul class="list">{items}</ul>}
    </Loaded>
  );
}
