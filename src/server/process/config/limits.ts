import { z } from 'zod';
import { integer } from './values.ts';

/** Limits of what visitors may cause. Calls and sign-ups are counted per network address and form. */
export interface Limits {
  /** Public calls per minute. */
  publicRateLimit: number;
  /** Of these, sign-ups without the token of our own page. */
  rateLimitWithoutToken: number;
  /** Sign-ups per day (UTC). */
  dailySignUpQuota: number;
  /** Messages of their own that a Slack channel gets in a minute. */
  slackMessagesPerMinute: number;
  /** Confirmation mails of one series or form in an hour. */
  confirmationsPerHour: number;
}

export const limitVariables = {
  PUBLIC_RATE_LIMIT: integer(1, 1_000_000).default(300),
  UNSTAMPED_RATE_LIMIT: integer(1, 1_000_000).optional(),
  DAILY_SIGN_UP_QUOTA: integer(1, 1_000_000_000).optional(),
  SLACK_MESSAGES_PER_MINUTE: integer(1, 1_000_000).default(30),
  CONFIRMATIONS_PER_HOUR: integer(1, 1_000_000).default(2_000),
};

const variables = z.object(limitVariables);

/** The other limits grow with PUBLIC_RATE_LIMIT: at its 300 they are 100 a minute and 2,000 a day. */
const WITHOUT_TOKEN_SHARE = 1 / 3;
const MINUTES_OF_QUOTA = 20 / 3;

export const limitsOf = (env: z.infer<typeof variables>): Limits => ({
  publicRateLimit: env.PUBLIC_RATE_LIMIT,
  rateLimitWithoutToken: env.UNSTAMPED_RATE_LIMIT ?? Math.ceil(env.PUBLIC_RATE_LIMIT * WITHOUT_TOKEN_SHARE),
  dailySignUpQuota: env.DAILY_SIGN_UP_QUOTA ?? Math.ceil(env.PUBLIC_RATE_LIMIT * MINUTES_OF_QUOTA),
  slackMessagesPerMinute: env.SLACK_MESSAGES_PER_MINUTE,
  confirmationsPerHour: env.CONFIRMATIONS_PER_HOUR,
});
