import type { Deps } from '#api/context/context.ts';
import type { ApiEvent } from '#api/generated/prisma/client.ts';
import { encodeGlobalId } from '#api/platform/input/globalId.ts';

type Event = Pick<ApiEvent, 'id' | 'type' | 'occurredAt' | 'objectType' | 'objectId' | 'data'>;

export const bodyOf = (
  { id, type, occurredAt, objectType, objectId, data }: Event,
  { sandbox }: Pick<Deps, 'sandbox'>,
): string =>
  JSON.stringify({
    id,
    type,
    livemode: sandbox === undefined,
    timestamp: occurredAt.toISOString(),
    data: {
      __typename: objectType,
      id: encodeGlobalId(objectType, objectId),
      databaseId: objectId,
      ...(data as object),
    },
  });
