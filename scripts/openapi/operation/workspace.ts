import { pageOf } from "../../../src/admin/schema/part.ts";
import { MAX_BLOCKED_HOSTS } from "../../../src/domain/blocklist.ts";
import {
  AccountShape,
  ActivityShape,
  BlocklistShape,
  CreatedTokenShape,
  DoorKeyShape,
  SignedDoorKeyShape,
  NotifySecretShape,
  TestShape,
  TokenShape,
} from "../../../src/admin/schema/shape.ts";
import { InvitationShape, WorkspaceShape, MemberShape } from "../../../src/admin/schema/workspace-shape.ts";
import { ConversionShape, StatsShape } from "../../../src/admin/schema/stats-shape.ts";
import {
  activity,
  blocklist,
  CURSOR,
  doorKey,
  member,
  MOMENT,
  named,
  token,
  TOKEN_ID,
  user,
} from "../example.ts";
import { JSON_LINES, type Operation } from "../operation.ts";

const CLICK_ID = "Zm9yIG9uZSBjbGljay4uLg";

export const WORKSPACE_OPERATIONS: Record<string, Operation> = {
  "get /v1/test": {
    id: "testToken",
    summary: "Check whether the token is live",
    description: "Answers 401 where it is not.",
    answer: TestShape,
    examples: { answer: { live: true, workspace: named, token: { id: TOKEN_ID, name: token.name } } },
  },
  "get /v1/account": {
    id: "getAccount",
    summary: "Get the account behind the token",
    description: "The user of the token, with the role, the hostnames and the tags that calls have now.",
    answer: AccountShape,
    examples: {
      answer: { ...user, email: "ada@example.com", role: "owner", hosts: null, tags: null, workspace: named },
    },
  },
  "get /v1/activity": {
    id: "listActivity",
    summary: "List what was done",
    description:
      "Who did what to records, hostnames, files, settings, members, tokens and webhooks, newest first; a change of many records is one entry. A call reads at most 5,000 entries, so that a page may have fewer rows than asked for, or none, while `next` goes on. Without the feature `security.audit` of the plan `data` is empty. Only owners see members and tokens, and only managers webhooks; a caller with `hosts` sees what is on these hostnames.",
    answer: pageOf(ActivityShape),
    examples: { answer: { data: activity, meta: { cursor: CURSOR } } },
  },
  "get /v1/workspace/current": {
    id: "getCurrentWorkspace",
    summary: "Get the token's workspace",
    description:
      "With settings, plan and what is used of it. A caller with `hosts` or `tags` sees the name and its own counts only.",
    answer: WorkspaceShape,
  },
  "get /v1/workspace/{id}": {
    id: "getWorkspace",
    summary: "Get a workspace",
    description: "The workspace of the token; any other is a 404.",
    answer: WorkspaceShape,
  },
  "put /v1/workspace": {
    id: "changeAppearance",
    summary: "Change how visitors' pages look",
    description:
      "`branding` adds name, logo and colour of the workspace to the pages that visitors see; `pages` names stored pages in place of those for unknown links (`404`), expired ones (`410`) and paused ones. Both are merged by member; null clears a member, or all. A hostname may have its own over them. As a rule visitors see it within 100 seconds.",
    answer: WorkspaceShape,
    examples: {
      body: { branding: { name: "Acme", color: "#0b57d0" }, pages: { paused: null } },
    },
  },
  "post /v1/workspace/update/{metaKey}": {
    id: "updateWorkspace",
    summary: "Write one setting",
    description:
      'Visitors are sent to `not_found_url` if no record matches, and to `expired_url` if the record has expired. `retention` says for how long clicks are kept, from `30d` to `13m`, and `click_thresholds` at how many clicks of a day `notify_url` is told of a record: up to five numbers, such as `100,1000`. `doors` names the foreign APIs that answer for the workspace, with commas between them: `shlink`, `yourls`. `utm_templates` is a JSON list of UTM values under names: `[{"name":"Newsletter","host":"go.example.com","utm":{"source":"news","medium":"email"}}]`, and `qr_styles` one of up to 20 looks of QR codes: `[{"name":"Poster","style":{"theme":"dots","color":"#0b57d0"}}]`. An empty value clears the setting.',
    alwaysFound: true,
    errors: [482],
    answer: WorkspaceShape,
    examples: { body: { value: "https://example.com/lost" } },
  },
  "post /v1/workspace/notify-secret": {
    id: "makeNotifySecret",
    summary: "Make the secret that signs notifications",
    description:
      "It is shown once. It replaces the previous secret: from now on notifications are signed with the new one only.",
    answer: NotifySecretShape,
    examples: { answer: { secret: `whsec_${"MDEy".repeat(10)}MDE=` } },
  },
  "get /v1/blocklist": {
    id: "getBlocklist",
    summary: "Get the blocklist",
    description: "The hostnames that no destination may have, each with its subdomains.",
    answer: BlocklistShape,
  },
  "put /v1/blocklist": {
    id: "replaceBlocklist",
    summary: "Replace the blocklist",
    description: `At most ${MAX_BLOCKED_HOSTS} hostnames; each stands for its subdomains, too. Records that lead there show visitors a warning, at once, and no write can add such a destination. An empty list lets all through.`,
    answer: BlocklistShape,
    examples: { body: blocklist },
  },
  "get /v1/stats": {
    id: "getStats",
    summary: "Count clicks over time",
    description:
      "`from` and `to` in the answer are the whole intervals that it covers. Hours are shown for 14 days, days and weeks for 13 months or the workspace's `retention`. `breakdowns` hold the 20 largest values of each kind, all countries, `rest` the clicks of all others; they are kept by day, so those of hours cover the whole days touched. Bots are counted apart. With a filter the numbers are those of the records that match now, without it those of deleted records count as well. More than 5,000 records are counted in steps; `refreshing` is true meanwhile. `Accept: text/csv` gets CSV.",
    answer: StatsShape,
    forms: ["text/csv"],
  },
  "post /v1/conversions": {
    id: "reportConversion",
    summary: "Report a conversion",
    description:
      "Counts what a visitor did after a click, once for each click and name. `click` is what the destination got in the parameter that the record's `click_id_param` names; an id is known for 30 days. `state` is `counted`, `repeated` for a second report, or `waiting`: the click is not stored yet, and the conversion counts if it comes within an hour. A workspace uses 20 names at a time, of those that it reported within 30 days. A token with `only: conversions` can call nothing else.",
    answer: ConversionShape,
    errors: [404, 482],
    examples: {
      body: { click: CLICK_ID, name: "signup", value: 49.9 },
      answer: { state: "counted" },
    },
  },
  "get /v1/export": {
    id: "exportWorkspace",
    summary: "Export the workspace",
    description:
      'A JSON object a line, `{kind, data}`: the kinds `workspace`, `member`, `blocklist`, `claim`, `page` (`html`, or `base64` of a PNG picture) and `record`. `include` adds `token` and the hashes of passwords (`secrets`), daily `clicks`, and `history` with `host_history`. The last line is `{kind: "cursor", next}`: while `next` is not null, the next answer goes on there. An answer without that line was cut off.',
    answer: JSON_LINES,
    examples: {
      answer: '{"kind":"blocklist","data":{"hosts":["evil.example"]}}\n{"kind":"cursor","next":null}\n',
    },
  },
};

const SIGNATURE = "0123456789abcdefghijABCDEFGHIJ0123456789-_w";

export const TOKEN_OPERATIONS: Record<string, Operation> = {
  "get /v1/tokens": {
    id: "listTokens",
    summary: "List tokens",
    description: "Lists the tokens of the whole workspace, without their secrets.",
    answer: pageOf(TokenShape),
  },
  "post /v1/tokens": {
    id: "createToken",
    summary: "Create a token",
    description:
      "The token is shown in this answer and never again. At each call it is limited to the role, the hostnames and the tags that the member who created it has then. With `hosts` it sees and writes only the records of these hostnames; everything else seems not to exist. With `tags` it sees and writes only records that have at least one of them, and can call nothing but what is about records. With `only: conversions` it can do nothing but report conversions.",
    answer: CreatedTokenShape,
    examples: {
      body: {
        name: token.name,
        role: token.role,
        hosts: token.hosts,
        tags: token.tags,
        only: token.only,
        expires: "2126-01-31T09:30:00Z",
      },
      answer: { ...token, token: `sp_${"0123456789".repeat(4)}` },
    },
  },
  "delete /v1/tokens/{id}": {
    id: "revokeToken",
    summary: "Revoke a token",
    description: "The token stops working at once. Other tokens stay valid.",
  },
  "get /v1/door-keys": {
    id: "listDoorKeys",
    summary: "List keys for YOURLS tools",
    description:
      "The keys with which plugins and scripts for YOURLS make links here, the newest first, without their signatures. A caller with `hosts` sees those whose hostnames are all among its own.",
    answer: pageOf(DoorKeyShape),
  },
  "post /v1/door-keys": {
    id: "createDoorKey",
    summary: "Create a key for YOURLS tools",
    description:
      "Links are made on the first of its hostnames, and links of all of them can be read; it opens nothing else. It answers while the setting `doors` has `yourls`, and ends with the member who created it. A workspace has at most 20.",
    answer: SignedDoorKeyShape,
    errors: [482],
    examples: {
      body: { name: doorKey.name, hosts: doorKey.hosts },
      answer: { ...doorKey, signature: SIGNATURE },
    },
  },
  "get /v1/door-keys/{id}": {
    id: "getDoorKey",
    summary: "Show a key for YOURLS tools",
    description:
      "With the signature that its tools send. It changes with the installation's signing key only.",
    answer: SignedDoorKeyShape,
    errors: [403],
    examples: { answer: { ...doorKey, signature: SIGNATURE } },
  },
  "delete /v1/door-keys/{id}": {
    id: "revokeDoorKey",
    summary: "Revoke a key for YOURLS tools",
    description: "The key stops working at once. The links that it made stay.",
  },
};

const { email, name, role, hosts, tags } = member;

export const MEMBER_OPERATIONS: Record<string, Operation> = {
  "get /v1/members": {
    id: "listMembers",
    summary: "List members",
    description: "Who may call the API or use the dashboard, and what each of them reaches.",
    answer: pageOf(MemberShape),
  },
  "post /v1/members": {
    id: "createMember",
    summary: "Add a member",
    description:
      "No message is sent: the member signs in to the dashboard by Cloudflare Access, under this address. Nobody adds a member with a higher role, or more hostnames, than their own. With `hosts` the member sees and writes only the records of these hostnames, with `tags` only records that have at least one of them, and everything else is as if it did not exist.",
    answer: MemberShape,
    examples: { body: { email, name, role, hosts, tags } },
  },
  "post /v1/members/{id}/invitation": {
    id: "inviteMember",
    summary: "Invite a member",
    description:
      "The secret of a link, `/invitation#` and it on the host of the dashboard, that signs the member in once within 24 hours and gives them a token. Only this answer has it. It ends the member's last one and the token that this has made. It ends itself when the member's role changes, and with the member.",
    answer: InvitationShape,
    examples: { answer: { invitation: "q0vQ8r2m4l8lqHkqv3yqf0F2mA3y8o6G2JXo0cNn1aE", expires_at: MOMENT } },
  },
  "put /v1/members/{id}": {
    id: "updateMember",
    summary: "Change a member",
    description:
      "A lower role, fewer hostnames and fewer tags hold for all tokens of the member from their next call on. `hosts: null` and `tags: null` lift the limits. The last owner without limits stays one.",
    answer: MemberShape,
    examples: { body: { role: "viewer" }, answer: { ...member, role: "viewer" } },
  },
  "delete /v1/members/{id}": {
    id: "deleteMember",
    summary: "Remove a member",
    description: "It takes effect at once and revokes the tokens that the member made.",
  },
};
