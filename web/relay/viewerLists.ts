import { ConnectionHandler, type RecordProxy, type RecordSourceProxy } from 'relay-runtime';

export type ViewerList =
  | 'PropertyList_inquiries'
  | 'SavedSearchList_savedSearches'
  | 'FavoritesCard_favorites';

/** Adds a record at the start of a list, if the list is loaded and lacks it. */
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
