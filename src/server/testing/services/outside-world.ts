import { type CopperStandIn, startCopper } from './copper.ts';
import { type SlackStandIn, startSlack } from './slack.ts';
import { type SmtpStandIn, startSmtp } from './smtp.ts';

/** Stand-ins of all outside services. */
export interface OutsideWorld {
  slack: SlackStandIn;
  smtp: SmtpStandIn;
  copper: CopperStandIn;
  /** The settings of a server that uses them. */
  settings: Record<string, string>;
  close: () => Promise<void>;
}

/** Starts the stand-ins on free ports of loopback. */
export async function startOutsideWorld(): Promise<OutsideWorld> {
  const [slack, smtp, copper] = [await startSlack(), await startSmtp(), await startCopper()];
  return {
    slack,
    smtp,
    copper,
    settings: {
      SLACK_BOT_TOKEN: 'xoxb-test',
      SLACK_API_URL: slack.url,
      SLACK_MESSAGES_PER_MINUTE: '100000',
      SMTP_URL: smtp.url,
      COPPER_API_TOKEN: 'copper-test',
      COPPER_USER_EMAIL: 'crm@example.com',
      COPPER_API_URL: copper.url,
      COPPER_RATE_PER_MINUTE: '10000',
    },
    close: async () => void (await Promise.all([slack.close(), smtp.close(), copper.close()])),
  };
}
