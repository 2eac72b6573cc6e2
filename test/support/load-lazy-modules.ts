// Nothing of them is used: that they are loaded is all.
/* oxlint-disable import/no-unassigned-import */
import "isbot";
import "../../src/admin/index.ts";
import "../../src/admin/report/render-report.ts";
import "../../src/domain/plugin/link-previewer.ts";
import "../../src/jobs/consume.ts";
import "../../src/jobs/run-jobs.ts";
import "../../src/qr/draw-qr.ts";
import "../../src/runtime/password.ts";
import "../../src/services/check/internal/ask-in-turn.ts";
import "../../src/storage/snapshot/read.ts";
import "../../src/visitor/brand/load-file.ts";
import "../../src/visitor/brand/respond-branded.ts";
import "../../src/visitor/brand/serve-logo.ts";
import "../../src/visitor/crawler.ts";
import "../../src/visitor/finalize.ts";
import "../../src/visitor/gate/gate.ts";
import "../../src/visitor/miss.ts";
import "../../src/visitor/pattern-code.ts";
import "../../src/visitor/probe.ts";
import "../../src/visitor/rescue.ts";
import "../../src/visitor/respond-body.ts";
import "../../src/visitor/special.ts";
import "../../src/visitor/view.ts";

/**
 * The modules that the Worker loads on demand. A deployed Worker has them in its bundle. The test runner fetches
 * them, and two requests that need one at once would wait for one fetch, which the runtime forbids.
 */
