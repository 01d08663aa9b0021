import { Button, TextInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { errorAt, messageOf } from '#admin/api/api-error.ts';
import { useConnectionTest } from '#admin/reads/connection-queries.ts';
import { type Connection, TESTED } from '#contract/steps/connections.ts';
import { SERVICES } from '#contract/steps/steps.ts';
import classes from './connection-cards.module.css';

/** The test of a service: what it asks for, if anything, a button, and the outcome. */
export function ConnectionTest({ connection: { service, is_configured: isConfigured } }: { connection: Connection }) {
  const test = useConnectionTest(service);
  const [value, setValue] = useState('');
  const [problem, setProblem] = useState<string>();
  const { title, test: texts } = SERVICES[service];
  const { input } = texts;
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    const body = input === undefined ? {} : { [input.name]: value };
    const wrong = TESTED[service]?.safeParse(body).error?.issues[0]?.message;
    setProblem(wrong);
    if (wrong === undefined) test.mutate(body);
  };
  const refused = input === undefined ? undefined : errorAt(test.error, input.name);
  return (
    <form noValidate onSubmit={handleSubmit} aria-label={`Test of ${title}`} className={classes.test}>
      {input === undefined ? null : (
        <TextInput
          label={input.label}
          placeholder={input.placeholder}
          value={value}
          disabled={!isConfigured}
          error={problem ?? refused}
          onChange={(event) => setValue(event.currentTarget.value)}
        />
      )}
      <Button type="submit" variant="default" disabled={!isConfigured} loading={test.isPending}>
        {texts.label}
      </Button>
      <p className={classes.outcome} role="status" data-tone={test.isError ? 'bad' : 'good'} dir="auto">
        {test.isSuccess ? test.data.message : null}
        {test.isError && refused === undefined ? messageOf(test.error) : null}
      </p>
    </form>
  );
}
