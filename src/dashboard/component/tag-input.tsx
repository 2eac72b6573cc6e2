import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { t } from "../text/text.ts";
import { Field, type FieldProps } from "./field.tsx";
import { Icon, LinkButton } from "./button.tsx";
import { type Choices, findMeant, findSuggestions } from "./suggest.ts";

interface TagInputProps extends Omit<FieldProps, "children"> {
  value: readonly string[];
  onValue: (value: string[]) => void;
  /** Gets what is typed, for choices that are searched for. */
  onText?: (text: string) => void;
  /** What is suggested; any other text is accepted, too, unless the choices are closed. */
  choices?: Choices;
  /** Returns what a refused text means in another field, and what takes it there. */
  elsewhere?: (text: string) => { label: string; take: () => void } | null;
}

const MAX_SHOWN = 8;
const NO_CHOICES: Choices = { values: [] };

/**
 * Tags with a combobox. Enter or a comma adds a tag; Backspace in an empty field removes the last one. The list of
 * suggestions takes room of its own, so that it never covers a button, and closes after a choice. If only suggestions
 * are accepted, Enter takes the best one, and a text that means none of them stays and is refused.
 */
export function TagInput({
  value: values,
  onValue: onValues,
  choices = NO_CHOICES,
  errors = [],
  elsewhere,
  onText,
  ...field
}: TagInputProps) {
  const {
    isClosed = false,
    refuse = (typed) => t("tags.unknown", { text: typed }),
    nameOf = (value: string) => value,
  } = choices;
  const [text, setText] = useState("");
  const [refused, setRefused] = useState<string | null>(null);
  /** Null until an arrow key has chosen. */
  const [active, setActive] = useState<number | null>(null);
  const [isOpen, setOpen] = useState(false);
  const isPressed = usePressed();
  const listId = useId();
  const options =
    isOpen || text !== ""
      ? findSuggestions(choices, text)
          .filter((option) => !values.includes(option))
          .slice(0, MAX_SHOWN)
      : [];
  const isShown = isOpen && options.length > 0;
  const chosen = active ?? (isClosed && text.trim() !== "" ? 0 : -1);
  const take = (value: string) => {
    if (!values.includes(value)) onValues([...values, value]);
    setText("");
    setActive(null);
    setOpen(false);
  };
  const add = () => {
    if (text.trim() === "") return;
    const meant = findMeant(choices, text, options);
    if (meant === null) setRefused(text);
    else take(meant);
  };
  // A pasted list is typed tag by tag.
  const paste = (event: ClipboardEvent) => {
    const parts = (event.clipboardData?.getData("text") ?? "").split(/[,\n]/);
    if (parts.length < 2) return;
    event.preventDefault();
    const pasted = parts.map((one) => one.trim()).filter(Boolean);
    const found = pasted.map((one) => findMeant(choices, one, findSuggestions(choices, one)));
    onValues([...new Set([...values, ...found.filter((one) => one !== null)])]);
    const unknown = pasted.filter((_, index) => found[index] === null);
    setText(unknown.join(", "));
    setRefused(unknown[0] ?? null);
  };
  const meant = refused === null ? null : (elsewhere?.(refused) ?? null);
  const leave = () => {
    add();
    setOpen(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      setOpen(true);
      const step = event.key === "ArrowDown" ? 1 : -1;
      setActive((chosen + step + options.length + 1) % (options.length + 1));
      event.preventDefault();
    } else if ((event.key === "Enter" && !event.ctrlKey && !event.metaKey) || event.key === ",") {
      const option = event.key === "Enter" && isShown ? options[chosen] : undefined;
      if (event.key === "Enter" && text === "" && option === undefined) return;
      event.preventDefault();
      if (option === undefined) add();
      else take(option);
    } else if (event.key === "Escape" && isShown) {
      event.preventDefault();
      event.stopPropagation();
      setOpen(false);
    } else if (event.key === "Backspace" && text === "") {
      onValues(values.slice(0, -1));
    }
  };
  return (
    <Field {...field} errors={[...errors, ...(refused === null ? [] : [refuse(refused)])].filter(Boolean)}>
      {(control) => (
        <div class="tag-input">
          {values.length > 0 && (
            <ul class="line">
              {values.map((value) => (
                <li key={value} class="chip">
                  <span class="cut">{nameOf(value)}</span>
                  <button
                    type="button"
                    aria-label={t("tags.remove", { tag: nameOf(value) })}
                    onClick={() => onValues(values.filter((other) => other !== value))}
                  >
                    <Icon name="close" />
                  </button>
                </li>
              ))}
            </ul>
          )}
          {meant !== null && (
            <div>
              <LinkButton
                onClick={() => {
                  setText("");
                  setRefused(null);
                  meant.take();
                }}
              >
                {meant.label}
              </LinkButton>
            </div>
          )}
          <div class="combobox">
            <input
              class="input"
              {...control}
              role="combobox"
              autocomplete="off"
              aria-autocomplete="list"
              aria-expanded={isShown}
              aria-controls={listId}
              aria-activedescendant={
                isShown && options[chosen] !== undefined ? `${listId}-${chosen}` : undefined
              }
              value={text}
              onInput={(event) => {
                setText(event.currentTarget.value);
                onText?.(event.currentTarget.value);
                setRefused(null);
                setOpen(true);
                setActive(null);
              }}
              onFocus={() => setOpen(true)}
              onBlur={() => {
                // What is pressed stays where it is until it is released, or the click would be lost.
                if (isPressed.current) document.addEventListener("mouseup", leave, { once: true });
                else leave();
              }}
              onKeyDown={onKeyDown}
              onPaste={paste}
            />
            <div class="options" id={listId} role="listbox" aria-label={field.label} hidden={!isShown}>
              {options.map((option, index) => (
                <div
                  key={option}
                  id={`${listId}-${index}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={index === chosen}
                  // Runs before the field loses the focus, which would add the typed text.
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => take(option)}
                >
                  {nameOf(option)}
                </div>
              ))}
            </div>
          </div>
        </div>
      )}
    </Field>
  );
}

/** Returns a reference that tells whether a button of the mouse is down, or a finger has tapped. */
function usePressed(): { readonly current: boolean } {
  const isPressed = useRef(false);
  useLayoutEffect(() => {
    const ending = new AbortController();
    const options = { capture: true, signal: ending.signal };
    document.addEventListener("mousedown", () => (isPressed.current = true), options);
    document.addEventListener("mouseup", () => (isPressed.current = false), options);
    return () => ending.abort();
  }, []);
  return isPressed;
}
