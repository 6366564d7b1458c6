import { act, fireEvent, screen, within } from '@testing-library/react';
import { graphql, useLazyLoadQuery } from 'react-relay/hooks';
import type { OperationDescriptor } from 'relay-runtime';
import { createMockEnvironment, MockPayloadGenerator } from 'relay-test-utils';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CheckoutTestQuery } from '#web/__generated__/CheckoutTestQuery.graphql.ts';
import { renderWithRelay } from '#web/testing/renderWithRelay.tsx';
import { Checkout } from './Checkout.tsx';

const path = '/checkout/listing?checkIn=2027-06-05&checkOut=2027-06-12&guests=2';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

describe('The checkout', () => {
  it('holds the stay once, and shows what it costs and until when the nights are kept', async () => {
    const { answerHold, operations } = renderCheckout();
    expect(screen.getByText('Keeping these nights for you…')).toBeInTheDocument();
    const { input } = operations()[0]?.request.variables ?? {};
    expect(input).toMatchObject({
      listingId: 'listing',
      checkIn: '2027-06-05',
      checkOut: '2027-06-12',
      guests: 2,
      seenTotalCents: null,
      idempotencyKey: expect.stringMatching(/^[\da-f]{32}$/),
    });
    await answerHold(heldBooking());
    expect(operations()).toHaveLength(0);
    expect(screen.getByRole('timer')).toHaveTextContent('15:00');
    expect(screen.getByRole('combobox', { name: 'Guests' })).toBeInTheDocument();
    expect(screen.getByText('7 nights × $150')).toBeInTheDocument();
    expect(screen.getByText('Free cancellation until Jun 4')).toBeInTheDocument();
    expect(screen.getByText('After that, nothing is refunded')).toBeInTheDocument();
    expect(screen.getByText('The balcony looks at the reef.')).toBeInTheDocument();
    expect(
      screen.getByRole('button', { name: 'Request to book · $1,231.20 is reserved' }),
    ).toBeInTheDocument();
    const card = screen.getByRole('textbox', { name: /^Card number/ });
    expect(card).toHaveAttribute('autocomplete', 'cc-number');
    expect(card).toHaveAttribute('inputmode', 'numeric');
    expect(screen.getByText('4242 4242 4242 4242')).toBeInTheDocument();
  });

  it('tells screen readers at 5 minutes and at 1 minute, and ends with the hold', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: false });
    const { answerHold, operations } = renderCheckout();
    await answerHold(heldBooking());
    const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000));
    const said = () =>
      screen.getByRole('timer').closest('div')?.querySelector('[role=status]')?.textContent;
    await pass(599);
    expect([screen.getByRole('timer').textContent, said()]).toEqual(['5:01', '']);
    await pass(1);
    expect(said()).toBe('5 minutes are left to pay');
    await pass(240);
    expect([screen.getByRole('timer').textContent, said()]).toEqual([
      '1:00',
      '1 minute is left to pay',
    ]);
    await pass(60);
    expect(screen.getByRole('heading', { name: 'The time to pay is over' })).toHaveFocus();
    expect(screen.queryByRole('form')).not.toBeInTheDocument();
    fireEvent.click(screen.getByRole('button', { name: 'Keep Them Again' }));
    await pass(1);
    expect(operations()).toHaveLength(1);
  });

  it.each([
    ['ConflictError', 'checkIn', 'These nights were just taken', 'link', 'Choose Other Dates'],
    ['ConflictError', 'seenTotalCents', 'The price has changed', 'button', 'Show the New Price'],
    ['ConflictError', 'listingId', 'Too many checkouts are open', 'link', 'Show My Checkouts'],
    ['ConflictError', 'bookingId', 'These nights are yours already', 'link', 'Show My Bookings'],
    [
      'ConflictError',
      'checkOut',
      'Others may book these nights first',
      'link',
      'Choose Other Dates',
    ],
    ['ForbiddenError', '', 'Confirm your email first', 'button', 'Send Link Again'],
    ['UnavailableError', '', 'This site takes no payments right now', 'link', 'Contact Us'],
    ['NotFoundError', '', 'This week is no longer on offer', 'link', 'Choose Other Dates'],
    ['InvalidInputError', 'listingId', 'The nights could not be kept', 'button', 'Try Again'],
  ] as const)(
    'says why the nights are not held: %s %s',
    async (typename, field, title, role, way) => {
      const { refuseHold } = renderCheckout();
      await refuseHold(typename, field, 'What the server says');
      const heading = screen.getByRole('heading', { name: title });
      expect(heading).toHaveFocus();
      const alert = heading.closest<HTMLElement>('[role=alert]') ?? document.body;
      expect(alert).toHaveTextContent('What the server says.');
      expect(within(alert).getByRole(role, { name: way })).toBeInTheDocument();
    },
  );

  it('asks for a hold at the new price after the price has changed', async () => {
    const { refuseHold, operations } = renderCheckout({ seenTotalCents: 100_000 });
    expect(operations()[0]?.request.variables['input']).toMatchObject({ seenTotalCents: 100_000 });
    const before = operations()[0]?.request.variables['input'].idempotencyKey;
    await refuseHold('ConflictError', 'seenTotalCents', 'The price has changed');
    await click(screen.getByRole('button', { name: 'Show the New Price' }));
    const { input } = operations()[0]?.request.variables ?? {};
    expect(input.seenTotalCents).toBeNull();
    expect(input.idempotencyKey).not.toBe(before);
  });

  it('shows an error of the card at its field, and pays nothing', async () => {
    const { answerHold, operations } = renderCheckout();
    await answerHold(heldBooking());
    await click(screen.getByRole('button', { name: /^Request/ }));
    expect(screen.getByText('Card number is required')).toBeInTheDocument();
    vi.stubGlobal('fetch', async () => new Response('This card has expired', { status: 400 }));
    await payByCard();
    const expiry = screen.getByRole('textbox', { name: /^Expires/ });
    expect(expiry).toHaveAccessibleDescription('This card has expired');
    expect(expiry).toHaveFocus();
    expect(operations()).toHaveLength(0);
  });

  it('pays with the token of the card, and says that it was declined', async () => {
    const { answerHold, operations, answer } = renderCheckout();
    await answerHold(heldBooking());
    vi.stubGlobal('fetch', async () => Response.json({ token: 'tok_1' }));
    fireEvent.change(screen.getByRole('textbox', { name: /^Message/ }), {
      target: { value: 'We arrive late.' },
    });
    await payByCard();
    expect(operations()[0]?.request.variables['input']).toEqual({
      bookingId: 'booking',
      version: 3,
      guestNames: ['Ines Duarte'],
      message: 'We arrive late.',
      method: 'tok_1',
      paysDeposit: false,
    });
    await answer('payBooking', {
      ...heldBooking(),
      payment: {
        status: 'FAILED',
        failure: 'The card has not enough money',
        clientSecret: null,
        amount: { formatted: '$570' },
      },
    });
    const said = screen.getAllByRole('alert').map(({ textContent }) => textContent);
    expect(said).toContain('The card has not enough money');
    expect(screen.getByText('The card has not enough money')).toHaveFocus();
    expect(screen.getByRole('form', { name: 'Checkout' })).toBeInTheDocument();
  });

  it('pays a hold that another tab has tried to pay before', async () => {
    const { answerHold, operations, answer, refuse } = renderCheckout();
    await answerHold(heldBooking());
    vi.stubGlobal('fetch', async () => Response.json({ token: 'tok_1' }));
    await payByCard();
    await refuse('payBooking', 'ConflictError', 'version', 'This booking has changed');
    const [again] = operations();
    expect(again?.request.variables['input']).toMatchObject({ listingId: 'listing' });
    await answerHold({ ...heldBooking(), version: 5, heldSeconds: 700 });
    expect(operations()[0]?.request.variables['input']).toMatchObject({
      version: 5,
      method: 'tok_1',
      paysDeposit: false,
    });
    await answer('payBooking', { ...heldBooking(), version: 6, status: 'CONFIRMED' });
    expect(address()).toBe('/bookings/booking');
  });

  it('keeps the message of a hold that was lost in another tab, for the next one', async () => {
    const { answerHold, operations, refuse } = renderCheckout();
    await answerHold(heldBooking());
    const message = () => screen.getByRole('textbox', { name: /^Message/ });
    fireEvent.change(message(), { target: { value: 'We arrive late.' } });
    vi.stubGlobal('fetch', async () => Response.json({ token: 'tok_1' }));
    await payByCard();
    await refuse('payBooking', 'ConflictError', 'bookingId', 'The time to pay is over');
    await answerHold({ ...heldBooking(), version: 4, status: 'EXPIRED', heldSeconds: null });
    expect(screen.getByRole('heading', { name: 'The time to pay is over' })).toHaveFocus();
    expect(screen.getByRole('link', { name: 'Choose Other Dates' })).toHaveAttribute(
      'href',
      '/resort/resort?from=2027-06-05&to=2027-06-12&guests=2&week=listing',
    );
    await click(screen.getByRole('button', { name: 'Keep Them Again' }));
    expect(operations()[0]?.request.variables['input']).toMatchObject({
      checkIn: '2027-06-05',
      guests: 2,
    });
    await answerHold({ ...heldBooking(), id: 'Booking:next', databaseId: 'next' });
    expect(message()).toHaveValue('We arrive late.');
  });

  it('forgets what was typed once the week is booked', async () => {
    const { answerHold, answer } = renderCheckout();
    await answerHold(heldBooking());
    fireEvent.change(screen.getByRole('textbox', { name: /^Message/ }), {
      target: { value: 'We arrive late.' },
    });
    expect(JSON.stringify({ ...sessionStorage })).toContain('We arrive late.');
    vi.stubGlobal('fetch', async () => Response.json({ token: 'tok_1' }));
    await payByCard();
    await answer('payBooking', { ...heldBooking(), status: 'PENDING' });
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('We arrive late.');
  });

  it('keeps what was typed, but not the card, when it is left and opened again', async () => {
    const first = renderCheckout();
    await first.answerHold(heldBooking());
    const name = screen.getByRole('textbox', { name: /^Who checks in/ });
    fireEvent.change(name, { target: { value: 'Tom Duarte' } });
    fireEvent.change(screen.getByRole('textbox', { name: /^Card number/ }), {
      target: { value: '4242' },
    });
    first.unmount();
    const second = renderCheckout();
    await second.answerHold(heldBooking());
    expect(screen.getByRole('textbox', { name: /^Who checks in/ })).toHaveValue('Tom Duarte');
    expect(screen.getByRole('textbox', { name: /^Card number/ })).toHaveValue('');
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('4242');
  });

  it('plays the bank in a dialog, and asks how the payment stands after the answer', async () => {
    const { answerHold, operations, answer } = renderCheckout();
    await answerHold({
      ...heldBooking(),
      payment: {
        status: 'NEEDS_ACTION',
        clientSecret: 'secret',
        failure: null,
        amount: { formatted: '$570' },
      },
    });
    const sent: unknown[] = [];
    vi.stubGlobal('fetch', async (url: string, { body }: { body: string }) => {
      sent.push([url, JSON.parse(body)]);
      return Response.json({ confirmed: true });
    });
    await click(await screen.findByRole('button', { name: 'Approve' }));
    expect(sent).toEqual([
      ['/api/payments/sandbox/confirmations', { clientSecret: 'secret', isApproved: true }],
    ]);
    expect(operations()[0]?.request.variables['input']).toEqual({ bookingId: 'booking' });
    await answer('checkPayment', { ...heldBooking(), status: 'PENDING' });
    expect(address()).toBe('/bookings/booking');
  });

  describe('while the bank has not answered', () => {
    const waiting = () => ({
      ...heldBooking(),
      payment: {
        status: 'WAITING',
        clientSecret: null,
        failure: null,
        amount: { formatted: '$570' },
      },
    });

    it('asks again by the button and on return to the tab', async () => {
      const { answerHold, operations, answer } = renderCheckout();
      await answerHold(waiting());
      expect(screen.queryByRole('combobox')).not.toBeInTheDocument();
      expect(screen.getByRole('heading', { name: 'Waiting for the bank' })).toBeInTheDocument();
      await click(screen.getByRole('button', { name: 'Check Again' }));
      expect(operations()).toHaveLength(1);
      await answer('checkPayment', waiting());
      expect(screen.getByText(/^There is still no answer/)).toBeInTheDocument();
      await act(async () => {
        document.dispatchEvent(new Event('visibilitychange'));
      });
      expect(operations()).toHaveLength(1);
    });

    it('asks by itself, at growing distances, without a word, and goes on with the answer', async () => {
      vi.useFakeTimers({ shouldAdvanceTime: false });
      const { answerHold, operations, answer } = renderCheckout();
      await answerHold(waiting());
      for (const seconds of [5, 10, 20, 40, 60, 60]) {
        await act(() => vi.advanceTimersByTimeAsync(seconds * 1000 - 1));
        expect(operations()).toHaveLength(0);
        await act(() => vi.advanceTimersByTimeAsync(1));
        expect(operations()).toHaveLength(1);
        expect(screen.getByText(/^Your payment is sent/)).toHaveRole('status');
        await answer('checkPayment', waiting());
      }
      await act(() => vi.advanceTimersByTimeAsync(60_000));
      await answer('checkPayment', { ...heldBooking(), status: 'CONFIRMED' });
      expect(address()).toBe('/bookings/booking');
    });

    it('goes on as soon as it hears of the payment', async () => {
      const { answerHold, tell } = renderCheckout();
      await answerHold(waiting());
      await tell({ ...heldBooking(), status: 'CONFIRMED' });
      expect(address()).toBe('/bookings/booking');
    });

    it('shows the form again if the bank declines', async () => {
      const { answerHold, tell } = renderCheckout();
      await answerHold(waiting());
      await tell({
        ...heldBooking(),
        payment: {
          status: 'FAILED',
          clientSecret: null,
          failure: 'Not enough money',
          amount: { formatted: '$570' },
        },
      });
      const said = screen.getAllByRole('alert').map(({ textContent }) => textContent);
      expect(said).toContain('Not enough money');
      expect(screen.getByRole('form', { name: 'Checkout' })).toBeInTheDocument();
    });
  });

  it('without dates leads back to the resort', () => {
    renderCheckout({}, '/checkout/listing?checkIn=2027-06-31&checkOut=2027-07-02');
    expect(screen.getByRole('heading', { name: 'Choose your nights first' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Choose Dates' })).toHaveAttribute(
      'href',
      '/resort/resort',
    );
  });
});

let address: () => string;

beforeEach(() => {
  address = () => '';
});

const heldBooking = () => ({
  id: 'Booking:booking',
  databaseId: 'booking',
  version: 3,
  status: 'HELD',
  guests: 2,
  isInstant: false,
  isOffered: false,
  heldSeconds: 900,
  cancellation: ['Free cancellation until Jun 4'],
  totalPrice: { amount: 123_120, currency: 'USD', formatted: '$1,231.20' },
  refund: null,
  deposit: null,
  parts: [],
  claim: null,
  events: [],
  priceLines: [
    { kind: 'NIGHTS', label: '7 nights × $150', amount: { formatted: '$1,050' } },
    { kind: 'SERVICE_FEE', label: 'Service fee (8%)', amount: { formatted: '$84' } },
  ],
  payment: null as object | null,
});

const click = (element: HTMLElement): Promise<void> =>
  act(async () => {
    fireEvent.click(element);
  });

async function payByCard(): Promise<void> {
  for (const [name, value] of [
    [/^Card number/, '4242 4242 4242 4242'],
    [/^Expires/, '09/45'],
    [/^Security code/, '123'],
  ] as const) {
    fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } });
  }
  await click(screen.getByRole('button', { name: /^Request/ }));
}

function Page() {
  const { site, viewer, node } = useLazyLoadQuery<CheckoutTestQuery>(
    graphql`
      query CheckoutTestQuery($id: ID!) @relay_test_operation {
        site {
          ...CheckoutForm_site
        }
        viewer {
          ...CheckoutForm_viewer
        }
        node(id: $id) {
          ...Checkout_listing @alias(as: "listing")
        }
      }
    `,
    { id: 'listing' },
  );
  return viewer && node?.listing && <Checkout listing={node.listing} site={site} viewer={viewer} />;
}

function renderCheckout(state: object = {}, at = path) {
  const environment = createMockEnvironment();
  environment.mock.queueOperationResolver((operation) =>
    MockPayloadGenerator.generate(operation, {
      Node: () => ({ __typename: 'Listing' }),
      Listing: () => ({
        __typename: 'Listing',
        id: 'Listing:listing',
        databaseId: 'listing',
        title: 'Two rooms by the sea',
        maxGuests: 4,
        description: 'The balcony looks at the reef.',
        source: null,
        pictures: [],
      }),
      Resort: () => ({ databaseId: 'resort', name: 'Surf Club', location: 'Aruba' }),
      User: () => ({ firstName: 'Ines', lastName: 'Duarte' }),
      PaymentSetup: () => ({
        provider: 'SANDBOX',
        publishableKey: null,
        testCards: [{ number: '4242424242424242', outcome: 'Succeeds' }],
      }),
    }),
  );
  const rendered = renderWithRelay(<Page />, { environment, path: at, state });
  address = rendered.address;
  const isNews = (operation: OperationDescriptor) =>
    operation.request.node.operation.name === 'BookingPaymentSubscription';
  const operations = () =>
    environment.mock.getAllOperations().filter((operation) => !isNews(operation));
  const resolve = (data: object) =>
    act(async () => {
      const [operation] = operations();
      if (!operation) throw new Error('Nothing is asked');
      environment.mock.resolve(operation, { data });
    });
  const answer = (field: string, booking: object) =>
    resolve({
      [field]: {
        __typename: `${field.charAt(0).toUpperCase()}${field.slice(1)}Payload`,
        booking: { __typename: 'Booking', ...booking },
      },
    });
  const refuse = (mutation: string, typename: string, field: string, message: string) =>
    resolve({
      [mutation]: {
        __typename: typename,
        __isError: typename,
        message,
        fieldErrors: field === '' ? [] : [{ field, message }],
      },
    });
  const tell = (booking: object) =>
    act(async () => {
      const subscription = environment.mock.getAllOperations().find(isNews);
      if (!subscription) throw new Error('Nobody listens');
      const bookingChanged = { booking: { __typename: 'Booking', ...booking } };
      environment.mock.nextValue(subscription, { data: { bookingChanged } });
    });
  return {
    ...rendered,
    operations,
    tell,
    answer,
    answerHold: (booking: object) => answer('holdStay', booking),
    refuse,
    refuseHold: (typename: string, field: string, message: string) =>
      refuse('holdStay', typename, field, message),
  };
}
