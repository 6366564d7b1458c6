import type { RecordSourceProxy } from 'relay-runtime';

/** Sets the user of a sign-in or registration as the viewer in the store. */
export function takeAsViewer(store: RecordSourceProxy, userId: string | undefined): void {
  const user = userId === undefined ? null : store.get(userId);
  if (user) store.getRoot().setLinkedRecord(user, 'viewer');
}
