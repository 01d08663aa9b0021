import { z } from 'zod';
import { registrationSchema } from './registrations/places.ts';
import { id } from './wire-text.ts';

/** A sign-up as it arrives; the rules are those of the stored form (`rules/sign-up.ts`), other keys are ignored. */
export const signUpSchema = z
  .object({
    first_name: z.unknown().describe('Required text'),
    last_name: z.unknown().describe('Required text'),
    job_title: z.unknown().describe('Required text'),
    organisation: z.unknown().describe('Required text'),
    email: z.unknown().describe('Required address'),
    events: z.unknown().describe('Ids of visible events; series only'),
    _waiting_list: z.unknown().describe('Ids of full events whose waiting list to join; with a free place they are booked'),
    accepts_marketing: z.unknown().describe('Boolean'),
  })
  .partial()
  .catchall(z.unknown());

/** `registrations`: of a series with an event that closes when it is full. */
export const signedUpSchema = z.object({ id, registrations: z.array(registrationSchema).optional() });

export type SignedUp = z.infer<typeof signedUpSchema>;

export type SignUpPayload = z.infer<typeof signUpSchema>;
