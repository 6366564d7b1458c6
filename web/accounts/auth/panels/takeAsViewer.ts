import type { RecordSourceProxy } from 'relay-runtime';

export function takeAsViewer(store: RecordSourceProxy, userId: string | undefined): void {
  const user = userId === undefined ? null : store.get(userId);
  if (user) store.getRoot().setLinkedRecord(user, 'viewer');
}
