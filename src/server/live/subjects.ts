import type { FormRef } from '#contract/forms/form-ref.ts';
import { type LiveTopic, topicOf } from '#contract/live.ts';
import type { Actor } from '#server/write.ts';
import type { Notice } from './notice.ts';

/** A call that has changed something: the ids in its path, and who made it. */
export interface MadeCall {
  readonly params: { readonly id?: string; readonly eventId?: string; readonly submissionId?: string };
  readonly by: Pick<Notice, 'by' | 'name' | 'tab'>;
}

/** Who made a change, as notices have it: nothing of visitors. */
export const signed = ({ kind, email, name, tab }: Actor): MadeCall['by'] => (kind === 'visitor' ? {} : { by: email, name, tab });

/** The topics of a call that open screens are notified of, from its path and its answer. */
export type Subject<Answer = unknown> = (call: MadeCall, answer: Answer) => Notice[];

/** A call about one submission names it, one about many may have changed any: null. */
const idsIn = ({ params: { submissionId } }: MadeCall): readonly string[] | null => (submissionId === undefined ? null : [submissionId]);

/** The series, form or list of feedback that was changed, or the event of it that the path names; `added` are new attendees or entries. */
function changed(
  kind: FormRef['kind'] | 'feedback',
  call: MadeCall,
  { added = 0, ids = idsIn(call) ?? [] }: Pick<Notice, 'added' | 'ids'> = {},
): Notice[] {
  const { params, by } = call;
  const whole: LiveTopic = kind === 'feedback' ? `feedback/${params.id}` : topicOf({ kind, id: params.id ?? '' });
  const itself = { added, ids, ...by };
  if (params.eventId === undefined)
    return [
      { topic: 'dashboard', ...by },
      { topic: whole, ...itself },
    ];
  return [
    { topic: 'dashboard', ...by },
    { topic: whole, ids },
    { topic: `event/${params.eventId}`, ...itself },
  ];
}

export const dashboard: Subject = ({ by }) => [{ topic: 'dashboard', ...by }];
export const formOf =
  (kind: FormRef['kind']): Subject =>
  (call) =>
    changed(kind, call);
export const series = formOf('series');
export const form = formOf('marketing');
export const feedback: Subject = (call) => changed('feedback', call);
export const newFeedback: Subject = (call) => changed('feedback', call, { added: 1 });

/** Any attendees of an event may have been changed. */
export const anyAttendees: Subject = (call) => changed('series', call, { ids: null });

/** Someone who only waits, or had cancelled, is not counted as a new attendee. */
export const newAttendee: Subject<{ readonly _registration?: { readonly status: string } | undefined }> = (
  call,
  { _registration: registration },
) => changed('series', call, { added: (registration?.status ?? 'confirmed') === 'confirmed' ? 1 : 0 });

export const fieldsOf =
  (kind: FormRef['kind']): Subject =>
  ({ params: { id = '' }, by }) => [{ topic: 'dashboard', ...by }, { topic: topicOf({ kind, id }) }, { topic: `fields/${id}`, ...by }];

/** Steps of a submission, or of any, were run, dismissed or restored; `kind` where the path names whose they are. */
export const stepsOf =
  (kind?: FormRef['kind']): Subject =>
  (call) => {
    const topics: LiveTopic[] = ['attention', ...(kind === undefined ? [] : [topicOf({ kind, id: call.params.id ?? '' })])];
    return topics.map((topic) => ({ topic, ids: idsIn(call), ...call.by }));
  };
