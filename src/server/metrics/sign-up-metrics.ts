import type { SignUpService } from '#server/features/sign-up/sign-up-service.ts';
import type { Metric } from './metric.ts';

/** What became of the sign-ups that this process was sent. */
export const signUpMetrics = ({ outcomes, writer }: SignUpService): Metric[] => [
  {
    name: 'turnout_sign_ups_total',
    help: 'Sign-ups by what became of them',
    kind: 'counter',
    labels: ['outcome'],
    read: () => [...outcomes.counts].map(([outcome, value]) => ({ labels: { outcome }, value })),
  },
  {
    name: 'turnout_sign_ups_waiting',
    help: 'Sign-ups that wait in memory to be stored',
    kind: 'gauge',
    read: () => [{ value: writer.waiting() }],
  },
];
