/** Which events of a series a read gives (decision 14). */
export type ShownEvents = 'visible' | 'disabled' | 'all';

/**
 * Keys of the query cache. A mutation invalidates the shortest key that covers what it changed: a prefix takes
 * everything below it along.
 */
export const queryKeys = {
  /** The outside services. */
  connections: ['connections'],
  duplicateLeads: ['duplicate-leads'],
  /** Everything about failed steps: their counts and their lists. */
  failedSteps: ['failed-steps'],
  /** The dashboard's cards and everything of every series. */
  allSeries: ['event-series'],
  seriesCards: ['event-series', 'cards'],
  /** Everything of one series: its reads, its events, their submissions, its fields. */
  series: (seriesId: string) => ['event-series', seriesId],
  /** The reads of one series in every choice of events, without those of its parts. */
  seriesReads: (seriesId: string) => ['event-series', seriesId, 'read'],
  seriesRead: (seriesId: string, shown: ShownEvents) => ['event-series', seriesId, 'read', shown],
  /** Everything of one event: its reads and its submissions in every filter and order. */
  event: (seriesId: string, eventId: string) => ['event-series', seriesId, 'event', eventId],
  /** The statistics of one series; the range is null when the server's default is asked for. */
  statistics: (seriesId: string, range: { from: string; to: string } | null) => ['event-series', seriesId, 'statistics', range],
  formCards: ['marketing-forms', 'cards'],
  /** Everything of one marketing form: its read and its submissions in every filter and order. */
  form: (formId: string) => ['marketing-forms', formId],
  formRead: (formId: string) => ['marketing-forms', formId, 'read'],
  /** What the search over everything found for these words. */
  found: (words: string) => ['found', words],
  feedbackCards: ['website-feedback', 'cards'],
  feedback: (listId: string) => ['website-feedback', listId],
} as const;
