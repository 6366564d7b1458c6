export interface Toast {
  id: number;
  title: string;
  description?: string;
  variant: 'default' | 'destructive';
  /** A button, such as 'Undo'; it closes the toast. */
  action?: { label: string; run: () => void };
}

export type NewToast = Omit<Toast, 'id' | 'variant'> & Partial<Pick<Toast, 'variant'>>;

/** Milliseconds until a toast closes by itself; one with a button stays four times as long. */
export const toastMs = 5000;

let current: Toast | null = null;
let lastId = 0;
const listeners = new Set<() => void>();

export function showToast(toast: NewToast): void {
  lastId += 1;
  set({ variant: 'default', ...toast, id: lastId });
}

export function dismissToast(): void {
  set(null);
}

export function currentToast(): Toast | null {
  return current;
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function set(toast: Toast | null): void {
  current = toast;
  for (const listener of listeners) listener();
}
