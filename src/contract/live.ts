import { z } from 'zod';
import { endpoint, nothing, staffAsk } from './endpoint.ts';
import { type FormRef, KIND_ON_WIRE } from './forms/form-ref.ts';
import { MINUTE_MS } from './time.ts';

/** Path of server-sent events under `/api` that say what changed, for screens that are open; see `liveEventSchema`. */
export const LIVE_PATH = '/live';
/** A comment is sent at least this often, so that a silent connection counts as lost. */
export const LIVE_COMMENT_MS = 20_000;

/** Query of the stream: for how many milliseconds the page has been open. The stream begins with `resync` when something changed in the meantime. */
export const liveQuerySchema = z.object({ open_for: z.coerce.number().min(0).max(MINUTE_MS).catch(0) });

const editedTopicSchema = z.templateLiteral([z.enum(['series', 'event', 'form', 'fields']), '/', z.uuid()]);

/** What staff edit on one screen: the settings of a series or form, an event, or the fields of a series or form (`fields`). */
export type EditedTopic = z.infer<typeof editedTopicSchema>;

/** An open editor announces itself this often, and counts as closed after more than twice as long in silence. */
export const PRESENCE_MS = 20_000;

export const presenceTopic = (edited: EditedTopic) => `here/${edited}` as const;

/** The topic of a form, and of the screen where its settings are edited. */
export const topicOf = ({ kind, id }: FormRef) => `${KIND_ON_WIRE[kind]}/${id}` as const;

/** The subject of a change: a screen, the read of duplicate leads, or one series, event, form, its fields, feedback list or mailing; or that someone is editing one. */
export type LiveTopic =
  | 'dashboard'
  | 'attention'
  | 'leads'
  | `${'series' | 'event' | 'form' | 'fields' | 'feedback' | 'mailing' | 'here'}/${string}`;

/** The header with which a tab of the staff app identifies its writes: eight letters that it generates. */
export const TAB_HEADER = 'tab';
export const tabSchema = z.string().regex(/^[a-z]{8}$/i);

/** What changed on a topic since the last message, by one member of staff or none. It says nothing about visitors. */
export const liveChangeSchema = z.object({
  // Any text, so that a screen of an older release ignores topics that it does not know.
  topic: z.string(),
  /** New sign-ups, or entries of feedback. */
  added: z.int(),
  /** Submissions that were changed or deleted: null when there are too many to name, empty when the topic itself was changed. */
  ids: z.array(z.string()).nullable(),
  /** New sign-ups, even those not counted in `added`, only for doors, which show them immediately: as `ids`; absent if there are none, or from a server of the previous release. */
  joined: z.array(z.string()).nullable().optional(),
  /** Address of the member of staff who changed it; null for visitors, for what the server does on its own, and for a change of a part, such as an event of a series. */
  by: z.string().nullable(),
  name: z.string().nullable(),
  /** The tab of `by` that changed it; absent if another program did, or a server of the previous release. */
  tab: z.string().optional(),
});

/** The notices from one process to the others; null if there are too many to name. */
export const liveNoticeSchema = z.array(liveChangeSchema).nullable();

/** The body of `changed`, which calls the changes topics. */
export const liveChangedSchema = z.object({ topics: z.array(liveChangeSchema) });

/** `resync`: changes may have been missed; `bye`: this server ends the stream, and another may take over. */
export const liveEventSchema = z.enum(['hello', 'changed', 'resync', 'bye']);

export const liveCalls = {
  sayPresence: endpoint(staffAsk, '/live/here', {
    body: z.object({ topic: editedTopicSchema }),
    response: nothing,
    summary: 'Show colleagues who are editing the same thing that the caller is too; nothing is stored',
  }),
} as const;

export type LiveChange = z.infer<typeof liveChangeSchema>;
