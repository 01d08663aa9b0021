import { z } from 'zod';
import { integer } from './values.ts';

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

/** Limits of what visitors may cause. Calls and sign-ups are counted per network address and form. */
export const limitsOf = (env: z.infer<typeof variables>) => ({
  publicRateLimit: env.PUBLIC_RATE_LIMIT,
  /** Of these, sign-ups without the token of our own page. */
  rateLimitWithoutToken: env.UNSTAMPED_RATE_LIMIT ?? Math.ceil(env.PUBLIC_RATE_LIMIT * WITHOUT_TOKEN_SHARE),
  /** Sign-ups per day (UTC). */
  dailySignUpQuota: env.DAILY_SIGN_UP_QUOTA ?? Math.ceil(env.PUBLIC_RATE_LIMIT * MINUTES_OF_QUOTA),
  /** Messages of their own that a Slack channel gets in a minute. */
  slackMessagesPerMinute: env.SLACK_MESSAGES_PER_MINUTE,
  /** Confirmation mails of one series or form in an hour. */
  confirmationsPerHour: env.CONFIRMATIONS_PER_HOUR,
});
