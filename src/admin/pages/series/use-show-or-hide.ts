import { messageOf } from '#admin/api/api-error.ts';
import { useShowEvent } from '#admin/events/event-mutations.ts';
import { eventAnchor } from '#admin/paths.ts';
import { moveLostFocus } from '#admin/ui/feedback/move-lost-focus.ts';
import { showFailure, showSuccess } from '#admin/ui/feedback/show-alert.tsx';
import type { ListedEvent } from '#contract/events/event.ts';
import { counted } from '#contract/texts/counts.ts';

/** The card after the event's, otherwise the one before, which gets the focus when the event's own leaves the page. */
function neighbourOf(eventId: string): HTMLElement | undefined {
  const cards = [...document.querySelectorAll<HTMLElement>('main article')];
  const index = cards.findIndex(({ id }) => id === eventAnchor(eventId));
  return cards[index + 1] ?? cards[index - 1];
}

function whereItIs({ submissions_count: count }: ListedEvent, isShown: boolean): string {
  const signUps = count === 0 ? '' : ` with its ${counted(count, 'sign-up')}`;
  return isShown ? 'Visitors can sign up for it again.' : `It is now among the hidden events${signUps}.`;
}

/** Puts an event on the form or takes it off. Its card leaves the list then, so a toast says where it went, with Undo. */
export function useShowOrHide(seriesId: string) {
  const { mutateAsync, isPending } = useShowEvent(seriesId);
  const send = async (event: ListedEvent, isShown: boolean) =>
    mutateAsync({ event, isShown }).catch((error: unknown) => {
      showFailure({ title: 'The event was not changed.', text: messageOf(error) });
    });
  const showEvent = async (event: ListedEvent, isShown: boolean): Promise<void> => {
    const neighbour = neighbourOf(event.id);
    const saved = await send(event, isShown);
    if (saved === undefined) return;
    await moveLostFocus(neighbour);
    showSuccess({
      title: `‘${event.event_title}’ is ${isShown ? 'on the form' : 'hidden'}`,
      text: whereItIs(event, isShown),
      action: { label: 'Undo', onClick: () => void send({ ...event, version: saved.version }, !isShown) },
    });
  };
  return { showEvent, isPending };
}
