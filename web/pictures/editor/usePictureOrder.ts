import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { flushSync } from 'react-dom';
import type { pictureMutationsOrderMutation } from '#web/__generated__/pictureMutationsOrderMutation.graphql.ts';
import { useCommand } from '#web/relay/useMutation.ts';
import { showFailure } from '#web/ui/feedback/showFailure.ts';
import type { PictureSubject } from './PictureEditor.tsx';
import { orderPicturesMutation } from './pictureMutations.ts';
import type { InTurn } from './useTurns.ts';

interface Ordered {
  readonly id: string;
}

/** The order of pictures while it is changed by dragging or keys; stores the result. */
export function usePictureOrder<TPicture extends Ordered>(
  subject: PictureSubject,
  pictures: readonly TPicture[],
  inTurn: InTurn,
) {
  const list = useRef<HTMLOListElement>(null);
  const [dragged, setDragged] = useState<{ id: string; ids: string[] }>();
  const { wanted, store } = useStoredOrder(subject, inTurn);
  const shown = inOrder(pictures, wanted);
  const ids = shown.map(({ id }) => id);

  const drag = (id: string, event: PointerEvent) => {
    if (event.button !== 0 || !list.current) return;
    event.preventDefault();
    const rows = new Map([...list.current.children].map((row, index) => [ids[index], row]));
    let latest = ids;
    const move = ({ clientY }: globalThis.PointerEvent) => {
      const others = latest.filter((other) => other !== id);
      const above = others.filter((other) => {
        const { top, height } = rows.get(other)?.getBoundingClientRect() ?? { top: 0, height: 0 };
        return top + height / 2 < clientY;
      });
      latest = others.toSpliced(above.length, 0, id);
      setDragged({ id, ids: latest });
      rows.get(id)?.scrollIntoView({ block: 'nearest' });
    };
    const end = ({ type }: globalThis.PointerEvent) => {
      window.removeEventListener('pointermove', move);
      window.removeEventListener('pointerup', end);
      window.removeEventListener('pointercancel', end);
      setDragged(undefined);
      if (type === 'pointerup' && latest !== ids) store(latest);
    };
    window.addEventListener('pointermove', move);
    window.addEventListener('pointerup', end);
    window.addEventListener('pointercancel', end);
  };

  const step = (id: string, event: KeyboardEvent<HTMLElement>): number | undefined => {
    const from = ids.indexOf(id);
    const to = {
      ArrowUp: from - 1,
      ArrowLeft: from - 1,
      ArrowDown: from + 1,
      ArrowRight: from + 1,
      Home: 0,
      End: ids.length - 1,
    }[event.key];
    if (to === undefined) return undefined;
    event.preventDefault();
    if (to < 0 || to >= ids.length || to === from) return undefined;
    const handle = event.currentTarget;
    flushSync(() => store(ids.toSpliced(from, 1).toSpliced(to, 0, id)));
    // Moving an element in the document loses the focus.
    handle.focus();
    return to + 1;
  };

  return {
    list,
    ordered: shown,
    /** The position of a picture during a drag; the document's order changes afterwards. */
    placeOf: (id: string) =>
      dragged && { order: dragged.ids.indexOf(id), isDragged: dragged.id === id },
    handleOf: (id: string, onMoved: (position: number) => void) => ({
      onPointerDown: (event: PointerEvent) => drag(id, event),
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
        const position = step(id, event);
        if (position !== undefined) onMoved(position);
      },
    }),
  };
}

/** Stores the latest order, one call at a time, so that calls can't overtake each other. */
function useStoredOrder(subject: PictureSubject, inTurn: InTurn) {
  const [order] = useCommand<pictureMutationsOrderMutation>(orderPicturesMutation);
  const [wanted, setWanted] = useState<readonly string[]>();
  const latest = useRef<readonly string[]>(undefined);
  const isStoring = useRef(false);

  const storeAll = async () => {
    isStoring.current = true;
    try {
      for (let ids = latest.current; ids; ids = latest.current) {
        latest.current = undefined;
        const input = { ...subject, pictureIds: ids };
        await inTurn(() => order({ input }));
      }
    } catch (error) {
      latest.current = undefined;
      showFailure('The order could not be saved', error);
    } finally {
      isStoring.current = false;
      setWanted(undefined);
    }
  };
  return {
    wanted,
    store: (ids: readonly string[]) => {
      setWanted(ids);
      latest.current = ids;
      if (!isStoring.current) void storeAll();
    },
  };
}

/** The pictures in the given order; missing pictures come last. */
function inOrder<TPicture extends Ordered>(
  pictures: readonly TPicture[],
  ids: readonly string[] | undefined,
): readonly TPicture[] {
  if (!ids) return pictures;
  const placeOf = ({ id }: Ordered) => (ids.includes(id) ? ids.indexOf(id) : ids.length);
  return pictures.toSorted((one, other) => placeOf(one) - placeOf(other));
}
