import { Box, Button, Group, NativeSelect, Radio } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { answersInWords } from '#admin/attendees/submission-values.ts';
import type { ReadForm } from '#admin/reads/form-queries.ts';
import { answersOfList, EVERY_ATTENDEE, filterCountsQuery, toggleAnswer, useUploadLabel } from '#admin/reads/submission-queries.ts';
import { useDates, useNow, useStartOfToday } from '#admin/ui/format/dates-context.tsx';
import { Chip } from '#admin/ui/inputs/chip.tsx';
import { SearchField } from '#admin/ui/inputs/search-field.tsx';
import { IconX } from '#admin/ui/layout/icons.tsx';
import { Spoken } from '#admin/ui/states/spoken.tsx';
import { type Audience, type AudienceCounts, type Purpose, purposeSchema } from '#contract/attendees/audience.ts';
import { matchingSchema } from '#contract/attendees/submission.ts';
import type { ListedEvent } from '#contract/events/event.ts';
import type { FormField } from '#contract/forms/form-field.ts';
import type { FormRef } from '#contract/forms/form-ref.ts';
import { type RegistrationStatus, registrationStatus } from '#contract/registrations/places.ts';
import { endOf } from '#contract/rules/event-times.ts';
import { LIST_SEARCH_MAX_LENGTH } from '#contract/rules/search-words.ts';
import { filterLabel } from '#contract/texts/attendance.ts';
import { formatCount } from '#contract/texts/counts.ts';
import * as texts from '#contract/texts/mailings.ts';
import { REGISTRATIONS } from '#contract/texts/places.ts';
import classes from './mailing-editor.module.css';

interface AudienceFieldsProps {
  form: FormRef;
  events: readonly ListedEvent[];
  fields: readonly FormField[];
  audience: Audience;
  purpose: Purpose;
  onChange: (audience: Audience) => void;
  onPurpose: (purpose: Purpose) => void;
}

const PURPOSES = { display: 'grid', gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', gap: 12, marginTop: 6 };
const BY_ATTENDANCE: ReadonlySet<string> = new Set(['attended', 'not_attended']);

export function AudienceFields({ form, events, fields, audience, purpose, onChange, onPurpose }: AudienceFieldsProps) {
  const isSeries = form.kind === 'series';
  return (
    <>
      {isSeries ? <Events events={events} audience={audience} onChange={onChange} /> : null}
      {isSeries ? <Statuses events={events} audience={audience} onChange={onChange} /> : null}
      <Filters form={form} events={events} fields={fields} audience={audience} onChange={onChange} />
      {isSeries ? (
        <Radio.Group label={texts.WHAT_ABOUT} value={purpose} onChange={onPurpose}>
          <div style={PURPOSES} data-tablet="stacked">
            {purposeSchema.options.map((each) => (
              <Radio key={each} value={each} className={classes.purpose} {...texts.ABOUT[each]} />
            ))}
          </div>
        </Radio.Group>
      ) : null}
    </>
  );
}

type FieldProps = Pick<AudienceFieldsProps, 'audience' | 'onChange'>;

const Pill = ({ label, onRemove }: { label: string; onRemove: () => void }) => (
  <Chip aria-label={`Remove ${label}`} onClick={onRemove}>
    <bdi data-cut title={label}>
      {label}
    </bdi>
    <IconX size={14} aria-hidden="true" />
  </Chip>
);

function Events({ events, audience, onChange }: FieldProps & Pick<AudienceFieldsProps, 'events'>) {
  const dates = useDates();
  const { events: chosen = [] } = audience;
  const isAll = chosen === 'all';
  const nameOf = ({ event_title: title, date }: ListedEvent): string => (date === null ? title : `${title}, ${dates.day(date)}`);
  const named = isAll ? [] : events.filter(({ id }) => chosen.includes(id));
  const left = events.filter((event) => !named.includes(event));
  const choose = (value: string) => {
    if (value === 'all') onChange({ ...audience, events: 'all' });
    else if (value !== '') onChange({ ...audience, events: [...(isAll ? [] : chosen), value] });
  };
  return (
    <fieldset className={classes.choices}>
      <legend data-text="label">Events</legend>
      <Group gap={6}>
        {isAll ? <Pill label={texts.allEvents(events.length)} onRemove={() => onChange({ ...audience, events: [] })} /> : null}
        {named.slice(0, texts.SHOWN_EVENTS).map((event) => (
          <Pill
            key={event.id}
            label={nameOf(event)}
            onRemove={() => onChange({ ...audience, events: named.filter((each) => each !== event).map(({ id }) => id) })}
          />
        ))}
        {named.length > texts.SHOWN_EVENTS ? <span data-text="second">{texts.andMore(named.length - texts.SHOWN_EVENTS)}</span> : null}
        <NativeSelect
          size="xs"
          aria-label="Add an event"
          value=""
          data={[
            { value: '', label: 'Add an event' },
            ...(isAll ? [] : [{ value: 'all', label: texts.allEvents(events.length) }]),
            ...left.map((event) => ({ value: event.id, label: nameOf(event) })),
          ]}
          onChange={(event) => choose(event.currentTarget.value)}
        />
      </Group>
    </fieldset>
  );
}

/** How many people have each status at the event, if only one is chosen. */
function countsOf(events: readonly ListedEvent[], { events: chosen = [] }: Audience): Record<RegistrationStatus, number> | undefined {
  const event = chosen !== 'all' && chosen.length === 1 ? events.find(({ id }) => id === chosen[0]) : undefined;
  return event && { waiting: 0, offered: 0, cancelled: 0, ...event.registration_counts, confirmed: event.submissions_count };
}

function Statuses({ events, audience, onChange }: FieldProps & Pick<AudienceFieldsProps, 'events'>) {
  const { statuses = ['confirmed'] } = audience;
  const counts = countsOf(events, audience);
  const toggle = (status: RegistrationStatus) => {
    const next = statuses.includes(status) ? statuses.filter((each) => each !== status) : [...statuses, status];
    if (next.length > 0) onChange({ ...audience, statuses: next });
  };
  return (
    <fieldset className={classes.choices}>
      <legend data-text="label">Status</legend>
      <Group gap={6}>
        {registrationStatus.options
          .filter((status) => status === 'confirmed' || counts?.[status] !== 0 || statuses.includes(status))
          .map((status) => (
            <Chip key={status} aria-pressed={statuses.includes(status)} count={counts?.[status]} onClick={() => toggle(status)}>
              {REGISTRATIONS[status]}
            </Chip>
          ))}
      </Group>
    </fieldset>
  );
}

/** The events that are chosen, and whether all of them are over. */
function useChosen(events: readonly ListedEvent[], { events: chosen }: Audience) {
  const [{ timeZone }, now] = [useDates(), useNow().getTime()];
  const of = events.filter(({ id }) => chosen === 'all' || chosen?.includes(id));
  return { of, isOver: of.every((event) => endOf(event, timeZone) <= now) };
}

/** Whom an audience is, by the words of the moment: those who are here have come once the events are over. */
export function useAudienceInWords(form: ReadForm, audience: Audience): string {
  const known = form.kind === 'series' ? form.events : [];
  const { isOver } = useChosen(known, audience);
  return texts.audienceInWords(audience, known, answersInWords(form.formFields, audience), isOver);
}

/** If attendance is in use in a chosen event, there are filters by it, with their names for past events once all are over. */
function useFilters(events: readonly ListedEvent[], audience: Audience) {
  const { of, isOver } = useChosen(events, audience);
  const { filter } = audience;
  const isInUse = BY_ATTENDANCE.has(filter ?? '') || of.some((event) => event.attended_count !== undefined);
  const names = matchingSchema.shape.filter.unwrap().options.filter((name) => isInUse || !BY_ATTENDANCE.has(name));
  return [{ value: undefined, label: 'All' }, ...names.map((value) => ({ value, label: filterLabel(value, isOver) }))];
}

const onlyOne = <Item,>(items: readonly Item[]): Item | undefined => (items.length === 1 ? items[0] : undefined);

/** The single list of attendees that people are chosen from; undefined if they are chosen from several, or by their rows. */
function listOf(form: FormRef, { events, statuses = ['confirmed'], ids, ...matching }: Audience) {
  const list = { ...EVERY_ATTENDEE, ...matching, search: matching.search ?? '' };
  if (form.kind === 'marketing') return { scope: { kind: form.kind, id: form.id }, list };
  const [eventId, status] = [events === 'all' ? undefined : onlyOne(events ?? []), onlyOne(statuses)];
  if (ids !== undefined || eventId === undefined || status === undefined) return undefined;
  return { scope: { kind: form.kind, id: form.id, eventId }, list: { ...list, registration: status === 'confirmed' ? undefined : status } };
}

const NO_LIST = { scope: { kind: 'marketing', id: '' }, list: EVERY_ATTENDEE } as const;

/** How many match each filter, as far as known. */
function useFilterCounts(form: FormRef, audience: Audience): Partial<Record<string, number>> {
  const chosen = listOf(form, audience);
  const { scope, list } = chosen ?? NO_LIST;
  const { data } = useQuery({ ...filterCountsQuery(scope, list, useStartOfToday()), enabled: chosen !== undefined });
  return (chosen && data) ?? {};
}

function Filters({ form, events, fields, audience, onChange }: FieldProps & Pick<AudienceFieldsProps, 'form' | 'events' | 'fields'>) {
  const { search = '', filter, import: upload, ids } = audience;
  const [eventId = ''] = audience.events === 'all' ? [] : (audience.events ?? []);
  const uploadLabel = useUploadLabel({ kind: 'series', id: form.id, eventId }, eventId === '' ? undefined : upload);
  const answers = answersInWords(fields, audience);
  const counts = useFilterCounts(form, audience);
  const filters = useFilters(events, audience).filter(
    ({ value }) => value === undefined || value === filter || (counts[value] !== 0 && value !== 'same_person'),
  );
  const [typed, setTyped] = useState(search);
  const change = (value: string) => {
    setTyped(value);
    onChange({ ...audience, search: value.trim() === '' ? undefined : value });
  };
  return (
    <fieldset className={classes.choices}>
      <legend data-text="label">Filter</legend>
      <SearchField label="Search attendees" size="sm" maxLength={LIST_SEARCH_MAX_LENGTH} value={typed} onChange={change} />
      <Group gap={6} mt={8}>
        {ids === undefined ? null : (
          <Pill label={texts.markedRows(ids.length)} onRemove={() => onChange({ ...audience, ids: undefined })} />
        )}
        {upload === undefined ? null : <Pill label={uploadLabel} onRemove={() => onChange({ ...audience, import: undefined })} />}
        {Object.entries(answersOfList(audience)).map(([name, value], index) => (
          <Pill key={name} label={answers[index] ?? name} onRemove={() => onChange(toggleAnswer(audience, name, value))} />
        ))}
        {filters.map(({ value, label }) => (
          <Chip
            key={label}
            aria-pressed={filter === value}
            count={counts[value ?? 'all']}
            onClick={() => onChange({ ...audience, filter: value })}
          >
            {label}
          </Chip>
        ))}
      </Group>
    </fieldset>
  );
}

interface AudienceCountProps {
  counts: AudienceCounts | undefined;
  /** Undefined while it is not known. */
  people: number | undefined;
  isStale: boolean;
  hint: string | undefined;
  /** Set if the number could not be read. */
  retry: (() => void) | undefined;
}

export function AudienceCount({ counts, people, isStale, hint, retry }: AudienceCountProps) {
  const skipped = counts === undefined ? '' : texts.skippedInWords(counts);
  const note = hint ?? (counts?.matched === 0 ? texts.NOBODY_MATCHES : skipped);
  return (
    <Group className={classes.count} gap="4px 12px" align="baseline" data-text={isStale ? 'quiet' : undefined}>
      <span>
        <Box component="strong" fz="lg">
          {people === undefined ? '–' : formatCount(people)}
        </Box>{' '}
        {people === 1 ? 'person' : 'people'}
      </span>
      <span data-text="second">{note}</span>
      {retry && (
        <Button variant="subtle" color="gray" size="xs" loading={isStale} onClick={retry}>
          Retry
        </Button>
      )}
      <Spoken text={people === undefined ? note : `${texts.peopleInWords(people)}. ${note}`} />
    </Group>
  );
}
