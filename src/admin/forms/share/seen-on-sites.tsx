import { Box, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { messageOf } from '#admin/api/api-error.ts';
import { call } from '#admin/api/call.ts';
import { queryKeys } from '#admin/reads/query-keys.ts';
import { RelativeTime } from '#admin/ui/format/relative-time.tsx';
import { useNow } from '#admin/ui/format/use-now.ts';
import { api } from '#contract/api.ts';
import type { FormRef } from '#contract/forms/form-ref.ts';
import type { FormHost, FormHosts } from '#contract/forms/setup.ts';
import { NOT_SEEN_YET, VISIT_REPORTS_OFF, WHERE_IT_STANDS } from '#contract/texts/setup.ts';
import classes from './embed-dialog.module.css';

/** A site on which the form was not seen for so long may have removed it. */
const RECENT_MS = 30 * 86_400_000;

/** The other sites on which a form was seen, last seen first. */
export function SeenOnSites({ form }: { form: FormRef }) {
  const { data, error } = useQuery({
    queryKey: queryKeys.formHosts(form),
    queryFn: ({ signal }) => call(form.kind === 'series' ? api.listSeriesHosts : api.listFormHosts, { params: { id: form.id }, signal }),
  });
  return (
    <section className={classes.sites} aria-labelledby="where-it-stands">
      <Text id="where-it-stands" component="h3" mb="xs" variant="label">
        {WHERE_IT_STANDS}
      </Text>
      {data === undefined && error === null ? <Skeleton height={20} width={240} /> : null}
      {data === undefined && error !== null ? <p data-variant="second">{messageOf(error)}</p> : null}
      {data === undefined ? null : <Sites {...data} />}
    </section>
  );
}

function Sites({ is_on: isOn, hosts }: FormHosts) {
  const now = useNow().getTime();
  const isOld = ({ last_seen_at: at }: FormHost) => now - Date.parse(at) > RECENT_MS;
  if (hosts.length === 0) return <p data-variant="second">{isOn ? NOT_SEEN_YET : VISIT_REPORTS_OFF}</p>;
  return (
    <ul>
      {hosts.map((site) => (
        <li key={site.host} className={classes.host} data-old={isOld(site) || undefined}>
          <bdi className={classes.name}>{site.host}</bdi>
          <Box component="span" flex="none" variant="second">
            <RelativeTime at={site.last_seen_at} />
          </Box>
        </li>
      ))}
    </ul>
  );
}
