import { isAtLeast, ROLES, type Role } from "../../../domain/client/words.ts";
import { call } from "../../api/client.ts";
import { useRead } from "../../api/query.ts";
import type { Host, Page, Workspace } from "../../api/types.ts";
import { SelectField } from "../../component/field.tsx";
import { TagInput } from "../../component/tag-input.tsx";
import { useSession } from "../../state/session.ts";
import { currentLanguage, t } from "../../text/text.ts";

/** The role of a member or token, and the hostnames in its reach; null for all. */
export interface Reach {
  role: Role;
  hosts: string[] | null;
}

interface ReachProps extends Reach {
  onChange: (changed: Partial<Reach>) => void;
  errors: Record<string, string[]>;
  /** The reason why role and reach cannot be changed, if there is one. */
  fixed?: string;
}

export function ReachFields({ role, hosts, onChange, errors, fixed }: ReachProps) {
  const { role: own } = useSession();
  const connected = useRead<Page<Host>>({
    key: ["hosts", "names"],
    read: (signal) => call("GET", "/host", { query: { per_page: 1000 }, signal }),
    isEnabled: hosts !== null,
  });
  const workspace = useRead<Workspace>({
    key: ["workspace"],
    read: (signal) => call("GET", "/workspace/current", { signal }),
    isEnabled: hosts !== null,
  });
  const names = connected.data?.data.map(({ host }) => host) ?? [];
  // The list has at most a thousand hostnames. Others are typed in full; the API refuses unknown ones.
  const isComplete = connected.data?.meta.cursor.next === null;
  const total = workspace.data?.summary.find(({ category }) => category === "hostnames")?.used;
  const others = isComplete
    ? names.filter((name) => !hosts?.includes(name)).length
    : total && Math.max(0, total - (hosts?.length ?? 0));
  const hostErrors = Object.entries(errors).flatMap(([name, why]) => (name.startsWith("hosts") ? why : []));
  const isFixed = fixed !== undefined;
  return (
    <>
      <div class="columns">
        <SelectField
          label={t("settings.role")}
          hint={fixed ?? t(`settings.roleText.${role}`)}
          value={role}
          disabled={isFixed}
          options={ROLES.filter((one) => isAtLeast(own, one)).map((value) => ({
            value,
            label: t(`role.${value}`),
          }))}
          onValue={(value) => onChange({ role: value as Role })}
          errors={errors["role"]}
        />
        <SelectField
          label={t("settings.reach")}
          value={hosts === null ? "all" : "some"}
          disabled={isFixed}
          options={[
            { value: "all", label: t("settings.reachAll") },
            { value: "some", label: t("settings.reachSome") },
          ]}
          onValue={(value) => onChange({ hosts: value === "all" ? null : [] })}
        />
      </div>
      {hosts !== null && (
        <>
          <TagInput
            label={t("settings.hosts")}
            hint={t("settings.hostsHint")}
            values={hosts}
            isClosed={isComplete || connected.isLoading}
            suggestions={names}
            onValues={(values) => onChange({ hosts: values })}
            errors={hostErrors}
          />
          <Sight hosts={hosts} others={others} />
        </>
      )}
    </>
  );
}

/** The number of hostnames that the sentence names; the others are counted. */
const MAX_NAMED = 3;

/** Says what somebody with these hostnames will see, before it is granted. */
function Sight({ hosts, others }: { hosts: readonly string[]; others: number | undefined }) {
  const named = hosts.length > MAX_NAMED + 1 ? hosts.slice(0, MAX_NAMED) : hosts;
  const rest = hosts.length - named.length;
  const list = new Intl.ListFormat(currentLanguage(), { type: "conjunction" });
  const names = list.format([...named, ...(rest > 0 ? [t("settings.moreHosts", { count: rest })] : [])]);
  return <p role="status">{sentenceOf(hosts, names, others)}</p>;
}

function sentenceOf(hosts: readonly string[], names: string, others: number | undefined): string {
  if (hosts.length === 0) return t("settings.seesNothing");
  if (others === undefined) return t("settings.sees", { hosts: names });
  return others === 0
    ? t("settings.seesAll", { hosts: names })
    : t("settings.seesSome", { hosts: names, count: others });
}

/** Shows the hostnames in the reach of a user. */
export function ShownReach({ hosts }: { hosts: readonly string[] | null }) {
  if (hosts === null) return <>{t("settings.reachAll")}</>;
  return (
    <span class="line">
      {hosts.map((host) => (
        <span key={host} class="chip">
          <span class="cut">{host}</span>
        </span>
      ))}
    </span>
  );
}
