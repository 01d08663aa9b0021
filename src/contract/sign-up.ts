import { z } from 'zod';
import { id } from './wire-text.ts';

/**
 * A sign-up as it arrives. Its rules come from the stored form (`rules/sign-up.ts`), not from here; `signup_location`,
 * `show_on_slack` and `event_serie_copper_tag` are accepted and ignored (decision 18).
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

/** The answer to a sign-up: it is stored. */
export const signedUpSchema = z.object({ id });

export type SignUpPayload = z.infer<typeof signUpSchema>;
