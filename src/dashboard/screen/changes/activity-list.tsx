import { useMemo } from "preact/hooks";
import { ACTIVITY_KINDS, type Role } from "../../../domain/client/words.ts";
import { useList } from "../../api/query.ts";
import { namesOf, useHosts } from "../../api/shared-reads.ts";
import type { Activity } from "../../api/types.ts";
import { ButtonLink } from "../../component/button.tsx";
import { Diff } from "../../component/diff.tsx";
import { SelectField } from "../../component/field.tsx";
import { formatMoment, momentOfId } from "../../component/moment.tsx";
import { EmptyState, Loading, MoreButton } from "../../component/state.tsx";
import { Tabs } from "../../component/tabs.tsx";
import { useSearch, useTitle } from "../../state/page.tsx";
import { useMay, useSession } from "../../state/session.ts";
import { fieldLabel } from "../../text/field.ts";
import { hasText, t } from "../../text/text.ts";
import { FieldChanges, Origin } from "../record/part/history-tab.tsx";

const HOUR_MS = 3_600_000;
const PERIODS = { hour: HOUR_MS, day: 24 * HOUR_MS, week: 168 * HOUR_MS, month: 720 * HOUR_MS } as const;
type Period = keyof typeof PERIODS;

const HERE = "/changes/activity";

/** The switch between the changes of many records and all that was done. */
export function Views({ current }: { current: "changes" | "activity" }) {
  return (
    <Tabs
      label={t("activity.views")}
      names={["changes", "activity"] as const}
      current={current}
      hrefOf={(name) => (name === "changes" ? "/changes" : HERE)}
      textOf={(name) => t(`activity.view.${name}`)}
    />
  );
}

/** Who did what in the workspace, the newest first. */
export function ActivityList() {
  const heading = useTitle(t("activity.title"), "activity");
  const { values, at, set } = useSearch();
  const { kind, actor, host, period } = values;
  const after = useMemo(
    () =>
      period === undefined || !(period in PERIODS)
        ? undefined
        : new Date(Date.now() - PERIODS[period as Period]).toISOString(),
    [period],
  );
  const list = useList<Activity>("activity", "/activity", {
    "filter[kind]": kind,
    "filter[actor]": actor,
    "filter[host]": host,
    "filter[after]": after,
  });
  const hosts = useHosts();
  const { workspace } = useSession();
  const hasAudit = !["free", "basic"].includes(workspace.plan);
  const [isOwner, isManager] = [useMay("owner"), useMay("manager")];
  const kinds = ACTIVITY_KINDS.filter((one) =>
    one === "webhook" || one === "share" ? isManager : isOwner || (one !== "member" && one !== "token"),
  );
  const choose = (name: string) => (value: string) => set({ [name]: value }, { replaces: true });
  const items = list.items ?? [];
  // What somebody did with tokens is found with the rest, under the newest name.
  const actors = new Map(items.toReversed().map((entry) => [entry.actor.id, entry.actor.name]));
  // The platform is nobody to choose.
  actors.delete("");
  if (actor !== undefined && !actors.has(actor)) actors.set(actor, t("activity.chosen"));
  return (
    <div class="stack">
      {heading}
      <Views current="activity" />
      <p class="muted">{t("activity.text")}</p>
      <div class="filters">
        <SelectField
          label={t("activity.actor")}
          none={t("activity.anyActor")}
          options={[...actors].map(([value, label]) => ({ value, label }))}
          value={actor ?? ""}
          onValue={choose("actor")}
        />
        <SelectField
          label={t("activity.kind")}
          none={t("activity.anyKind")}
          options={kinds.map((value) => ({ value, label: t(`activity.kind.${value}`) }))}
          value={kind ?? ""}
          onValue={choose("kind")}
        />
        <SelectField
          label={t("activity.host")}
          none={t("activity.anyHost")}
          options={namesOf(hosts)}
          value={host ?? ""}
          onValue={choose("host")}
        />
        <SelectField
          label={t("activity.period")}
          none={t("activity.anyTime")}
          options={(Object.keys(PERIODS) as Period[]).map((value) => ({
            value,
            label: t(`activity.period.${value}`),
          }))}
          value={period ?? ""}
          onValue={choose("period")}
        />
      </div>
      {list.items === undefined ? (
        <Loading read={list.read} lines={6} height="3.5rem" />
      ) : items.length === 0 ? (
        <EmptyState title={t("activity.none")}>
          <p>{t(hasAudit ? "activity.noneText" : "activity.noPlan")}</p>
          <ButtonLink href={HERE} label={t("activity.showAll")} />
        </EmptyState>
      ) : (
        <>
          <ol class="stack-small history">
            {items.map((entry) => (
              <Entry key={entry.id} entry={entry} actorHref={at(HERE, { actor: entry.actor.id })} />
            ))}
          </ol>
          <MoreButton list={list} />
        </>
      )}
    </div>
  );
}

function Entry({ entry, actorHref }: { entry: Activity; actorHref: string }) {
  const { actor, old, new: next, undoes, fields } = entry;
  return (
    <li class="card stack-small">
      <div class="line-apart">
        <span class="break">
          {sayAct(entry)} <Subject entry={entry} />
        </span>
        <span>
          {actor.id === "" ? actor.name : <a href={actorHref}>{actor.name}</a>}{" "}
          <Origin source={entry.source} at={entry.created_at} />
        </span>
      </div>
      {undoes !== null && (
        <div class="small">{t("history.undid", { when: formatMoment(momentOfId(undoes)) })}</div>
      )}
      {entry.kind === "member" ? (
        <MemberChanges entry={entry} />
      ) : old !== null && next !== null ? (
        <FieldChanges of={{ old, new: next }} />
      ) : (
        fields !== null && <Names of={fields} entry={entry} />
      )}
    </li>
  );
}

function Names({ of: fields, entry }: { of: readonly string[]; entry: Activity }) {
  if (fields.length === 0) return null;
  return (
    <div class="small muted">
      {t("activity.fields", { fields: fields.map((name) => labelOf(entry, name)).join(", ") })}
    </div>
  );
}

const LIMITS = ["role", "hosts", "tags"] as const;

/** What a member might do before and after; of an entry of an earlier release, and of the address, the names of fields alone. */
function MemberChanges({ entry }: { entry: Activity }) {
  const { old, new: next, fields } = entry;
  const limits = LIMITS.filter((name) => next?.[name] !== undefined);
  const say = (value: string | string[] | null | undefined) =>
    Array.isArray(value)
      ? value.join(", ")
      : typeof value === "string"
        ? t(`role.${value as Role}`)
        : t("activity.whole");
  return (
    <>
      {limits.map((name) => (
        <div key={name}>
          <div class="small muted">{labelOf(entry, name)}</div>
          <Diff from={say(old?.[name])} to={say(next?.[name])} />
        </div>
      ))}
      <Names of={(fields ?? []).filter((name) => !limits.some((limit) => limit === name))} entry={entry} />
    </>
  );
}

function sayAct({ kind, action }: Activity): string {
  const key = `activity.${kind}.${action}`;
  return hasText(key) ? t(key) : "";
}

function labelOf({ kind }: Activity, name: string): string {
  const key = `activity.field.${name}`;
  return kind !== "record" && hasText(key) ? t(key) : fieldLabel(name);
}

function Subject({ entry }: { entry: Activity }) {
  const name = entry.name === "" ? t("activity.unnamed") : entry.name;
  const href = hrefOf(entry);
  return href === null ? <strong>{name}</strong> : <a href={href}>{name}</a>;
}

/** Returns where the thing is; null if it is gone. */
function hrefOf({ kind, action, subject, host }: Activity): string | null {
  if (kind === "change") return `/changes/${subject}`;
  if (action === "deleted" || action === "lost") return null;
  if (kind === "record") return `/links/${subject}`;
  if (host !== null && kind !== "share") return `/hosts/${host}`;
  return kind === "workspace" ? "/settings" : `/settings/${PLACES[kind]}`;
}

const PLACES = {
  host: "",
  file: "pages",
  member: "members",
  token: "tokens",
  webhook: "webhooks",
  share: "shared",
} as const;
