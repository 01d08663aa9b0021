import { z } from 'zod';
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
    accepts_marketing: z.unknown().describe('Boolean'),
  })
  .partial()
  .catchall(z.unknown());

export const signedUpSchema = z.object({ id });

export type SignUpPayload = z.infer<typeof signUpSchema>;
