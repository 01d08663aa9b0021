import type { ANNOUNCED_CHANGES, CRM_CHANGES } from '../registration-changes.ts';

/** What the channel and the copy say of a change, before the name of the series or person. */
export const ANNOUNCEMENTS: Readonly<Record<(typeof ANNOUNCED_CHANGES)[number], { readonly slack: string; readonly copy: string }>> = {
  cancelled: { slack: 'Cancelled', copy: 'Cancelled' },
  events_changed: { slack: 'Registration changed', copy: 'Changed' },
  updated: { slack: 'Registration changed', copy: 'Changed' },
  accepted: { slack: 'Place from the waiting list taken', copy: 'Place from the waiting list taken' },
  promoted: { slack: 'Place from the waiting list taken', copy: 'Place from the waiting list taken' },
};

/** What the details of a lead say of it, before what was changed. */
export const IN_CRM: Readonly<Record<(typeof CRM_CHANGES)[number], string>> = {
  cancelled: 'cancelled',
  events_changed: 'changed',
  updated: 'changed',
  accepted: 'took a place from the waiting list:',
  promoted: 'took a place from the waiting list:',
  restored: 'has a place again:',
};
