import { z } from 'zod';

const settingsSchema = z.object({
  organisation: z.object({
    name: z.string(),
    logo: z.string().nullable(),
    /** What the public forms say besides. */
    consentText: z.string(),
    privacyUrl: z.string().nullable(),
  }),
  timeZone: z.string(),
  /** Addresses with `{query}` and `{id}` in them. */
  links: z.object({ copperSearchUrl: z.string(), calendarEventUrl: z.string() }),
});

/** What the web app must know of its server; it comes with the page, so that nothing waits for it. */
export type Settings = z.infer<typeof settingsSchema>;

let settings: Settings | undefined;

/**
 * The server's settings, read once from the page.
 * @throws when the page carries none: then it is not our server's page.
 */
export function getSettings(): Settings {
  settings ??= settingsSchema.parse(JSON.parse(document.getElementById('settings')?.textContent ?? ''));
  return settings;
}
