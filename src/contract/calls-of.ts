import { api } from './api.ts';

/** The calls that the server answers in the same way for both kinds of forms, under equal keys; apart from `api`, since not every script of the staff app needs it. */
export const callsOf = {
  series: {
    statistics: api.getStatistics,
    hosts: api.listSeriesHosts,
    trackViews: api.trackViews,
    signUp: api.submitSeriesSignUp,
    retrySteps: api.retrySeriesSteps,
    setup: { read: api.getSeriesSetup, dismiss: api.dismissSeriesSetup },
    fields: { edit: api.editSeriesField, remove: api.deleteSeriesField },
    attendees: {
      page: api.getEvent,
      some: api.getSomeOfEvent,
      counts: api.countEventSubmissions,
      answers: api.countEventAnswers,
      edit: api.editSubmission,
      remove: api.deleteSubmission,
      exportAll: api.exportEvent,
      exportChosen: api.exportChosenOfEvent,
    },
  },
  marketing: {
    statistics: api.getFormStatistics,
    hosts: api.listFormHosts,
    trackViews: api.trackFormViews,
    signUp: api.submitFormSignUp,
    retrySteps: api.retryFormSteps,
    setup: { read: api.getFormSetup, dismiss: api.dismissFormSetup },
    fields: { edit: api.editFormField, remove: api.deleteFormField },
    attendees: {
      page: api.getFormSubmissionPage,
      some: api.getSomeOfForm,
      counts: api.countFormSubmissions,
      answers: api.countFormAnswers,
      edit: api.editFormSubmission,
      remove: api.deleteFormSubmission,
      exportAll: api.exportForm,
      exportChosen: api.exportChosenOfForm,
    },
  },
} as const;
