/**
 * What screens of several groups share. The entry and every group import it, so that it is one file of the build: a page
 * waits longer for many small files than for one.
 */
import "./api/send-parts.ts";
import "./api/shared-reads.ts";
import "./component/diff.tsx";
import "./component/edit-form.tsx";
import "./component/leave-guard.tsx";
import "./component/menu.tsx";
import "./component/middle-cut.tsx";
import "./component/stat-card.tsx";
import "./component/tabs.tsx";
import "./component/tag-input.tsx";
import "./screen/hosts/host-form.ts";
import "./screen/records/paged-table.tsx";
import "./screen/records/plan-change.tsx";
import "./state/back.ts";
import "./state/change-task.ts";
import "./state/download.ts";
import "./state/media.ts";
import "./state/proof.tsx";
import "./state/record-change.ts";
import "./state/shortcut.ts";
import "./text/keyed.ts";
