import { isAtLeast, ROLES, type Role } from "../../../domain/client/words.ts";
import { refuseFields } from "../../api/client.ts";
import { namesOf, useHosts, useTagNames, useWorkspace } from "../../api/shared-reads.ts";
import { SelectField } from "../../component/field.tsx";
import { bind, type FormPart } from "../../component/form.tsx";
import { TagInput } from "../../component/tag-input.tsx";
import { useSession } from "../../state/session.ts";
import { currentLanguage, t } from "../../text/text.ts";

/** The role of a member or token, and the hostnames and tags in its reach; null for all. */
export interface Reach {
  role: Role;
  hosts: string[] | null;
  tags: string[] | null;
}

/** Refuses hostnames and tags that are still to be chosen, before the API asks for the token. @throws ApiError */
export function checkReach({ hosts, tags }: Reach): void {
  refuseFields({
    ...(hosts?.length === 0 && { hosts: [t("settings.chooseHost")] }),
    ...(tags?.length === 0 && { tags: [t("settings.chooseTag")] }),
  });
}

interface ReachProps {
  part: FormPart<Reach>;
  /** The reason why role and reach cannot be changed, if there is one. */
  fixed?: string | undefined;
  /** What is to be said of the role in place of what it may do. */
  roleHint?: string | undefined;
}

export function ReachFields({ part, fixed, roleHint }: ReachProps) {
  const { role: own } = useSession();
  const { role, hosts, tags } = part.form;
  const tagNames = useTagNames();
  const connected = useHosts(hosts !== null);
  const workspace = useWorkspace(hosts !== null);
  const names = namesOf(connected);
  // The list has at most a thousand hostnames. Others are typed in full; the API refuses unknown ones.
  const isComplete = connected.data?.meta.cursor.next === null;
  const total = workspace.data?.summary.find(({ category }) => category === "hostnames")?.used;
  const others = isComplete
    ? names.filter((name) => !hosts?.includes(name)).length
    : total && Math.max(0, total - (hosts?.length ?? 0));
  const roles = ROLES.filter((one) => isAtLeast(own, one));
  return (
    <>
      <div class="columns">
        <SelectField
          label={t("settings.role")}
          hint={fixed ?? roleHint ?? t(`settings.roleText.${role}`)}
          disabled={fixed !== undefined}
          options={roles.map((value) => ({ value, label: t(`role.${value}`) }))}
          {...bind(part, "role")}
        />
        <SelectField
          label={t("settings.reach")}
          value={hosts === null ? "all" : "some"}
          disabled={fixed !== undefined}
          options={[
            { value: "all", label: t("settings.reachAll") },
            { value: "some", label: t("settings.reachSome") },
          ]}
          onValue={(value) => part.set({ hosts: value === "all" ? null : [] })}
        />
      </div>
      {hosts !== null && (
        <>
          <TagInput
            label={t("settings.used.hostnames")}
            hint={t("settings.hostsHint")}
            choices={{ values: names, isClosed: isComplete || connected.isLoading }}
            {...bind(part, "hosts")}
            value={hosts}
          />
          <Sight hosts={hosts} others={others} />
        </>
      )}
      <SelectField
        label={t("settings.folders")}
        value={tags === null ? "all" : "some"}
        disabled={fixed !== undefined}
        options={[
          { value: "all", label: t("settings.foldersAll") },
          { value: "some", label: t("settings.foldersSome") },
        ]}
        onValue={(value) => part.set({ tags: value === "all" ? null : [] })}
      />
      {tags !== null && (
        <TagInput
          label={t("settings.tab.tags")}
          hint={t("settings.foldersHint")}
          choices={{ values: tagNames }}
          {...bind(part, "tags")}
          value={tags}
        />
      )}
    </>
  );
}

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

interface ShownProps {
  hosts: readonly string[] | null;
  tags?: readonly string[] | null;
}

export function ShownReach({ hosts, tags = null }: ShownProps) {
  if (hosts === null && tags === null) return <>{t("settings.reachAll")}</>;
  return (
    <>
      {hosts !== null && <Chips names={hosts} />}
      {tags !== null && (
        <span class="line">
          {t("settings.onlyTags")} <Chips names={tags} />
        </span>
      )}
    </>
  );
}

function Chips({ names }: { names: readonly string[] }) {
  return (
    <span class="line">
      {names.map((name) => (
        <span key={name} class="chip">
          <span class="cut">{name}</span>
        </span>
      ))}
    </span>
  );
}
