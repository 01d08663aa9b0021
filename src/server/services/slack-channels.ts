import { setTimeout as sleep } from 'node:timers/promises';
import type { WebClient } from '@slack/web-api';
import { LRUCache } from 'lru-cache';

const ID = /^[CG][A-Z0-9]{1,30}$/;
const CHANNELS_MAX = 500;
const KEPT_MS = 3_600_000;
/** A name that could not be read is asked for again after this time. */
const UNKNOWN_KEPT_MS = 60_000;
const WAIT_MS = 1_000;

interface Channel {
  /** With its `#`. */
  readonly name: string | undefined;
}

/** Looks names up, without an error: a channel that Slack does not name, for want of a scope too, is shown by its ID. */
export function channelNames({ conversations }: Pick<WebClient, 'conversations'>): (channelId: string) => Promise<string | undefined> {
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
      options.ttl = channel.name === undefined ? UNKNOWN_KEPT_MS : KEPT_MS;
      return channel;
    },
  });
  return async (channelId) => {
    if (!ID.test(channelId)) return undefined;
    // A late answer is kept for the next call.
    const channel = await Promise.race([known.fetch(channelId), sleep(WAIT_MS, undefined, { ref: false })]);
    return channel?.name;
  };
}
