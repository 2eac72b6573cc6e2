import { DAY_MS } from "../../../domain/client/time.ts";
import { writesOf } from "../../../domain/client/words.ts";
import { useAsk } from "../../api/query.ts";
import { ASK } from "../../first-asks.ts";
import type { Change, Facets, Page } from "../../api/types.ts";
import { ButtonLink, Icon } from "../../component/button.tsx";
import { useHasFolders, useMay } from "../../state/session.ts";
import { t } from "../../text/text.ts";

interface Alarm {
  text: string;
  href: string;
  action: string;
}

/** What needs a person, each with what to do about it. Nothing if nothing does. */
export function Alarms({ facets }: { facets: Facets | undefined }) {
  const hasFolders = useHasFolders();
  const changes = useAsk<Page<Change>>(["changes", "latest"], ASK.latestChanges, {
    isEnabled: !hasFolders,
  });
  const mayWrite = useMay("editor");
  const alarms = [
    ...(facets === undefined ? [] : ofRecords(facets, hasFolders)),
    ...(mayWrite ? ofChanges(changes.data?.data ?? [], Date.now()) : []),
  ];
  if (alarms.length === 0) return null;
  return (
    <section class="card stack-small">
      <h2>{t("alarm.title")}</h2>
      <ul class="list">
        {alarms.map(({ text, href, action }) => (
          <li key={href}>
            <span class="line alarm">
              <Icon name="misses" />
              {text}
            </span>
            <ButtonLink href={href} label={action} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function ofRecords({ health }: Facets, hasFolders: boolean): Alarm[] {
  const { broken, dns_issue } = health;
  return [
    ...(broken > 0
      ? [
          {
            text: t("alarm.broken", { count: broken }),
            href: "/links?monitor=broken",
            action: t("alarm.showRecords"),
          },
        ]
      : []),
    ...(dns_issue > 0 && !hasFolders
      ? [
          {
            text: t("alarm.dns", { count: dns_issue }),
            href: "/hosts?state=wrong",
            action: t("alarm.showHosts"),
          },
        ]
      : []),
  ];
}

const WAITING = ["planned", "stopped", "failed"] as const;
/** What has ended is no news after three days. */
const NEWS_MS = 3 * DAY_MS;

/** Only the latest of each state: the list of changes has the others. */
function ofChanges(changes: readonly Change[], nowMs: number): Alarm[] {
  const isNews = ({ created_at }: Change) => Date.parse(created_at) > nowMs - NEWS_MS;
  return WAITING.flatMap((state) => {
    // A plan of which nothing can be applied waits for nobody.
    const found = changes.find(
      (change) =>
        change.state === state && isNews(change) && (state !== "planned" || writesOf(change.planned) > 0),
    );
    if (found === undefined) return [];
    const text = t(`alarm.change.${state}`, { count: writesOf(found.planned) || found.total });
    return [{ text, href: `/changes/${found.id}`, action: t("alarm.showChange") }];
  });
}
