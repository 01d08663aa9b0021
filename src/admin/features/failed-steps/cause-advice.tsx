import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { paths } from '#admin/paths.ts';
import { SettingNames } from '#admin/ui/feedback/setting-names.tsx';
import { useDates } from '#admin/ui/format/dates-context.tsx';
import { useNow } from '#admin/ui/format/use-now.ts';
import type { Cause } from '#contract/side-effects/attention.ts';
import type { CauseText } from '#contract/texts/causes.ts';
import { Advice } from './advice.tsx';
import classes from './cause-card.module.css';

/** With more, the list below has them. */
const LINKED_SETTINGS_MAX = 3;

/** `they are tried again at 09:47` */
function useNextTryText({ retrying, steps, next_try_at: at }: Cause): string | undefined {
  const dates = useDates();
  const now = useNow().toISOString();
  if (!retrying || at === null) return undefined;
  const theyAre = steps === 1 ? 'it is' : 'they are';
  if (at <= now) return `${theyAre} being tried again`;
  return `${theyAre} tried again at ${dates.time(at)}${dates.isSameDay(at, now) ? '' : ` on ${dates.dayOfYear(at)}`}`;
}

/** What to do about a cause, with links to where. */
export function CauseAdvice({ cause, text }: { cause: Cause; text: CauseText }) {
  const next = useNextTryText(cause);
  const isTemporary = text.isTemporary === true && next !== undefined;
  const settings = text.isAboutSettings === true ? cause.forms.slice(0, LINKED_SETTINGS_MAX) : [];
  return (
    <div className={classes.advice}>
      {isTemporary ? `Nothing to do: ${next}.` : <Advice text={text.advice} />}
      {isTemporary || next === undefined ? null : ` Until then ${next}.`}
      {settings.map((form) => (
        <Anchor key={form.id} component={Link} className={classes.link} to={paths[form.kind].edit(form)} dir="auto">
          Settings of {form.title}
        </Anchor>
      ))}
      {text.settingNames === undefined ? null : <SettingNames names={text.settingNames} />}
    </div>
  );
}
