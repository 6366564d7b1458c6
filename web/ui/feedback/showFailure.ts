import { messageOf } from '#web/relay/refusal.ts';
import { showToast } from './toastStore.ts';

/** Says in a toast what failed, and why if the error says so. */
export function showFailure(title: string, error: unknown): void {
  showToast({
    title,
    description: messageOf(error, 'Please try again'),
    variant: 'destructive',
  });
}
