import { setTimeout as sleep } from 'node:timers/promises';
import { LogLevel, SlackError, WebAPIHTTPError, WebAPIPlatformError, WebAPIRateLimitedError, WebClient } from '@slack/web-api';
import { LRUCache } from 'lru-cache';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#contract/time.ts';
import { notAttempted, ServiceError, temporary } from './service-error.ts';
import { fetchFromService, RETRY_AFTER_MAX_MS, retryAfterOf } from './service-fetch.ts';
import { type SlackMessage, slackMessage } from './slack-blocks.ts';

const CHANNELS_MAX = 500;
const WAIT_MS = 1_000;
const TOO_MANY = 429;

interface Channel {
  /** With its `#`. */
  readonly name: string | undefined;
}

/** Looks names up, without an error: a channel that Slack does not name, for want of a scope too, is shown by its ID. */
function channelNames({ conversations }: Pick<WebClient, 'conversations'>): (channelId: string) => Promise<string | undefined> {
  const read = async (channel: string): Promise<Channel> => {
    const name = await conversations.info({ channel }).then(
      (answer) => answer.channel?.name,
      () => undefined,
    );
    return { name: typeof name === 'string' && name !== '' ? `#${name}` : undefined };
  };
  const known = new LRUCache<string, Channel>({
    max: CHANNELS_MAX,
    fetchMethod: async (channelId, _old, { options }) => {
      const channel = await read(channelId);
      options.ttl = channel.name === undefined ? MINUTE_MS : HOUR_MS;
      return channel;
    },
  });
  return async (channelId) => {
    // A late answer is kept for the next call.
    return (await Promise.race([known.fetch(channelId), sleep(WAIT_MS, undefined, { ref: false })]))?.name;
  };
}

export interface SlackClient {
  /** @throws ServiceError */
  readonly post: (channelId: string, message: SlackMessage, signal?: AbortSignal) => Promise<void>;
  readonly postText: (channelId: string, title: string, text: string) => Promise<void>;
  /** Says whose token it is, without posting. @throws ServiceError */
  readonly check: () => Promise<string>;
  /** The name of a channel, such as `#leaders`, within a second; undefined when Slack does not tell it. */
  readonly channelName: (channelId: string) => Promise<string | undefined>;
}

/** Keeps all processes from posting to a channel during a pause that Slack asked for. */
export interface ChannelBackoff {
  /** Milliseconds that this message has to wait, 0 when it may be sent. */
  readonly delay: (channelId: string) => Promise<number>;
  /** Pauses the channel for this many milliseconds; a shorter pause does not end a longer one. */
  readonly pause: (channelId: string, ms: number) => Promise<void>;
}

interface SlackSettings {
  readonly token: string;
  readonly apiUrl?: string | undefined;
  readonly backoff: ChannelBackoff;
}

const INVITE = 'Invite the bot there (/invite in the channel), then retry.';
const NEW_TOKEN = 'The person who runs this server must set a new SLACK_BOT_TOKEN.';

/** For error codes of Slack: the reason, and the message, in which `%` is replaced by the channel. */
const ADVICE: Readonly<Record<string, readonly [reason: string, message: string]>> = {
  channel_not_found: [
    'channel_not_found',
    'Slack has no channel %, or the bot cannot see it. Check the channel ID; for a private channel, invite the bot.',
  ],
  not_in_channel: ['not_in_channel', `The bot is not in channel %. ${INVITE}`],
  is_archived: ['channel_archived', 'The Slack channel % is archived. Choose another channel, or unarchive it.'],
  restricted_action: [
    'channel_closed',
    'Slack does not let the bot post in channel %. Choose another channel, or ask whoever looks after Slack to allow it.',
  ],
  invalid_auth: ['token', `Slack does not accept the bot token. ${NEW_TOKEN}`],
  not_authed: ['token', `Slack does not accept the bot token. ${NEW_TOKEN}`],
  account_inactive: ['token', `The Slack app was removed or its account switched off. ${NEW_TOKEN}`],
  not_allowed_token_type: ['token', `SLACK_BOT_TOKEN is not a bot token. ${NEW_TOKEN}`],
  team_access_not_granted: ['token', `The Slack bot token is for another workspace. ${NEW_TOKEN}`],
  token_revoked: ['token', `The Slack bot token was revoked. ${NEW_TOKEN}`],
  token_expired: ['token', `The Slack bot token has expired. ${NEW_TOKEN}`],
  missing_scope: [
    'missing_scope',
    'The Slack app may not post messages. The person who runs this server must give it the scope chat:write.',
  ],
  org_login_required: ['slack_sign_in', 'Slack asks your whole organisation to sign in again. Ask whoever looks after Slack.'],
};

/** Error codes after which the same call may succeed a moment later. */
const TEMPORARY = new Set([
  'internal_error',
  'fatal_error',
  'service_unavailable',
  'request_timeout',
  'ratelimited',
  'rate_limited',
  'message_limit_exceeded',
  'team_added_to_org',
  'external_channel_migrating',
]);

/** The client library also passes on texts that are no error codes, or nothing. */
const CODE = /^(?!undefined$|null$)[a-z][a-z0-9_]{0,79}$/;
const UNREADABLE = 'Slack sent a response that cannot be read';

function fromPlatformError(error: WebAPIPlatformError, channelId: string): ServiceError {
  const code = error.data.error;
  if (!CODE.test(code)) return temporary(UNREADABLE, 'unreadable');
  // Also restricted_action_read_only_channel and …_thread_only_channel.
  const known = code.replace(/^(restricted_action)_.*/, '$1');
  const [reason, advice] = (Object.hasOwn(ADVICE, known) ? ADVICE[known] : undefined) ?? [];
  const isTemporary = TEMPORARY.has(code);
  return new ServiceError(advice?.replaceAll('%', () => channelId) ?? `Slack rejected the message: ${code}`, {
    isTemporary,
    reason: advice?.includes('%') === true ? `${reason} ${channelId}` : (reason ?? (isTemporary ? 'fault' : undefined)),
    cause: error,
  });
}

function fromHttpError(error: WebAPIHTTPError): ServiceError {
  const { statusCode } = error;
  const isTemporary = statusCode === 408 || statusCode === TOO_MANY || statusCode >= 500;
  return new ServiceError(`Slack returned error ${statusCode}`, {
    isTemporary,
    reason: isTemporary ? 'fault' : undefined,
    retryAfterMs: retryAfterOf(error.headers['retry-after'] ?? null),
    cause: error,
  });
}

function toServiceError(error: unknown, channelId: string): ServiceError {
  if (error instanceof WebAPIPlatformError) return fromPlatformError(error, channelId);
  if (error instanceof WebAPIHTTPError) return fromHttpError(error);
  if (error instanceof WebAPIRateLimitedError) {
    const retryAfterMs = Math.min(error.retryAfter * SECOND_MS, RETRY_AFTER_MAX_MS);
    const seconds = retryAfterMs / SECOND_MS;
    return new ServiceError(`Slack asked us to wait ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`, {
      isTemporary: true,
      retryAfterMs,
      reason: 'busy',
      cause: error,
    });
  }
  const original = error instanceof SlackError && 'original' in error ? error.original : error;
  if (original instanceof ServiceError) return original;
  return temporary(UNREADABLE, 'unreadable', error);
}

/** Slack's Web API with a bot token. It does not retry; after a rate limit it pauses the channel for all messages. */
export function slackClient({ token, apiUrl, backoff }: SlackSettings): SlackClient {
  const web = new WebClient(token, {
    ...(apiUrl === undefined ? {} : { slackApiUrl: `${apiUrl}/` }),
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    allowAbsoluteUrls: false,
    timeout: 0, // `fetchFromService` has a limit that includes the body.
    logLevel: LogLevel.ERROR,
    logger: {
      debug: () => undefined,
      info: () => undefined,
      warn: () => undefined,
      error: () => undefined,
      setLevel: () => undefined,
      getLevel: () => LogLevel.ERROR,
      setName: () => undefined,
    },
    fetch: async (url, init) => {
      const response = await fetchFromService('Slack', String(url), init);
      // The library only reads whole seconds, and treats a 429 without them, which a proxy may also send, as an unreadable answer.
      const seconds = Math.ceil((retryAfterOf(response.headers.get('retry-after')) ?? SECOND_MS) / SECOND_MS);
      if (response.status === TOO_MANY) response.headers.set('retry-after', String(seconds));
      return response;
    },
  });
  const post: SlackClient['post'] = async (channelId, { text, blocks }, signal) => {
    const retryAfterMs = await backoff.delay(channelId);
    if (retryAfterMs > 0) throw notAttempted(`Slack asked for a pause in channel ${channelId}.`, retryAfterMs);
    signal?.throwIfAborted();
    try {
      await web.chat.postMessage({
        channel: channelId,
        text,
        blocks: [...blocks],
        // D36: text of visitors must not mention anyone, link or unfurl.
        parse: 'none',
        link_names: false,
        unfurl_links: false,
        unfurl_media: false,
        mrkdwn: false,
      });
    } catch (error) {
      const failure = toServiceError(error, channelId);
      if (failure.retryAfterMs !== undefined) await backoff.pause(channelId, failure.retryAfterMs);
      throw failure;
    }
  };
  return {
    post,
    postText: async (channelId, title, text) => post(channelId, slackMessage({ title, summary: title, rows: [], footer: text })),
    check: async () => {
      try {
        const { team, user } = await web.auth.test();
        return `Connected to ${team ?? 'Slack'} as ${user ?? 'a bot'}`;
      } catch (error) {
        throw toServiceError(error, '');
      }
    },
    channelName: channelNames(web),
  };
}
