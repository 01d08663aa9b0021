import type { RepeatPolicy } from '../event-series.ts';

export const REPEATS = 'When an address signs up again';

const POLICIES: Readonly<Record<RepeatPolicy, { readonly label: string; readonly hint: string }>> = {
  allow: { label: 'Allow', hint: 'Each sign-up stands by itself.' },
  update: {
    label: 'Update the earlier one',
    hint: 'The form answers as always; the earlier registration takes over what is new, and the e-mail says what changed.',
  },
  refuse: { label: 'Refuse by e-mail', hint: 'The form answers as always; the e-mail says that they are already registered.' },
};

const ORDER = ['allow', 'update', 'refuse'] as const satisfies readonly RepeatPolicy[];

export const REPEAT_POLICIES = ORDER.map((value) => ({ value, label: POLICIES[value].label }));

export const repeatHint = (policy: RepeatPolicy): string => POLICIES[policy].hint;
