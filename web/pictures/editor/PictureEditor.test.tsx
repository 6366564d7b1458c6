import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { graphql, useLazyLoadQuery } from 'react-relay/hooks';
import { createMockEnvironment, MockPayloadGenerator } from 'relay-test-utils';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PictureEditorTestQuery } from '#web/__generated__/PictureEditorTestQuery.graphql.ts';
import { renderWithRelay } from '#web/testing/renderWithRelay.tsx';
import PictureEditor from './PictureEditor.tsx';

/** An upload, and what it sends. */
class Upload extends EventTarget {
  readonly upload = new EventTarget();
  responseText = '';
  body = new FormData();
  open() {}
  setRequestHeader() {}
  send(body: FormData) {
    this.body = body;
    uploads.push(this);
  }
  abort() {}
  operations() {
    return JSON.parse(String(this.body.get('operations'))) as {
      variables: { input: Record<string, string> };
    };
  }
  progress(loaded: number, total: number) {
    this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded, total }));
  }
  answer(data: object) {
    this.responseText = JSON.stringify({ data });
    this.dispatchEvent(new Event('load'));
  }
}

let uploads: Upload[];

beforeEach(() => {
  uploads = [];
  vi.stubGlobal('XMLHttpRequest', Upload);
  vi.stubGlobal(
    'URL',
    class extends URL {
      static override createObjectURL = () => 'blob:picture';
      static override revokeObjectURL = () => undefined;
    },
  );
});

afterEach(() => vi.unstubAllGlobals());

function Editor({ isPublic }: { isPublic: boolean }) {
  const { resort } = useLazyLoadQuery<PictureEditorTestQuery>(
    graphql`
      query PictureEditorTestQuery @relay_test_operation {
        resort(id: "any") {
          pictures {
            ...PictureEditor_pictures
          }
        }
      }
    `,
    {},
  );
  return (
    resort && (
      <PictureEditor
        subject={{ resortId: 'resort-1' }}
        pictures={resort.pictures}
        isPublic={isPublic}
      />
    )
  );
}

const picture = (id: string, alt = `Room ${id}`) => ({
  __typename: 'Picture',
  id,
  alt,
  width: 800,
  height: 600,
  placeholder: 'data:image/webp;base64,AA',
  url: `/media/pictures/${id}/800.jpg`,
  sources: [],
});

function show(ids: string[], isPublic = false) {
  const environment = createMockEnvironment();
  environment.mock.queueOperationResolver((operation) =>
    MockPayloadGenerator.generate(operation, {
      Resort: () => ({ id: 'resort', pictures: ids.map((id) => picture(id)) }),
    }),
  );
  renderWithRelay(<Editor isPublic={isPublic} />, { environment });
  return environment;
}

/** The payload of a mutation after which these are the pictures. */
const payload = (mutation: string, pictures: object[]) => ({
  [mutation]: {
    __typename: `${mutation.slice(0, 1).toUpperCase()}${mutation.slice(1)}Payload`,
    listing: null,
    resort: { __typename: 'Resort', id: 'resort', pictures },
  },
});

const refusal = (mutation: string, message: string) => ({
  [mutation]: {
    __typename: 'InvalidInputError',
    __isError: 'InvalidInputError',
    message,
    fieldErrors: [{ field: 'file', message }],
  },
});

const button = (name: string | RegExp) => screen.getByRole('button', { name });
const descriptions = () =>
  screen
    .getAllByRole<HTMLInputElement>('textbox', { name: /^What picture/ })
    .map(({ value }) => value);
const click = (element: HTMLElement) => act(async () => void fireEvent.click(element));

const jpeg = (name: string, type = 'image/jpeg', size = 3) => {
  const file = new File(['abc'], name, { type });
  Object.defineProperty(file, 'size', { value: size });
  return file;
};

const choose = (...files: File[]) =>
  act(
    async () =>
      void fireEvent.change(screen.getByLabelText('Choose Pictures'), { target: { files } }),
  );

const describeNew = (number: number, text: string) =>
  fireEvent.change(screen.getByLabelText(new RegExp(`^What new picture ${number} shows`)), {
    target: { value: text },
  });

describe('pictures are ordered', () => {
  it('by the arrow keys on a handle, which keeps the focus, and stored one after the other', async () => {
    const environment = show(['a', 'b', 'c']);
    const handle = button('Move picture 1 of 3: Room a');
    handle.focus();
    await act(async () => void fireEvent.keyDown(handle, { key: 'ArrowDown' }));
    expect(descriptions()).toEqual(['Room b', 'Room a', 'Room c']);
    expect(document.activeElement).toBe(button('Move picture 2 of 3: Room a'));
    expect(screen.getByText('Room a: now 2 of 3')).toBeDefined();
    await act(async () => void fireEvent.keyDown(document.activeElement!, { key: 'End' }));
    const sent = () =>
      environment.mock
        .getAllOperations()
        .map(({ request }) => request.variables['input'] as object);
    expect(sent()).toEqual([{ resortId: 'resort-1', pictureIds: ['b', 'a', 'c'] }]);
    await act(async () =>
      environment.mock.resolveMostRecentOperation({
        data: payload(
          'orderPictures',
          ['b', 'a', 'c'].map((id) => picture(id)),
        ),
      }),
    );
    expect(sent()).toEqual([{ resortId: 'resort-1', pictureIds: ['b', 'c', 'a'] }]);
    await act(async () =>
      environment.mock.resolveMostRecentOperation({
        data: payload(
          'orderPictures',
          ['b', 'c', 'a'].map((id) => picture(id)),
        ),
      }),
    );
    expect(descriptions()).toEqual(['Room b', 'Room c', 'Room a']);
  });

  it('by dragging a handle', async () => {
    const environment = show(['a', 'b', 'c']);
    Element.prototype.scrollIntoView = () => undefined;
    for (const [index, row] of screen.getAllByRole('listitem').entries()) {
      row.getBoundingClientRect = () => new DOMRect(0, index * 100, 300, 100);
    }
    const drag = (type: string, clientY: number, target: EventTarget = window) =>
      act(async () => void target.dispatchEvent(new MouseEvent(type, { bubbles: true, clientY })));
    await drag('pointerdown', 50, button('Move picture 1 of 3: Room a'));
    await drag('pointermove', 180);
    await drag('pointerup', 180);
    expect(descriptions()).toEqual(['Room b', 'Room a', 'Room c']);
    const [operation] = environment.mock.getAllOperations();
    expect(operation?.request.variables['input']).toMatchObject({ pictureIds: ['b', 'a', 'c'] });
  });

  it('as before if the order can’t be stored', async () => {
    const environment = show(['a', 'b']);
    const handle = button('Move picture 2 of 2: Room b');
    await act(async () => void fireEvent.keyDown(handle, { key: 'ArrowUp' }));
    expect(descriptions()).toEqual(['Room b', 'Room a']);
    await act(async () =>
      environment.mock.resolveMostRecentOperation({
        data: {
          orderPictures: {
            __typename: 'ConflictError',
            __isError: 'ConflictError',
            message: 'Load them again',
          },
        },
      }),
    );
    expect(descriptions()).toEqual(['Room a', 'Room b']);
    expect(await screen.findByText('Load them again')).toBeDefined();
  });
});

describe('a picture', () => {
  it('gets its new description when the field is left, but not an empty one', async () => {
    const environment = show(['a']);
    const field = screen.getByLabelText('What picture 1 shows');
    const write = (value: string) =>
      act(async () => {
        fireEvent.change(field, { target: { value } });
        fireEvent.blur(field);
      });
    await write(' ');
    expect(screen.getByText('Describe what the picture shows')).toBeDefined();
    expect(environment.mock.getAllOperations()).toEqual([]);
    await write('The sofa');
    expect(environment.mock.getMostRecentOperation().request.variables).toEqual({
      input: { pictureId: 'a', alt: 'The sofa' },
    });
    await act(async () =>
      environment.mock.resolveMostRecentOperation({
        data: payload('describePicture', [picture('a', 'The sofa')]),
      }),
    );
    expect(screen.getByText('Saved')).toBeDefined();
  });

  it('waits with its description for an order that is being stored', async () => {
    const environment = show(['a', 'b']);
    await act(
      async () => void fireEvent.keyDown(button('Move picture 2 of 2: Room b'), { key: 'ArrowUp' }),
    );
    const field = screen.getByLabelText('What picture 1 shows');
    fireEvent.change(field, { target: { value: 'The sofa' } });
    await act(async () => void fireEvent.blur(field));
    expect(screen.getByText('Saving…')).toBeDefined();
    expect(environment.mock.getAllOperations()).toHaveLength(1);
    await act(async () =>
      environment.mock.resolveMostRecentOperation({
        data: payload('orderPictures', [picture('b'), picture('a')]),
      }),
    );
    await act(async () =>
      environment.mock.resolveMostRecentOperation({
        data: payload('describePicture', [picture('b', 'The sofa'), picture('a')]),
      }),
    );
    expect(screen.getByText('Saved')).toBeDefined();
    expect(descriptions()).toEqual(['The sofa', 'Room a']);
  });

  it('is deleted after a question', async () => {
    const environment = show(['a', 'b']);
    await click(button('Delete picture 1: Room a'));
    await click(button('Keep It'));
    expect(descriptions()).toEqual(['Room a', 'Room b']);
    await click(button('Delete picture 1: Room a'));
    expect(document.activeElement).toBe(button('Delete Picture'));
    await click(button('Delete Picture'));
    await act(async () =>
      environment.mock.resolveMostRecentOperation({
        data: payload('deletePicture', [picture('b')]),
      }),
    );
    expect(descriptions()).toEqual(['Room b']);
    expect(screen.getByText('The picture was deleted')).toBeDefined();
  });
});

describe('new pictures', () => {
  it('are sent one after the other with progress, once each is described', async () => {
    show(['a']);
    await choose(jpeg('one.jpg'), jpeg('two.jpg'));
    describeNew(2, 'The bed');
    await click(button('Upload 2 Pictures'));
    expect(screen.getByText('Describe what the picture shows')).toBeDefined();
    expect(document.activeElement).toBe(screen.getByLabelText(/^What new picture 1 shows/));
    expect(uploads).toEqual([]);
    describeNew(1, 'The sofa');
    await click(button('Upload 2 Pictures'));
    expect(uploads).toHaveLength(1);
    const { input } = uploads[0]!.operations().variables;
    expect(input).toMatchObject({ resortId: 'resort-1', alt: 'The sofa' });
    expect((uploads[0]!.body.get('file') as File).name).toBe('one.jpg');
    await act(async () => uploads[0]!.progress(40, 100));
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('40');
    await act(async () => uploads[0]!.progress(100, 100));
    expect(screen.getByText('Preparing the picture…')).toBeDefined();
    await act(async () =>
      uploads[0]!.answer(payload('addPicture', [picture('a'), picture('n', 'The sofa')])),
    );
    expect(descriptions()).toEqual(['Room a', 'The sofa']);
    expect(uploads).toHaveLength(2);
    await act(async () =>
      uploads[1]!.answer(
        payload('addPicture', [picture('a'), picture('n', 'The sofa'), picture('o', 'The bed')]),
      ),
    );
    expect(descriptions()).toEqual(['Room a', 'The sofa', 'The bed']);
    expect(screen.getByText('The pictures were added')).toBeDefined();
    expect(screen.queryByRole('button', { name: /^Upload/ })).toBeNull();
  });

  it('say why one was refused, go on with the others, and send a lost one with the same key', async () => {
    show([]);
    await choose(jpeg('one.jpg'), jpeg('two.jpg'), jpeg('three.jpg'));
    for (const number of [1, 2, 3]) describeNew(number, `Room ${number}`);
    await click(button('Upload 3 Pictures'));
    await act(async () => uploads[0]!.answer(refusal('addPicture', 'The picture is damaged')));
    expect(screen.getByText('The picture is damaged')).toBeDefined();
    await act(async () => void uploads[1]!.dispatchEvent(new Event('error')));
    expect(screen.getByText('The connection was lost. Please try again')).toBeDefined();
    // The third would be lost, too.
    expect(uploads).toHaveLength(2);
    await click(button('Leave out new picture 1: one.jpg'));
    await click(button('Upload 2 Pictures'));
    const keyOf = (upload?: Upload) => upload?.operations().variables.input['idempotencyKey'];
    expect(keyOf(uploads[2])).toBe(keyOf(uploads[1]));
  });

  it('are refused before they are sent if they are no pictures, too large or too many', async () => {
    show(Array.from({ length: 11 }, (_, index) => String(index)));
    expect(screen.getByText(/You can add 1 picture\.$/)).toBeDefined();
    await choose(
      jpeg('page.svg', 'image/svg+xml'),
      jpeg('large.jpg', 'image/jpeg', 16 * 1024 * 1024),
      jpeg('one.jpg'),
      jpeg('two.jpg'),
    );
    const alert = screen.getAllByRole('alert').find(({ textContent }) => textContent !== '');
    expect(
      within(alert!)
        .getAllByText(/./)
        .map(({ textContent }) => textContent),
    ).toEqual([
      'page.svg: The picture must be a JPEG, PNG or WebP file',
      'large.jpg: A picture may have at most 15 MB',
      'Only 1 more picture can be added',
    ]);
    expect(button('Upload 1 Picture')).toBeDefined();
    expect(screen.queryByLabelText('Choose Pictures')).toBeNull();
  });

  it('of a public listing come with a warning', async () => {
    show([], true);
    expect(screen.queryByText(/Our team looks at new pictures first/)).toBeNull();
    await choose(jpeg('one.jpg'));
    expect(screen.getByText(/Our team looks at new pictures first/)).toBeDefined();
  });

  it('can’t be added to twelve', async () => {
    show(Array.from({ length: 12 }, (_, index) => String(index)));
    await waitFor(() => expect(descriptions()).toHaveLength(12));
    expect(screen.queryByLabelText('Choose Pictures')).toBeNull();
    expect(screen.getByText('There are 12 pictures, which is the most.')).toBeDefined();
  });
});
