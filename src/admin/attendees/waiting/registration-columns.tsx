import type { ComponentType } from 'react';
import type { AttendeeListParams } from '#admin/reads/submission-queries.ts';
import { Moment, RelativeTime } from '#admin/ui/format/dates.tsx';
import { CellHandle } from '#admin/ui/table/drag-handle.tsx';
import type { CancelReason } from '#contract/registrations/places.ts';
import { whyText } from '#contract/texts/words/self-service.ts';
import type { Attendee } from '../shown-attendee.ts';
import { type AttendeeColumn, PERSON_COLUMNS, PLACE_COLUMN } from '../table/attendee-columns.tsx';
import { CancelledActions, OfferActions, WaitingActions } from './row-actions.tsx';

const REASONS: Readonly<Record<CancelReason, string>> = {
  visitor: '–',
  staff: 'Removed',
  moved: 'Moved',
  declined: 'Declined the offer',
  expired: 'The offer ended',
  repeat: 'Signed up again',
};

const registrationOf = ({ submission }: Attendee) => submission._registration;
const MaybeMoment = ({ at }: { at: string | null | undefined }) => (at === null || at === undefined ? '–' : <Moment at={at} />);

const WaitingSince = ({ attendee }: { attendee: Attendee }) =>
  attendee.waitingToday === undefined ? (
    <MaybeMoment at={registrationOf(attendee)?.waiting_since} />
  ) : (
    <span data-text="good">{attendee.waitingToday}</span>
  );

const POSITION: AttendeeColumn = {
  id: 'position',
  label: 'Position',
  track: '6rem',
  card: 'number',
  render: (attendee) => (
    <>
      <CellHandle name={attendee.name} />
      <span data-text="strong">{registrationOf(attendee)?.position}</span>
    </>
  ),
};

const SINCE: AttendeeColumn = {
  id: 'since',
  label: 'Waiting since',
  track: '13rem',
  hasCardLabel: true,
  render: (attendee) => <WaitingSince attendee={attendee} />,
};

const OFFER: AttendeeColumn = {
  id: 'offer',
  label: 'Offer',
  track: '10rem',
  render: (attendee) => {
    const endsAt = registrationOf(attendee)?.offer_ends_at;
    return endsAt === null || endsAt === undefined ? (
      'Email on its way'
    ) : (
      <span>
        Ends <RelativeTime at={endsAt} />
      </span>
    );
  },
};

const CANCELLED: readonly AttendeeColumn[] = [
  {
    id: 'cancelled',
    label: 'Cancelled',
    track: '13rem',
    hasCardLabel: true,
    render: (attendee) => <MaybeMoment at={registrationOf(attendee)?.cancelled_at} />,
  },
  {
    id: 'by',
    label: 'By',
    track: 'minmax(6rem, 2fr)',
    hasCardLabel: true,
    isUserText: true,
    render: (attendee) => registrationOf(attendee)?.cancelled_by ?? '–',
  },
  {
    id: 'reason',
    label: 'Why',
    track: '9rem',
    hasCardLabel: true,
    render: (attendee) => {
      const { reason = null, why = null, why_note: note } = registrationOf(attendee) ?? {};
      const given = why === null ? undefined : whyText(why, note);
      if (given !== undefined && reason !== 'declined') return <span dir="auto">{given}</span>;
      return <span dir="auto">{[REASONS[reason ?? 'visitor'], given].filter(Boolean).join(': ')}</span>;
    },
  },
];

const actionsColumn = (track: string, Actions: ComponentType<{ attendee: Attendee }>): AttendeeColumn => ({
  id: 'actions',
  label: 'Actions',
  isUnnamed: true,
  track,
  render: (attendee) => <Actions attendee={attendee} />,
});

export const REGISTRATION_COLUMNS: Readonly<Record<OtherList, readonly AttendeeColumn[]>> = {
  waiting: [POSITION, ...PERSON_COLUMNS, SINCE, { ...PLACE_COLUMN, track: '8rem' }, actionsColumn('3rem', WaitingActions)],
  offered: [...PERSON_COLUMNS, OFFER, PLACE_COLUMN, actionsColumn('15rem', OfferActions)],
  cancelled: [...PERSON_COLUMNS, ...CANCELLED, actionsColumn('7rem', CancelledActions)],
};

export type OtherList = NonNullable<AttendeeListParams['registration']>;

export const NOBODY: Readonly<Record<OtherList, { readonly title: string; readonly text: string }>> = {
  waiting: { title: 'Nobody is waiting', text: 'When the event is full, people can join the list on the form.' },
  offered: { title: 'No open offers', text: 'People who are offered a place are listed here until they accept it.' },
  cancelled: { title: 'Nobody has cancelled', text: 'People who give up a place are listed here, and can get it back.' },
};

const LABELS: Readonly<Record<OtherList, string>> = { waiting: 'Waiting list for', offered: 'Offers for', cancelled: 'Cancelled for' };

export const listLabel = (list: OtherList | undefined, title: string): string =>
  `${list === undefined ? 'Attendees of' : LABELS[list]} ${title}`;
