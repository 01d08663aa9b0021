import { z } from 'zod';

const settingsSchema = z.object({
  organisation: z.object({
    name: z.string(),
    logo: z.string().nullable(),
    consentText: z.string(),
    privacyUrl: z.string().nullable(),
    imprintUrl: z.string().nullable(),
    accessibilityUrl: z.string().nullable(),
    /** Contains `{address}`; null: no links to maps. */
    mapUrl: z.string().nullable(),
  }),
  timeZone: z.string(),
  /** URL templates containing `{query}` or `{id}`. */
  links: z.object({ copperSearchUrl: z.string(), calendarEventUrl: z.string() }),
  hasSampleData: z.boolean(),
  version: z.string(),
});

export type Settings = z.infer<typeof settingsSchema>;

let settings: Settings | undefined;

/** The settings in the page. @throws when the page has none, so it is not our server's */
export function getSettings(): Settings {
  settings ??= settingsSchema.parse(JSON.parse(document.getElementById('settings')?.textContent ?? ''));
  return settings;
}

export const copperSearchLink = (email: string): string =>
  getSettings().links.copperSearchUrl.replaceAll('{query}', encodeURIComponent(email));
