import { Icon } from "../component/button.tsx";
import { Menu, MenuItem } from "../component/menu.tsx";
import type { Preferences } from "../state/kept-preferences.ts";
import { preferences, setPreferences } from "../state/preference.ts";
import { ownWorkspaces, signIn, signOut, useLimit, useSession } from "../state/session.ts";
import { useStore } from "../state/store.ts";
import { showToast } from "../state/toast.ts";
import { type Language, LANGUAGES, t } from "../text/text.ts";
import { describeError } from "../component/state.tsx";

const THEMES = ["system", "light", "dark"] as const;

/** The user who is signed in, and the user's settings for this browser. */
export function PersonMenu({ onShortcuts }: { onShortcuts: () => void }) {
  const { user, workspace, role, token } = useSession();
  const limit = useLimit();
  const { theme, language, hasShortcuts } = useStore(preferences);
  const workspaces = useStore(ownWorkspaces) ?? [];
  const change = (id: string) =>
    signIn({ workspace: id }).then(
      // The open page belongs to the previous workspace.
      () => location.assign("/"),
      (error: unknown) => showToast(describeError(error)),
    );
  const leave = () => signOut().catch((error: unknown) => showToast(describeError(error)));
  return (
    <Menu label={t("person.menu")} button={<Icon name="person" />}>
      <div class="menu-part">
        <div class="stack-small" style={{ padding: "0.5rem 0.75rem" }}>
          <div>
            <strong>{user.name}</strong>
            <div class="small muted">{user.email || token.name}</div>
          </div>
          <div class="small muted">
            {workspace.name} · {t(`role.${role}`)}
            {limit !== null && <div class="break">{t("person.limit", { limit })}</div>}
          </div>
          {workspaces.length > 1 && (
            <Choice
              label={t("person.workspace")}
              value={workspace.id}
              options={workspaces.map(({ id, name }) => [id, name])}
              onValue={(id) => void change(id)}
            />
          )}
          <Choice
            label={t("person.theme")}
            value={theme}
            options={THEMES.map((name) => [name, t(`theme.${name}`)])}
            onValue={(name) => setPreferences({ theme: name as Preferences["theme"] })}
          />
          <Choice
            label={t("person.language")}
            value={language}
            options={Object.entries(LANGUAGES)}
            onValue={(tag) => setPreferences({ language: tag as Language })}
            isOfLanguages
          />
          <label class="check">
            <input
              type="checkbox"
              checked={hasShortcuts}
              onChange={(event) => setPreferences({ hasShortcuts: event.currentTarget.checked })}
            />
            <span>{t("person.shortcuts")}</span>
          </label>
        </div>
      </div>
      <div class="menu-part">
        <MenuItem
          onChoose={onShortcuts}
          label={
            <>
              {t("shortcut.list")} <kbd>?</kbd>
            </>
          }
        />
        <MenuItem href="/docs" label={t("person.reference")} />
        <MenuItem onChoose={() => void leave()} label={t("person.signOut")} />
      </div>
    </Menu>
  );
}

interface ChoiceProps {
  label: string;
  value: string;
  options: (readonly [value: string, name: string])[];
  onValue: (value: string) => void;
  /** Says whether each option is in the language that it names. */
  isOfLanguages?: boolean;
}

function Choice({ label, value, options, onValue, isOfLanguages = false }: ChoiceProps) {
  return (
    <label class="field">
      <span class="small">{label}</span>
      <select class="input" value={value} onChange={(event) => onValue(event.currentTarget.value)}>
        {options.map(([option, name]) => (
          <option
            key={option}
            value={option}
            selected={option === value}
            lang={isOfLanguages ? option : undefined}
          >
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
