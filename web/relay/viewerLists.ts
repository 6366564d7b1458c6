import { ConnectionHandler, type RecordProxy, type RecordSourceProxy } from 'relay-runtime';

/** Lists that hang on the viewer, by the keys of their `@connection`. */
export type ViewerList =
  'PropertyCard_inquiries' | 'SavedSearchList_savedSearches' | 'FavoritesCard_favorites';

/** Puts something new first in a list, where the list was loaded and has it not yet. */
export function addToViewerList(
  store: RecordSourceProxy,
  list: ViewerList,
  node: RecordProxy | null | undefined,
  edgeType: string,
): void {
  const connection = connectionOf(store, list);
  if (!connection || !node) return;
  const edges = connection.getLinkedRecords('edges') ?? [];
  if (edges.some((edge) => edge.getLinkedRecord('node')?.getDataID() === node.getDataID())) return;
  const edge = ConnectionHandler.createEdge(store, connection, node, edgeType);
  ConnectionHandler.insertEdgeBefore(connection, edge);
}

/** Takes something out of a list. */
export function removeFromViewerList(
  store: RecordSourceProxy,
  list: ViewerList,
  nodeId: string,
): void {
  const connection = connectionOf(store, list);
  if (connection) ConnectionHandler.deleteNode(connection, nodeId);
}

function connectionOf(store: RecordSourceProxy, list: ViewerList): RecordProxy | undefined {
  const viewer = store.getRoot().getLinkedRecord('viewer');
  return (viewer && ConnectionHandler.getConnection(viewer, list)) ?? undefined;
}
