import { useEffect, useId, useRef, useState } from "preact/hooks";
import { t } from "../text/text.ts";
import { Field, type FieldProps } from "./field.tsx";
import { Icon } from "./button.tsx";

interface TagInputProps extends Omit<FieldProps, "children"> {
  value: readonly string[];
  onValue: (value: string[]) => void;
  suggestions?: readonly string[];
  /** Says whether only suggestions are accepted. */
  isClosed?: boolean;
}

const MAX_SHOWN = 8;

/**
 * Tags with a combobox. Enter or a comma adds a tag; Backspace in an empty field removes the last one. The list of
 * suggestions takes room of its own, so that it never covers a button, and closes after a choice.
 */
export function TagInput({
  value: values,
  onValue: onValues,
  suggestions = [],
  isClosed = false,
  ...field
}: TagInputProps) {
  const [text, setText] = useState("");
  const [active, setActive] = useState(-1);
  const [isOpen, setOpen] = useState(false);
  const isPressed = usePressed();
  const listId = useId();
  const wanted = text.trim().toLowerCase();
  const options = suggestions
    .filter((option) => !values.includes(option) && option.toLowerCase().includes(wanted))
    .slice(0, MAX_SHOWN);
  const isShown = isOpen && options.length > 0;
  const add = (value: string) => {
    const trimmed = value.trim();
    const known = suggestions.find((option) => option.toLowerCase() === trimmed.toLowerCase());
    if (trimmed === "" || (isClosed && known === undefined)) return;
    const added = known ?? trimmed;
    if (!values.includes(added)) onValues([...values, added]);
    setText("");
    setActive(-1);
    setOpen(false);
  };
  const leave = () => {
    add(text);
    setOpen(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      setOpen(true);
      const step = event.key === "ArrowDown" ? 1 : -1;
      setActive((active + step + options.length + 1) % (options.length + 1));
      event.preventDefault();
    } else if ((event.key === "Enter" && !event.ctrlKey && !event.metaKey) || event.key === ",") {
      if (event.key === "Enter" && text === "" && active < 0) return;
      event.preventDefault();
      add(options[active] ?? text);
    } else if (event.key === "Escape" && isShown) {
      event.preventDefault();
      event.stopPropagation();
      setOpen(false);
    } else if (event.key === "Backspace" && text === "") {
      onValues(values.slice(0, -1));
    }
  };
  return (
    <Field {...field}>
      {(control) => (
        <div class="tag-input">
          {values.length > 0 && (
            <ul class="line">
              {values.map((value) => (
                <li key={value} class="chip">
                  <span class="cut">{value}</span>
                  <button
                    type="button"
                    aria-label={t("tags.remove", { tag: value })}
                    onClick={() => onValues(values.filter((other) => other !== value))}
                  >
                    <Icon name="close" />
                  </button>
                </li>
              ))}
            </ul>
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
                isShown && active >= 0 && active < options.length ? `${listId}-${active}` : undefined
              }
              value={text}
              onInput={(event) => {
                setText(event.currentTarget.value);
                setOpen(true);
                setActive(-1);
              }}
              onFocus={() => setOpen(true)}
              onBlur={() => {
                // What is pressed stays where it is until it is released, or the click would be lost.
                if (isPressed.current) document.addEventListener("mouseup", leave, { once: true });
                else leave();
              }}
              onKeyDown={onKeyDown}
            />
            <div class="options" id={listId} role="listbox" aria-label={field.label} hidden={!isShown}>
              {options.map((option, index) => (
                <div
                  key={option}
                  id={`${listId}-${index}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={index === active}
                  // Runs before the field loses the focus, which would add the typed text.
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => add(option)}
                >
                  {option}
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
  useEffect(() => {
    const ending = new AbortController();
    const options = { capture: true, signal: ending.signal };
    document.addEventListener("mousedown", () => (isPressed.current = true), options);
    document.addEventListener("mouseup", () => (isPressed.current = false), options);
    return () => ending.abort();
  }, []);
  return isPressed;
}
