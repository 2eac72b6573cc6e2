/** A tool of the server: an operation of the API, as its document describes it. */
export interface Tool {
  name: string;
  /** Identifier of the operation in docs/openapi.json. */
  operation: string;
  title: string;
  /** The purpose of the tool, and the tools to call before or after it. The description of the operation follows. */
  purpose: string;
  /** Members of the body and parameters that are not offered. */
  without?: readonly string[];
  /** True if it writes anything, including a plan. */
  writes: boolean;
  /** Says whether visitors can get another answer because of it. */
  changesRecords?: boolean;
}

/** Parameters that a model does not need: large uploads, and files that manage records. */
const FILES = ["upload", "owner", "hosts", "adopt", "force"];

type Described = Omit<Tool, "writes">;

const READING: readonly Described[] = [
  {
    name: "explain_url",
    operation: "explainVisit",
    title: "Explain a URL",
    purpose: "Why does this URL go there, or nowhere? Use it for any single URL.",
  },
  {
    name: "search_records",
    operation: "listRecords",
    title: "Search records",
    purpose: "Finds short links and redirects by hostname, text, tag, destination and so on.",
  },
  {
    name: "list_misses",
    operation: "listMisses",
    title: "List missed paths",
    purpose:
      "Which paths do visitors ask for in vain? Each comes with suggestions. To answer some, plan a change with plan_change: a row with url and destination for each.",
  },
  {
    name: "list_checks",
    operation: "listChecks",
    title: "List checks",
    purpose: "Checks compare many URLs with what is expected of them.",
  },
  {
    name: "get_check",
    operation: "getCheck",
    title: "Get a check",
    purpose: "How far a check is, and its counts.",
  },
  {
    name: "list_check_rows",
    operation: "listCheckRows",
    title: "List the results of a check",
    purpose: "Ask for one result, such as uncovered or chain, to see what is wrong.",
  },
  {
    name: "list_changes",
    operation: "listChanges",
    title: "List changes",
    purpose: "Plans and changes of many records, the newest first.",
  },
  {
    name: "get_change",
    operation: "getChange",
    title: "Get a change",
    purpose: "State, counts and a sample of a plan or change.",
  },
  {
    name: "list_change_rows",
    operation: "listChangeRows",
    title: "List the rows of a change",
    purpose: "What a plan makes of each record, before and after. Look at it before a plan is applied.",
  },
];

const WRITING: readonly Described[] = [
  {
    name: "start_check",
    operation: "createCheck",
    title: "Start a check",
    purpose:
      "Finds out for a list of URLs whether each is covered. It changes no record. Read it with get_check.",
    without: FILES,
  },
  {
    name: "plan_change",
    operation: "planChange",
    title: "Plan a change",
    purpose:
      "The way to create, edit and delete records: it plans, and changes nothing. Show the plan to the person, then apply it by its id with apply_change, or drop it with drop_plan.",
    without: FILES,
  },
  {
    name: "plan_chain_fix",
    operation: "planCheckChange",
    title: "Plan to shorten the chains of a check",
    purpose: "It plans, and changes nothing. Show the plan to the person, then apply it by its id.",
  },
  {
    name: "apply_change",
    operation: "applyChange",
    title: "Apply a plan",
    purpose:
      "Applies a plan by its id, once the person has agreed to that plan. Visitors see it within minutes.",
    changesRecords: true,
  },
  {
    name: "undo_change",
    operation: "undoChange",
    title: "Undo a change",
    purpose: "Takes an applied change back, by its id, once the person has agreed.",
    changesRecords: true,
  },
  {
    name: "drop_plan",
    operation: "stopChange",
    title: "Drop a plan",
    purpose:
      "Drops a plan that nobody wants, or stops a change that is being applied. A workspace has three plans.",
  },
];

export const TOOLS: readonly Tool[] = [
  ...READING.map((tool) => ({ ...tool, writes: false })),
  ...WRITING.map((tool) => ({ ...tool, writes: true })),
];
