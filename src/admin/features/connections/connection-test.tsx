import { Button, TextInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { errorAt, messageOf } from '#admin/api/api-error.ts';
import type { Connection } from '#contract/connections.ts';
import classes from './connection-card.module.css';
import { channelProblem, SERVICE_TEXTS } from './connection-texts.ts';
import { useConnectionTest } from './use-connection-test.ts';

const TEST_LABELS: Readonly<Record<Connection['service'], string>> = {
  slack: 'Send a test message',
  mail: 'Send a test to me',
  copper: 'Test the connection',
};

/** The test of a service: a button, the channel for Slack, and the outcome. */
export function ConnectionTest({ connection: { service, is_configured: isConfigured } }: { connection: Connection }) {
  const test = useConnectionTest(service);
  const [channelId, setChannelId] = useState('');
  const [problem, setProblem] = useState<string>();
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    const wrong = service === 'slack' ? channelProblem(channelId) : undefined;
    setProblem(wrong);
    if (wrong === undefined) test.mutate(channelId);
  };
  const refused = errorAt(test.error, 'channel_id');
  return (
    <form noValidate onSubmit={handleSubmit} aria-label={`Test of ${SERVICE_TEXTS[service].name}`} className={classes.test}>
      {service === 'slack' ? (
        <TextInput
          label="Channel ID"
          placeholder="C0123456789"
          value={channelId}
          disabled={!isConfigured}
          error={problem ?? refused}
          onChange={(event) => setChannelId(event.currentTarget.value)}
        />
      ) : null}
      <Button type="submit" variant="default" disabled={!isConfigured} loading={test.isPending}>
        {TEST_LABELS[service]}
      </Button>
      <p className={classes.outcome} role="status" data-tone={test.isError ? 'bad' : 'good'} dir="auto">
        {test.isSuccess ? test.data.message : null}
        {test.isError && refused === undefined ? messageOf(test.error) : null}
      </p>
    </form>
  );
}
