import { z } from 'zod';
import { endpoint, publicSubmit } from './endpoint.ts';
import { registrationSchema } from './registrations/places.ts';
import { id } from './wire-text.ts';

/** A sign-up as it arrives; it is checked by the stored form's rules (`rules/sign-up.ts`), and other keys are ignored. */
export const signUpSchema = z
  .object({
    first_name: z.unknown().describe('Required text'),
    last_name: z.unknown().describe('Required text'),
    job_title: z.unknown().describe('Required text'),
    organisation: z.unknown().describe('Required text'),
    email: z.unknown().describe('Required address'),
    events: z.unknown().describe('Ids of visible events; series only'),
    _waiting_list: z.unknown().describe('Ids of full events whose waiting list to join; if a place is free, it is booked'),
    _dates: z
      .unknown()
      .describe('For each chosen event, `{id} {date}` as shown to the visitor; the sign-up is refused if the date has changed'),
    accepts_marketing: z.unknown().describe('Boolean'),
  })
  .partial()
  .catchall(z.unknown());

/** What follows a sign-up: the email, its link to join, its link to the registration, what staff have written, or that nothing is known yet. */
const nextLineSchema = z.object({ about: z.enum(['email', 'join', 'change', 'more', 'later']), text: z.string() });

/** `registrations`: of a series with an event that closes when it is full. `next`: absent if there is nothing to say. */
export const signedUpSchema = z.object({
  id,
  registrations: z.array(registrationSchema).optional(),
  next: z.array(nextLineSchema).optional(),
});

export const signUpCalls = {
  submitSeriesSignUp: endpoint({ ...publicSubmit, form: 'series' }, '/event_series/:id/submit', {
    body: signUpSchema,
    response: signedUpSchema,
    summary: 'Sign up for events of a series',
  }),
  submitFormSignUp: endpoint({ ...publicSubmit, form: 'marketing' }, '/form/:id/submit', {
    body: signUpSchema,
    response: signedUpSchema,
    summary: 'Sign up on a marketing form',
  }),
} as const;

export const signUpCallOf = { series: signUpCalls.submitSeriesSignUp, marketing: signUpCalls.submitFormSignUp } as const;

export type NextLine = z.infer<typeof nextLineSchema>;
export type SignedUp = z.infer<typeof signedUpSchema>;
export type SignUpPayload = z.infer<typeof signUpSchema>;
