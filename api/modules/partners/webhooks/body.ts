import type { ApiEvent } from '#api/generated/prisma/client.ts';
import { encodeGlobalId } from '#api/platform/input/globalId.ts';

export const bodyOf = ({
  id,
  type,
  occurredAt,
  objectType,
  objectId,
  data,
}: Pick<ApiEvent, 'id' | 'type' | 'occurredAt' | 'objectType' | 'objectId' | 'data'>): string =>
  JSON.stringify({
    id,
    type,
    timestamp: occurredAt.toISOString(),
    data: {
      __typename: objectType,
      id: encodeGlobalId(objectType, objectId),
      databaseId: objectId,
      ...(data as object),
    },
  });
