import { counted } from '#contract/texts/counts.ts';

/** `45 messages were not delivered` */
export const notDelivered = (steps: number): string => `${counted(steps, 'message was', 'messages were')} not delivered`;
