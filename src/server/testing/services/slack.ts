import { Behaviours, startHttpStandIn } from './stand-in.ts';

export interface PostedMessage {
  at: Date;
  channel: string;
  text: string;
  blocks: { type: string; text?: { type: string; text: string }; fields?: { type: string; text: string }[] }[];
  /** The whole request. */
  sent: Record<string, string>;
}

/** Starts a stand-in of Slack's Web API; it accepts the token `xoxb-test` and every channel. */
export async function startSlack(port = 0) {
  const messages: PostedMessage[] = [];
  /** Names of channels by their IDs, for `conversations.info`. */
  const names = new Map<string, string>();
  const behaviours = new Behaviours();
  const answerTo = (path: string, channel = '') => {
    const name = names.get(channel);
    if (path === '/auth.test') return { ok: true, team: 'Test team', user: 'turnout' };
    if (path !== '/conversations.info') return { ok: false, error: 'unknown_method' };
    return name === undefined ? { ok: false, error: 'channel_not_found' } : { ok: true, channel: { id: channel, name } };
  };
  const server = await startHttpStandIn(
    behaviours,
    ({ path, headers, body }) => {
      const sent = Object.fromEntries(new URLSearchParams(body));
      if (headers.authorization !== 'Bearer xoxb-test' && sent.token !== 'xoxb-test') return { body: { ok: false, error: 'invalid_auth' } };
      if (path !== '/chat.postMessage') return { body: answerTo(path, sent.channel) };
      messages.push({ at: new Date(), channel: sent.channel ?? '', text: sent.text ?? '', blocks: JSON.parse(sent.blocks ?? '[]'), sent });
      return { body: { ok: true, channel: sent.channel, ts: `${Date.now() / 1_000}` } };
    },
    port,
  );
  return { ...server, messages, names, behaviours };
}
