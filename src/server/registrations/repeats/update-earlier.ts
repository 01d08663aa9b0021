import type { RegistrationStatus } from '#contract/registrations/places.ts';
import * as words from '#contract/texts/words/mails.ts';
import { newId } from '#server/db/new-id.ts';
import type { SubmissionRow } from '#server/db/tables.ts';
import { reserveMail } from '#server/steps/mail-limits.ts';
import type { Write } from '#server/write.ts';
import type { RegistrationChange } from '../changes.ts';
import { type EarlierUpdate, moveRegistrations, planUpdate } from './merge-sign-ups.ts';
import { changesAnything, type Undo } from './undo.ts';

export interface RepeatSettings {
  /** Mails of one series within an hour (setting CONFIRMATIONS_PER_HOUR). */
  readonly perHour: number;
  /** What the form asks to be ticked. */
  readonly consentText: string;
}

export interface EarlierSignUp {
  readonly id: string;
  readonly first_name: string;
  readonly last_name: string;
  /** When it was made; seconds since 1970, to the microsecond. */
  readonly at: number;
}

/** A registration of the sign-up; `earlier` is the earliest sign-up of the address that is registered for this event, null without any. */
export interface ComparedRegistration {
  readonly eventId: string;
  readonly title: string;
  readonly status: RegistrationStatus;
  readonly earlier: EarlierSignUp | null;
}

export type Repeat = ComparedRegistration & { readonly earlier: NonNullable<ComparedRegistration['earlier']> };

/** A sign-up with the earlier ones that its registrations repeat. */
export interface Compared {
  readonly signUp: SubmissionRow;
  /** Not cancelled. */
  readonly fresh: readonly ComparedRegistration[];
  readonly repeats: readonly Repeat[];
  /** The repeats of each earlier sign-up, in the order in which these were made. */
  readonly byEarlier: readonly (readonly [string, readonly Repeat[]])[];
}

/** What is recorded of an earlier sign-up: about the event that is repeated, when it is one. */
function changeOf({ signUp }: Compared, earlierId: string, repeats: readonly Repeat[]) {
  const [first, ...others] = repeats;
  const eventId = first === undefined || others.length > 0 ? null : first.eventId;
  return { seriesId: signUp.form_id, submissionId: earlierId, eventId, actor: 'visitor' } as const;
}

/** That an earlier person signed up again. One mail says so, of the earliest. */
export const repeatedChanges = (compared: Compared, isMailed: boolean): RegistrationChange[] =>
  compared.byEarlier.map(([earlierId, repeats], index) => ({
    ...changeOf(compared, earlierId, repeats),
    kind: 'repeated',
    details: { event: words.eventsInWords(repeats.map(({ title }) => title)), ...(isMailed && index === 0 ? {} : { tell: false }) },
  }));

/** A change by a repeat, with what is kept for the person to undo or confirm it. */
export type SettledChange = RegistrationChange & { readonly undo?: Undo | undefined };

/** Of an earlier sign-up that had not accepted what the repeat ticked. */
const askedConsent = ({ signUp }: Compared, earlier: SubmissionRow, { consentText }: RepeatSettings): string | undefined =>
  signUp.accepts_marketing && !earlier.accepts_marketing ? consentText : undefined;

interface Updated {
  readonly about: ReturnType<typeof changeOf>;
  readonly id: string;
  readonly plan: EarlierUpdate;
  readonly undo: Undo;
  /** New events, which move to the earlier sign-up. */
  readonly added: readonly ComparedRegistration[];
}

async function writeUpdate(w: Write, { signUp }: Compared, { about, id, plan, undo, added }: Updated): Promise<SettledChange[]> {
  await plan.write();
  if (added.length === 0) return [{ ...about, id, kind: 'updated', details: { changes: plan.changes }, undo }];
  const eventIds = added.map(({ eventId }) => eventId);
  const { change, events } = await moveRegistrations(w, eventIds, { from: signUp.id, to: plan.earlier.id });
  const titles = { added: added.map(({ title }) => title), removed: [] };
  const places = added.filter(({ status }) => status === 'confirmed').map(({ eventId }) => eventId);
  return [
    { ...about, id, kind: 'updated', details: { changes: [change, ...plan.changes], titles, added: places }, undo: { ...undo, events } },
    // The channel, the copy and the CRM are told about events alone.
    { ...about, kind: 'events_changed', details: { tell: false, changes: [change], added: places } },
  ];
}

/** Writes the repeat into earlier sign-ups whose mail, by which the person can undo it, may leave; new events go to the earliest. @returns undefined, with nothing written, when that of new events may not */
export async function updateEarlier(w: Write, compared: Compared, settings: RepeatSettings): Promise<SettledChange[] | undefined> {
  const { signUp, fresh, byEarlier } = compared;
  const changes: SettledChange[] = [];
  const unchanged = new Map<string, Undo>();
  for (const [index, [earlierId, repeats]] of byEarlier.entries()) {
    const about = { ...changeOf(compared, earlierId, repeats), eventId: null };
    const added = index === 0 ? fresh : [];
    const plan = await planUpdate(w, earlierId, signUp);
    const undo = { fields: plan.fields, events: [], consent: askedConsent(compared, plan.earlier, settings) };
    if (!changesAnything({ ...undo, events: added })) {
      unchanged.set(earlierId, undo);
      continue;
    }
    const id = newId();
    const mail = { id, kind: 'updated', email: plan.earlier.email, formId: signUp.form_id } as const;
    const mayMail = (await reserveMail(w, mail, settings.perHour)) === 'reserved';
    if (!mayMail && added.length > 0) return undefined;
    if (mayMail) changes.push(...(await writeUpdate(w, compared, { about, id, plan, undo, added })));
  }
  const changedIds = new Set(changes.map(({ submissionId }) => submissionId));
  const repeated = repeatedChanges(compared, changes.length === 0).map((change): SettledChange => {
    const undo = change.details?.tell === false ? undefined : unchanged.get(change.submissionId ?? '');
    return undo?.consent === undefined ? change : { ...change, undo };
  });
  return [...changes, ...repeated.filter(({ submissionId }) => !changedIds.has(submissionId))];
}
