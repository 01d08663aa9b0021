import { cleanNotifications, notificationsStore } from '@mantine/notifications';
import { expect, onTestFinished, test } from 'vitest';
import { showFailure, showSuccess } from './show-alert.tsx';

const shown = () => notificationsStore.getState().notifications.map(({ title }) => title);

test('a toast that repeats another replaces it, unless each has an action of its own', () => {
  onTestFinished(() => cleanNotifications());
  showFailure({ title: 'Not saved', text: 'You are offline' });
  showFailure({ title: 'Not saved', text: 'The server is busy' });
  showFailure({ title: 'Not saved', text: 'You are offline' });
  expect(shown()).toEqual(['Not saved', 'Not saved']);
  const action = { label: 'Undo', onClick: () => undefined };
  showSuccess({ title: '1 person was deleted', action });
  showSuccess({ title: '1 person was deleted', action });
  showSuccess({ title: '1 person was deleted' });
  showSuccess({ title: '1 person was deleted' });
  expect(shown()).toHaveLength(5);
});
