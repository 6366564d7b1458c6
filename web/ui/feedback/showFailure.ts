import { messageOf } from '#web/relay/refusal.ts';
import { showToast } from './toastStore.ts';

export function showFailure(title: string, error: unknown, fallback = 'Please try again'): void {
  showToast({ title, description: messageOf(error, fallback), variant: 'destructive' });
}
