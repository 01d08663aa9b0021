import { z } from 'zod';
import { id } from './wire-text.ts';

/**
 * A sign-up as it arrives. The stored form has its rules (`rules/sign-up.ts`); `signup_location`, `show_on_slack` and
 * `event_serie_copper_tag` are accepted and ignored.
 */
export const signUpSchema = z
  .object({
    first_name: z.unknown().describe('Required text'),
    last_name: z.unknown().describe('Required text'),
    job_title: z.unknown().describe('Required text'),
    organisation: z.unknown().describe('Required text'),
    email: z.unknown().describe('Required address'),
    events: z.unknown().describe('Ids of visible events; series only'),
    accepts_marketing: z.unknown().describe('Boolean'),
  })
  .partial()
  .catchall(z.unknown());

/** The answer to a stored sign-up. */
export const signedUpSchema = z.object({ id });

export type SignUpPayload = z.infer<typeof signUpSchema>;
