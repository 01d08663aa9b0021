import { DAY_MS, MINUTE_MS } from '#contract/time.ts';
import type { Config } from '#server/config/config.ts';
import { PeriodCounts } from './period-counts.ts';

/** At most ten new sites a day, so that a stranger who makes up sites does not replace those on which a form really is. */
const NEW_HOSTS_PER_DAY = 10;
/** Pictures that one member of staff may upload in a minute, and that one network may make us read from the database. */
const PICTURES_UPLOADED = 60;
const PICTURES_READ = 600;
/** Tests of mailings that one member of staff may send to themselves in a minute. */
const MAIL_TESTS = 10;
/** Calls of the door in a minute: of one phone, and of all phones of a link. */
const OF_DOOR_PHONE = 120;
const OF_DOOR_LINK = 1_200;
/** The part of PUBLIC_RATE_LIMIT that may be sign-ups without a form token, so calls of the API. */
const WITHOUT_TOKEN_SHARE = 1 / 3;

/** What one network may send to one form, counted by this process until `shareLimit` is called with each. */
export const createLimits = ({ publicRateLimit, dailySignUpQuota }: Config) => ({
  /** Public calls in a minute (setting PUBLIC_RATE_LIMIT). */
  calls: { max: publicRateLimit, counts: new PeriodCounts(MINUTE_MS) },
  withoutToken: { max: Math.ceil(publicRateLimit * WITHOUT_TOKEN_SHARE), counts: new PeriodCounts(MINUTE_MS) },
  /** Sign-ups, feedback and requests for a lost link in a UTC day, each for itself (setting DAILY_SIGN_UP_QUOTA). */
  daily: { max: dailySignUpQuota, counts: new PeriodCounts(DAY_MS) },
  /** Sites on which forms had not been seen, in a UTC day, over all forms. */
  newHosts: { max: NEW_HOSTS_PER_DAY, counts: new PeriodCounts(DAY_MS) },
  pictureUploads: { max: PICTURES_UPLOADED, counts: new PeriodCounts(MINUTE_MS) },
  /** Pictures read from the database, in a minute; those in memory are not counted. */
  pictures: { max: PICTURES_READ, counts: new PeriodCounts(MINUTE_MS) },
  mailTests: { max: MAIL_TESTS, counts: new PeriodCounts(MINUTE_MS) },
  doorPhones: { max: OF_DOOR_PHONE, counts: new PeriodCounts(MINUTE_MS) },
  doorLinks: { max: OF_DOOR_LINK, counts: new PeriodCounts(MINUTE_MS) },
});
export type Limits = ReturnType<typeof createLimits>;
