import type { ComponentChildren, RefObject } from "preact";
import { useEffect, useId, useLayoutEffect, useRef } from "preact/hooks";
import { useWork } from "../state/work.ts";
import { t } from "../text/text.ts";
import { Button, IconButton } from "./button.tsx";
import { createStore, useStore } from "../state/store.ts";
import { announcement, hideToast, toasts } from "../state/toast.ts";

interface OverlayProps {
  title: string;
  onClose: () => void;
  children: ComponentChildren;
}

/**
 * Opens a native dialog while it is shown. The browser keeps the focus inside, and restores it afterwards. Only its
 * component closes it: browsers close a dialog at a repeated Escape, whatever its `cancel` event answers (contract 32.35).
 */
function useModal(onClose: () => void) {
  const ref = useRef<HTMLDialogElement>(null);
  const latest = useRef(onClose);
  latest.current = onClose;
  const opener = useRef<Element | null>(null);
  // Before the first paint, which would be of the page without the dialog, and before somebody can press Escape in it.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (dialog === null) return;
    opener.current = document.activeElement;
    dialog.showModal();
    openDialogs.set([...openDialogs.get(), dialog]);
    const ask = (event: Event) => {
      event.preventDefault();
      latest.current();
    };
    const onKey = (event: KeyboardEvent) => {
      const isOnTop = openDialogs.get().at(-1) === dialog && document.querySelector(":popover-open") === null;
      if (isOnTop && event.key === "Escape" && !event.isComposing && !event.defaultPrevented) ask(event);
    };
    // The cancel event of a file input comes here, too.
    const onCancel = (event: Event) => {
      if (event.target === dialog) ask(event);
    };
    const stayOpen = () => dialog.showModal();
    document.addEventListener("keydown", onKey);
    dialog.addEventListener("cancel", onCancel);
    dialog.addEventListener("close", stayOpen);
    return () => {
      document.removeEventListener("keydown", onKey);
      dialog.removeEventListener("cancel", onCancel);
      dialog.removeEventListener("close", stayOpen);
      dialog.close();
      openDialogs.set(openDialogs.get().filter((open) => open !== dialog));
    };
  }, []);
  // After the paint: what is outside takes the focus once every dialog that goes with this one is gone.
  useEffect(() => () => focusAgain(opener.current), []);
  return ref;
}

/** Gives the focus back to what opened a dialog. A page that began with the dialog has nothing that did. */
function focusAgain(opener: Element | null): void {
  const isThere = opener instanceof HTMLElement && opener !== document.body && opener.isConnected;
  const next = isThere ? opener : document.querySelector<HTMLElement>("main h1");
  next?.focus({ preventScroll: !isThere });
}

interface FootedProps extends OverlayProps {
  /** Content that stays at the bottom while the rest scrolls. */
  foot?: ComponentChildren;
}

/** A question, or a small form, in the middle of the page. */
export function Dialog({ title, onClose, foot, children }: FootedProps) {
  const ref = useModal(onClose);
  const id = useId();
  return (
    <dialog ref={ref} class="dialog" aria-labelledby={id}>
      <div>
        <h2 id={id}>{title}</h2>
        {children}
        {Boolean(foot) && <div class="dialog-foot">{foot}</div>}
        <Toasts dialog={ref} />
      </div>
    </dialog>
  );
}

/** Closes a dialog without an answer, or a form without sending it. */
export function CancelButton({ onClick, autofocus = false }: { onClick: () => void; autofocus?: boolean }) {
  return <Button kind="plain" onClick={onClick} autofocus={autofocus} label={t("action.cancel")} />;
}

interface ConfirmProps extends Omit<OverlayProps, "children"> {
  text?: string;
  children?: ComponentChildren;
  confirmLabel: string;
  /** What it throws is shown in a message. */
  onConfirm: () => Promise<void> | void;
  isBusy?: boolean;
  isDangerous?: boolean;
}

/** Asks for confirmation before an action that cannot be undone. */
export function ConfirmDialog({ confirmLabel, onConfirm, isBusy, isDangerous, ...dialog }: ConfirmProps) {
  const [isRunning, run] = useWork();
  return (
    <Dialog {...dialog}>
      {dialog.text !== undefined && <p>{dialog.text}</p>}
      {dialog.children}
      <div class="line">
        <Button
          kind={isDangerous ? "bad" : "main"}
          disabled={isBusy || isRunning}
          onClick={() => void run(async () => onConfirm())}
          label={confirmLabel}
        />
        <CancelButton onClick={dialog.onClose} />
      </div>
    </Dialog>
  );
}

interface DrawerProps extends FootedProps {
  actions?: ComponentChildren;
}

/** A page next to the page. The page under it keeps its state. */
export function Drawer({ title, onClose, actions, foot, children }: DrawerProps) {
  const ref = useModal(onClose);
  const id = useId();
  return (
    <dialog ref={ref} class="drawer" aria-labelledby={id}>
      <div class="drawer-head">
        <h2 id={id} class="cut">
          {title}
        </h2>
        {actions}
        <IconButton icon="close" label={t("action.close")} onClick={onClose} />
      </div>
      <div class="drawer-body">{children}</div>
      {Boolean(foot) && <div class="drawer-foot">{foot}</div>}
      <Toasts dialog={ref} />
    </dialog>
  );
}

/** The modal dialogs that are open, the topmost one last. Everything outside the topmost one is inert. */
const openDialogs = createStore<readonly HTMLDialogElement[]>([]);

/**
 * The messages at the bottom of the page, and the live region for screen readers. Every dialog has its own, because the
 * page under a dialog is inert (contract 32.34). Only the topmost one says anything, or it would be read twice.
 */
export function Toasts({ dialog }: { dialog?: RefObject<HTMLDialogElement | null> }) {
  const shown = useStore(toasts);
  const { text } = useStore(announcement);
  const isOnTop = useStore(openDialogs).at(-1) === dialog?.current;
  return (
    <>
      <div class="aloud" role="status">
        {isOnTop && text}
      </div>
      {isOnTop && (
        <div class="toasts">
          {shown.map(({ id, text, action, link }) => (
            <div key={id} class="toast">
              <span>{text}</span>
              {link !== undefined && <a href={link.href}>{link.label}</a>}
              {action !== undefined && (
                <button
                  type="button"
                  onClick={() => {
                    hideToast(id);
                    action.run();
                  }}
                >
                  {action.label}
                </button>
              )}
            </div>
          ))}
        </div>
      )}
    </>
  );
}
