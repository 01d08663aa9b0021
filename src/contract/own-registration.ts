import { z } from 'zod';
import { endpoint, linkEdit, linkRead, linkWrite, nothing, staffWrite } from './endpoint.ts';
import { publicFieldSchema } from './form-field.ts';
import { registrationStatus } from './registrations/places.ts';
import { signUpSchema } from './sign-up.ts';
import { addressSchema } from './submission.ts';
import { id, moment } from './wire-text.ts';

const EVENTS_MAX = 200;

/** One event of a sign-up, as the person reads it; `join_url` is null unless there is a place. */
const ownEventSchema = z.object({
  event_id: id,
  event_title: z.string(),
  date: moment.nullable(),
  end_date: moment.nullable(),
  venue: z.string().nullable(),
  venue_address: z.string().nullable(),
  join_url: z.string().nullable(),
  status: registrationStatus,
  position: z.int().nullable(),
  offer_ends_at: moment.nullable(),
  can_cancel: z.boolean(),
  /** Until when the place can be given up; null: at any time, or never. */
  changes_until: moment.nullable(),
});

/** A sign-up to a series, as the person reads it who has a link to it. `answers` by the names of `fields`, which are those asked for their events. */
const ownRegistrationSchema = z.object({
  series_title: z.string(),
  person: z.object({
    first_name: z.string(),
    last_name: z.string(),
    job_title: z.string(),
    organisation: z.string(),
    email: z.string(),
    accepts_marketing: z.boolean(),
  }),
  fields: z.array(publicFieldSchema),
  answers: z.record(z.string(), z.union([z.string(), z.boolean()])),
  registrations: z.array(ownEventSchema),
  can_correct: z.boolean(),
  can_change_events: z.boolean(),
  version: z.int(),
});

/** The details to correct, under the names of a sign-up; what is left out stays. The rules are those of the form. */
const correctionSchema = signUpSchema.omit({ email: true, events: true, _waiting_list: true });

const eventIds = z.array(id).max(EVENTS_MAX);

const eventChoiceSchema = z.object({
  events: eventIds.default([]),
  _waiting_list: eventIds.default([]),
  /** To the questions of events that are new. */
  answers: z.record(z.string(), z.unknown()).default({}),
});

const ofOneEvent = { body: z.object({ event_id: id }), response: ownRegistrationSchema };

/** What a person does who has a link to the own page; each call answers with the whole registration. */
export const ownRegistrationCalls = {
  getOwnRegistration: endpoint(linkRead, '/registration/:token', {
    response: ownRegistrationSchema,
    summary: 'A sign-up by a link to its own page',
  }),
  correctRegistration: endpoint(linkEdit, '/registration/:token/edit', {
    body: correctionSchema,
    response: ownRegistrationSchema,
    summary: 'Correct names, organisation, consent and answers; 409 for what staff have changed meanwhile, the rest is saved',
  }),
  cancelOwnRegistrations: endpoint(linkWrite, '/registration/:token/cancel', {
    body: z.object({ event_ids: eventIds.min(1) }),
    response: ownRegistrationSchema,
    summary: 'Give up places, offers and positions on waiting lists, all of these or none',
  }),
  changeOwnEvents: endpoint(linkWrite, '/registration/:token/events', {
    body: eventChoiceSchema,
    response: ownRegistrationSchema,
    summary: 'Choose events anew, all or nothing: what is left out is cancelled, what is new is signed up for',
  }),
  acceptOffer: endpoint(linkWrite, '/registration/:token/accept', { ...ofOneEvent, summary: 'Take a place that was offered' }),
  declineOffer: endpoint(linkWrite, '/registration/:token/decline', { ...ofOneEvent, summary: 'Decline a place that was offered' }),
  makeLink: endpoint(staffWrite, '/event_series/:id/event/:eventId/submission/:submissionId/link', {
    body: z.object({ revoke: z.boolean().default(false), send: z.boolean().default(false) }),
    response: z.object({ url: z.string().nullable() }),
    summary: 'Make one more link to the own page of an attendee, on request ending all others, or mail one; the address is null then',
  }),
  sendLink: endpoint(linkWrite, '/event_series/:id/send_link', {
    body: addressSchema,
    response: nothing,
    summary: 'Mail the links to the own pages of an address; the answer does not tell whether it is signed up',
  }),
  resendLink: endpoint(linkWrite, '/registration/:token/resend', {
    response: ownRegistrationSchema,
    summary: 'Send the registration and a new link to its address, three times an hour',
  }),
} as const;

export type OwnRegistration = z.infer<typeof ownRegistrationSchema>;
export type Correction = z.infer<typeof correctionSchema>;
export type EventChoice = z.infer<typeof eventChoiceSchema>;
