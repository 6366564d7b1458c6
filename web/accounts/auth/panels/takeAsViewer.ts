import type { RecordSourceProxy } from 'relay-runtime';

/** Makes the user whom a sign-in or registration returned the viewer of the store. */
export function takeAsViewer(store: RecordSourceProxy, userId: string | undefined): void {
  const user = userId === undefined ? null : store.get(userId);
  if (user) store.getRoot().setLinkedRecord(user, 'viewer');
}
