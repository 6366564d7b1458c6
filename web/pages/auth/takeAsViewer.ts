import type { RecordSourceProxy } from 'relay-runtime';

/** The user that a sign-in or sign-up answers with is the viewer from now on. */
export function takeAsViewer(store: RecordSourceProxy, userId: string | undefined): void {
  const user = userId === undefined ? null : store.get(userId);
  if (user) store.getRoot().setLinkedRecord(user, 'viewer');
}
