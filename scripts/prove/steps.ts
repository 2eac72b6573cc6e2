import type { Step } from "./step.ts";
import { accessStep } from "./step/access.ts";
import { bucketStep } from "./step/bucket.ts";
import { cronStep } from "./step/cron.ts";
import { databaseStep } from "./step/database.ts";
import { dnsStep } from "./step/dns.ts";
import { gateStep } from "./step/gate.ts";
import { customDomainStep, wildcardStep } from "./step/hostname.ts";
import { clickStep, deleteStep, editStep, linkStep } from "./step/link.ts";
import { queueStep } from "./step/queue.ts";
import { rollbackStep } from "./step/rollback.ts";
import { saasStep } from "./step/saas.ts";

/** All steps in their order. The last ones make, change and delete a link. */
export const STEPS: readonly Step[] = [
  accessStep,
  databaseStep,
  cronStep,
  queueStep,
  customDomainStep,
  wildcardStep,
  saasStep,
  dnsStep,
  bucketStep,
  rollbackStep,
  linkStep,
  clickStep,
  editStep,
  gateStep,
  deleteStep,
];
