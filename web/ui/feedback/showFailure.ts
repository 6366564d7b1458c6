import { messageOf } from '#web/relay/refusal.ts';
import { showToast } from './toastStore.ts';

/** Shows a toast with the failed action and the reason, if known. */
export function showFailure(title: string, error: unknown): void {
  showToast({
    title,
    description: messageOf(error, 'Please try again'),
    variant: 'destructive',
  });
}
