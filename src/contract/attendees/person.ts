import { z } from 'zod';
import { endpoint, staffAsk, staffRead, staffWrite } from '../endpoint.ts';
import { eventSchema } from '../events/event.ts';
import { id, moment, pageQuery } from '../wire-text.ts';
import { addressSchema, submissionSchema } from './submission.ts';

const personQuerySchema = pageQuery(200);

const signUpOfPersonSchema = z.object({
  submission: submissionSchema,
  /** Null for a marketing form. */
  series_id: id.nullable(),
  form_id: id.nullable(),
  /** Of the series or form. */
  title: z.string(),
  events: z.array(
    eventSchema.pick({ id: true, event_title: true, date: true, show_on_form: true }).extend({
      /** Absent for a place; `cancelled`, last in the list, if the place or its event was. */
      status: z.enum(['waiting', 'offered', 'cancelled']).optional(),
      /** Only for an event with attendance. */
      end_date: moment.nullable().optional(),
      attended_at: moment.nullable().optional(),
    }),
  ),
});

/** Everything stored about an address: a summary of all sign-ups, and a page of them, newest first. */
export const personSchema = z.object({
  /** Of the newest sign-up. */
  person_id: id,
  signups_count: z.int(),
  /** As typed, most recently used first. */
  names: z.array(z.object({ name: z.string(), signups_count: z.int(), latest_at: moment })),
  organisations: z.array(z.string()),
  emails: z.array(z.string()),
  /** The consent of the newest sign-up, and the first of the uninterrupted run with the same consent. */
  marketing: z.object({
    accepts_marketing: z.boolean(),
    since: moment,
    /** Null unless the address has unsubscribed, whatever a sign-up says. */
    unsubscribed_at: moment.nullable(),
  }),
  signups: z.array(signUpOfPersonSchema),
  next_cursor: z.string().nullable(),
});

/** Null: nothing is stored about the address. */
const foundPersonSchema = z.object({ person_id: id.nullable() });

export const personCalls = {
  getPerson: endpoint(staffRead, '/person/:personId', {
    query: personQuerySchema,
    response: personSchema,
    summary: 'All sign-ups with the address of one submission, newest first, with a summary',
  }),
  findPerson: endpoint(staffAsk, '/person/find', {
    body: addressSchema,
    response: foundPersonSchema,
    summary: 'The person with an address, which is sent in the body to keep it out of logs',
  }),
  deletePerson: endpoint(staffWrite, '/person/:personId/delete', {
    body: z.object({ signups_count: z.int() }),
    response: z.object({ deleted: z.int() }),
    summary: 'Delete all sign-ups with the address of one submission, and give their places to the next people waiting',
  }),
} as const;

export type Person = z.infer<typeof personSchema>;
export type PersonQuery = z.infer<typeof personQuerySchema>;
