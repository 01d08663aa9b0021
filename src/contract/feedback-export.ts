import { exportQuerySchema } from './attendees/submission.ts';
import { endpoint, staffRead } from './endpoint.ts';

/** Apart from the other calls of feedback, which the dashboard loads. */
export const feedbackExportCalls = {
  exportFeedback: endpoint({ ...staffRead, needs: 'edit' }, '/website-feedback/:id/export', {
    query: exportQuerySchema.pick({ format: true, utc_offset: true }),
    response: 'export',
    summary: 'All entries of a list as a CSV or Excel file, newest first',
  }),
} as const;
