/** The limited events of a series: '2 of 5 events full, 7 waiting'; empty while none is full and nobody waits. */
export const fullEventsLine = (full: number, events: number, waiting: number): string =>
  [
    ...(full > 0 ? [`${full} of ${events} ${events === 1 ? 'event' : 'events'} full`] : []),
    ...(waiting > 0 ? [`${waiting} waiting`] : []),
  ].join(', ');
