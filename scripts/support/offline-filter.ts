const LOOKUP = "failed to lookup address information";
const NOTE =
  "The network cannot be reached: DNS of hostnames and destinations are not checked until it can. Links work.\n";

/** The events that the Worker logs for the same reason. */
const CONSEQUENCE = '"event":"crawler_list_not_read"';

/**
 * Returns a function that filters the output of the local runtime. It removes reports of names that could not be
 * resolved, which are six lines each, and the warnings that follow from them. The first report becomes a sentence.
 */
export function createOfflineFilter(): (text: string) => string {
  let [rest, isInReport, isTold] = ["", false, false];
  return (text) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    let kept = "";
    for (const line of lines) {
      if (line.includes(LOOKUP)) {
        kept += isTold ? "" : NOTE;
        [isInReport, isTold] = [true, true];
      } else if (isTold && line.includes(CONSEQUENCE)) {
        isInReport = true;
      } else if (!isInReport || !(line.trim() === "" || /^\s+stack: /.test(line))) {
        isInReport = false;
        kept += `${line}\n`;
      }
    }
    // A line that is not complete yet is shown at once, unless a report may begin or go on with it.
    if (rest !== "" && !isInReport && !/ERROR|WARNING|▲/.test(rest)) {
      kept += rest;
      rest = "";
    }
    return kept;
  };
}
