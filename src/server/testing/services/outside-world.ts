import { startCopper } from './copper.ts';
import { startSlack } from './slack.ts';
import { startSmtp } from './smtp.ts';

/** Stand-ins of all outside services, and the settings of a server that uses them. */
export type OutsideWorld = Awaited<ReturnType<typeof startOutsideWorld>>;

/** Starts the stand-ins on free ports of loopback. */
export async function startOutsideWorld() {
  const [slack, smtp, copper] = [await startSlack(), await startSmtp(), await startCopper()];
  const settings: Record<string, string> = {
    SLACK_BOT_TOKEN: 'xoxb-test',
    SLACK_API_URL: slack.url,
    SLACK_MESSAGES_PER_MINUTE: '100000',
    SMTP_URL: smtp.url,
    COPPER_API_TOKEN: 'copper-test',
    COPPER_USER_EMAIL: 'crm@example.com',
    COPPER_API_URL: copper.url,
    COPPER_RATE_PER_MINUTE: '10000',
  };
  const close = async () => void (await Promise.all([slack.close(), smtp.close(), copper.close()]));
  return { slack, smtp, copper, settings, close };
}
