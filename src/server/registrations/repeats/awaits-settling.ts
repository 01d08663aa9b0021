/**
 * Whether one of `submissions` is compared with earlier sign-ups of its address before its side effects, in SQL: where the series does not
 * allow repeats, or did not when it came, and where it waits for a place.
 */
export const AWAITS_SETTLING = `(
  form_id in (select id from forms where repeat_policy <> 'allow' union all select form_id from past_policies)
  or exists (select from registrations as place where place.submission_id = submissions.id and place.status in ('waiting', 'offered')))`;

/** Whether any sign-up may have to be settled. Series that allow repeats, without waiting lists, are spared all of it. */
export const IS_ANY_SETTLED = `
  select exists (select from forms where repeat_policy <> 'allow') or exists (select from past_policies)
    or exists (select from event_places where has_list or waiting > 0) as "isAny"`;
