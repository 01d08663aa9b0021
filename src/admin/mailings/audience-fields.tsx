import { Box, Button, Group, NativeSelect, Radio } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { answersInWords } from '#admin/attendees/submission-values.ts';
import type { ReadForm } from '#admin/reads/form-queries.ts';
import { audienceQuery, choosesAnybody } from '#admin/reads/mailing-queries.ts';
import { answersOfList, EVERY_ATTENDEE, filterCountsQuery, toggleAnswer, useUploadLabel } from '#admin/reads/submission-queries.ts';
import { dates, useNow, useStartOfToday } from '#admin/ui/format/dates.tsx';
import { Chip } from '#admin/ui/inputs/chip.tsx';
import { SearchField } from '#admin/ui/inputs/search-field.tsx';
import { IconX } from '#admin/ui/layout/icons.tsx';
import { quietButtonProps } from '#admin/ui/layout/tool-button.tsx';
import { readState } from '#admin/ui/states/page-state.tsx';
import { Spoken } from '#admin/ui/states/spoken.tsx';
import { type Audience, type Purpose, purposeSchema } from '#contract/attendees/audience.ts';
import { matchingSchema } from '#contract/attendees/submission.ts';
import type { ListedEvent } from '#contract/events/event.ts';
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
  form: ReadForm;
  audience: Audience;
  purpose: Purpose;
  onChange: (audience: Audience) => void;
  onPurpose: (purpose: Purpose) => void;
}

const PURPOSES = { display: 'grid', gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', gap: 12, marginTop: 6 };
const BY_ATTENDANCE: ReadonlySet<string> = new Set(['attended', 'not_attended']);

const eventsOf = (form: ReadForm): readonly ListedEvent[] => (form.kind === 'series' ? form.events : []);

export function AudienceFields({ purpose, onPurpose, ...field }: AudienceFieldsProps) {
  const isSeries = field.form.kind === 'series';
  return (
    <>
      {isSeries ? <Events {...field} /> : null}
      {isSeries ? <Statuses {...field} /> : null}
      <Filters {...field} />
      {isSeries ? (
        <Radio.Group label="What is it about?" value={purpose} onChange={onPurpose}>
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

type FieldProps = Pick<AudienceFieldsProps, 'form' | 'audience' | 'onChange'>;

const Pill = ({ label, onRemove }: { label: string; onRemove: () => void }) => (
  <Chip aria-label={`Remove ${label}`} onClick={onRemove}>
    <bdi data-cut title={label}>
      {label}
    </bdi>
    <IconX size={14} aria-hidden="true" />
  </Chip>
);

function Events({ form, audience, onChange }: FieldProps) {
  const events = eventsOf(form);
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
function countsOf(form: ReadForm, { events: chosen = [] }: Audience): Record<RegistrationStatus, number> | undefined {
  const event = chosen !== 'all' && chosen.length === 1 ? eventsOf(form).find(({ id }) => id === chosen[0]) : undefined;
  return event && { waiting: 0, offered: 0, cancelled: 0, ...event.registration_counts, confirmed: event.submissions_count };
}

function Statuses({ form, audience, onChange }: FieldProps) {
  const { statuses = ['confirmed'] } = audience;
  const counts = countsOf(form, audience);
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

function useChosen(form: ReadForm, { events: chosen }: Audience) {
  const now = useNow().getTime();
  const of = eventsOf(form).filter(({ id }) => chosen === 'all' || chosen?.includes(id));
  return { of, isOver: of.every((event) => endOf(event, dates.timeZone) <= now) };
}

/** The audience as text: once its events are over, the filter ‘Here’ reads ‘Came’. */
export function useAudienceInWords(form: ReadForm, audience: Audience): string {
  const { isOver } = useChosen(form, audience);
  return texts.audienceInWords(audience, eventsOf(form), answersInWords(form.formFields, audience), isOver);
}

/** If attendance is in use in a chosen event, there are filters by it, with their names for past events once all are over. */
function useFilters(form: ReadForm, audience: Audience) {
  const { of, isOver } = useChosen(form, audience);
  const { filter } = audience;
  const isInUse = BY_ATTENDANCE.has(filter ?? '') || of.some((event) => event.attended_count !== undefined);
  const names = matchingSchema.shape.filter.unwrap().options.filter((name) => isInUse || !BY_ATTENDANCE.has(name));
  return [{ value: undefined, label: 'All' }, ...names.map((value) => ({ value, label: filterLabel(value, isOver) }))];
}

const onlyOne = <Item,>(items: readonly Item[]): Item | undefined => (items.length === 1 ? items[0] : undefined);

/** A subject with the current title of its form and, if it is for people of one event, of that; the rest differs between people. */
export function subjectFor(subject: string, form: ReadForm, { events = [] }: Audience): string {
  const eventId = events === 'all' ? undefined : onlyOne(events);
  const event = eventsOf(form).find(({ id }) => id === eventId)?.event_title ?? (eventId && texts.DELETED_EVENT);
  return subject.replaceAll(/%(?:SERIES|EVENT)%/g, (typed) => (typed === '%SERIES%' ? form.title : event) ?? typed);
}

/** The single list of attendees that people are chosen from; undefined if they are chosen from several, or by their rows. */
function listOf(form: FormRef, { events, statuses = ['confirmed'], ids, ...matching }: Audience) {
  const list = { ...EVERY_ATTENDEE, ...matching, search: matching.search ?? '' };
  if (form.kind === 'marketing') return { scope: { kind: form.kind, id: form.id }, list };
  const [eventId, status] = [events === 'all' ? undefined : onlyOne(events ?? []), onlyOne(statuses)];
  if (ids !== undefined || eventId === undefined || status === undefined) return undefined;
  return { scope: { kind: form.kind, id: form.id, eventId }, list: { ...list, registration: status === 'confirmed' ? undefined : status } };
}

const NO_LIST = { scope: { kind: 'marketing', id: '' }, list: EVERY_ATTENDEE } as const;

function useFilterCounts(form: FormRef, audience: Audience): Partial<Record<string, number>> {
  const chosen = listOf(form, audience);
  const { scope, list } = chosen ?? NO_LIST;
  const { data } = useQuery({ ...filterCountsQuery(scope, list, useStartOfToday()), enabled: chosen !== undefined });
  return (chosen && data) ?? {};
}

function Filters({ form, audience, onChange }: FieldProps) {
  const { search = '', filter, import: upload, ids } = audience;
  const [eventId = ''] = audience.events === 'all' ? [] : (audience.events ?? []);
  const uploadLabel = useUploadLabel({ kind: 'series', id: form.id, eventId }, eventId === '' ? undefined : upload);
  const answers = answersInWords(form.formFields, audience);
  const counts = useFilterCounts(form, audience);
  const filters = useFilters(form, audience).filter(
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

export const TYPING_PAUSE_MS = 400;

/** How many get it, as far as known; after a change of audience, the number is requested first. `retry`: if it could not be read. */
export function useAudienceCount(form: FormRef, audience: Audience, purpose: Purpose) {
  const [asked] = useDebouncedValue(audience, TYPING_PAUSE_MS);
  const read = useQuery(audienceQuery(form, asked, purpose));
  const { data, isFetching, error, refetch } = read;
  const [counts, hint, people] = choosesAnybody(form, audience)
    ? [data, error?.message, data?.people]
    : [undefined, texts.CHOOSE_EVENTS, 0];
  const retry = error === null && readState(read) !== 'failed' ? undefined : () => void refetch();
  return { counts, hint, retry, people, isStale: isFetching || asked !== audience };
}

export function AudienceCount({ counts, people, isStale, hint, retry }: ReturnType<typeof useAudienceCount>) {
  const skipped = counts === undefined ? '' : texts.skippedInWords(counts);
  const note = hint ?? (counts?.matched === 0 ? 'Nobody matches.' : skipped);
  return (
    <Group className={classes.count} gap="4px 12px" align="baseline" data-edge="top" data-text={isStale ? 'quiet' : undefined}>
      <span>
        <Box component="strong" fz="lg">
          {people === undefined ? '–' : formatCount(people)}
        </Box>{' '}
        {people === 1 ? 'person' : 'people'}
      </span>
      <span data-text="second">{note}</span>
      {retry && (
        <Button {...quietButtonProps} loading={isStale} onClick={retry}>
          Retry
        </Button>
      )}
      <Spoken text={people === undefined ? note : `${texts.peopleInWords(people)}. ${note}`} />
    </Group>
  );
}
