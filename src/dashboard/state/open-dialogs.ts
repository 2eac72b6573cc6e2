import { createStore } from "./store.ts";

/** The modal dialogs that are open, the topmost one last. Everything outside the topmost one is inert. */
export const openDialogs = createStore<readonly HTMLDialogElement[]>([]);
