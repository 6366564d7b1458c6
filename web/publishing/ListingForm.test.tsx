import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { graphql, useLazyLoadQuery } from 'react-relay/hooks';
import { createOperationDescriptor, getRequest } from 'relay-runtime';
import { createMockEnvironment, MockPayloadGenerator } from 'relay-test-utils';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ListingFormTestQuery } from '../__generated__/ListingFormTestQuery.graphql.ts';
import { noUpload } from '../listings/upload/uploadState.ts';
import { fieldLabelled as field } from '../testing/fieldLabelled.ts';
import { renderWithRelay } from '../testing/renderWithRelay.tsx';
import { noDraft, type StoredDraft } from './draft/listingDraftLoader.ts';
import { exchangeRefusal, noListing } from './fields/listingForm.ts';
import { ListingForm } from './ListingForm.tsx';
import { useListingDraft } from './draft/useListingDraft.ts';

const resort = {
  id: 'UmVzb3J0OjE=',
  databaseId: 'resort-1',
  name: 'Aruba Cove',
  location: 'Oranjestad, Aruba',
};

/** A draft with all required fields. */
const filledIn: StoredDraft = {
  ...noDraft,
  resort,
  values: {
    ...noListing,
    resortId: resort.id,
    availableFrom: '2027-07-03',
    availableTo: '2027-07-10',
    title: 'A week',
    description: 'Two rooms.',
    pricePerNight: '$185',
    maxGuests: '6',
  },
};

const upload = { contract: undefined, state: noUpload, open: vi.fn(), forget: vi.fn() };

const now = new Date('2026-11-21T12:00Z');

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now }));
afterEach(() => void vi.useRealTimers());

const termsQuery = graphql`
  query ListingFormTestQuery {
    # BookingTerms.tsx reads it; ListingForm passes it on.
    # eslint-disable-next-line relay/must-colocate-fragment-spreads
    ...BookingTerms_query
  }
`;

function Form({ start }: { start: StoredDraft }) {
  const draft = useListingDraft(start.version);
  const terms = useLazyLoadQuery<ListingFormTestQuery>(
    termsQuery,
    {},
    { fetchPolicy: 'store-only' },
  );
  return (
    <ListingForm start={start} draft={draft} upload={upload} onDiscard={vi.fn()} terms={terms} />
  );
}

const policies = [
  { name: 'FLEXIBLE', label: 'Flexible', rows: [{ when: 'At least 1 day', refundPercent: 100 }] },
  { name: 'STRICT', label: 'Strict', rows: [{ when: 'At least 30 days', refundPercent: 50 }] },
];

function renderForm(start: StoredDraft = noDraft, environment = createMockEnvironment()) {
  environment.commitPayload(createOperationDescriptor(getRequest(termsQuery), {}), {
    cancellationPolicies: policies,
  });
  return renderWithRelay(<Form start={start} />, { environment });
}

const fill = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });
/** The text that describes an invalid field; undefined if the field is valid. */
function errorOf(name: string): string | undefined {
  const { ariaInvalid, attributes } = field(name);
  const described = attributes.getNamedItem('aria-describedby')?.value ?? '';
  return ariaInvalid === 'true' ? document.getElementById(described)?.textContent : undefined;
}

const press = (name: string) => fireEvent.click(screen.getByText(name));

type Environment = ReturnType<typeof createMockEnvironment>;

/** The operations of this name that wait for a response. */
const sent = ({ mock }: Environment, name: string) =>
  mock.getAllOperations().filter(({ request }) => request.node.operation.name === name);

const submit = () => act(async () => fireEvent.submit(field('Listing Details')));

describe('The details', () => {
  // No draft is saved between a change and the submit, however slow the machine is.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now }));

  it('that are missing are named at each field, and the first gets the focus', async () => {
    const { environment } = renderForm();
    fill('Maximum Guests', '');
    await submit();
    for (const [name, message] of [
      ['Resort', 'Resort is required'],
      ['Available From', 'Available from is required'],
      ['Available To', 'Available to is required'],
      ['Listing Title', 'Title is required'],
      ['Description', 'Description is required'],
      ['Price per Night', 'Price per night is required'],
      ['Maximum Guests', 'Maximum guests is required'],
    ] as const) {
      expect(errorOf(name)).toBe(message);
    }
    expect(field('Resort')).toHaveFocus();
    expect(sent(environment, 'ListingFormMutation')).toEqual([]);
  });

  it('that are invalid are marked, each with its reason', async () => {
    const values = { ...filledIn.values, isForSale: 'yes' };
    const { environment } = renderForm({ ...filledIn, values });
    const wrong = [
      ['Price per Night', 'cheap', 'Price per night must be $1 to $100,000'],
      ['Available To', '2027-07-03', 'Available to must be after Available from'],
      ['Sale Price', '', 'Sale price is required when the timeshare is for sale'],
      ['Bedrooms', '13', 'Bedrooms must be 0 to 12'],
      ['Beds', '0', 'Beds must be 1 to 40'],
      ['Bathrooms', '1.3', 'Bathrooms must be 0.5 to 20, in halves'],
      ['Ownership', 'POINTS', null],
      ['Use', '', 'Use is required when the timeshare is for sale'],
      [
        'Maintenance Fee per Year',
        '',
        'Maintenance fee is required when the timeshare is for sale',
      ],
      ['Points a Year', '', 'Points a year are required when points are for sale'],
    ] as const;
    for (const [name, value] of wrong) fill(name, value);
    await submit();
    for (const [name, , message] of wrong) {
      if (message !== null) expect(errorOf(name)).toBe(message);
    }
    fill('Ownership', '');
    await submit();
    expect(errorOf('Ownership')).toBe('Ownership is required when the timeshare is for sale');
    expect(sent(environment, 'ListingFormMutation')).toEqual([]);
  });

  it('default to one week', () => {
    renderForm();
    fill('Available From', '2027-05-01');
    expect(field('Available To')).toHaveValue('2027-05-08');
  });

  it('that the server refuses show its message, in an opened section; corrected, they are sent once', async () => {
    const { environment } = renderForm(filledIn);
    await submit();
    const [first] = sent(environment, 'ListingFormMutation');
    const message = 'A week used in even years is not yours in 2027';
    await act(async () =>
      environment.mock.resolve(first!, {
        data: {
          createListing: {
            __typename: 'InvalidInputError',
            __isError: 'InvalidInputError',
            message,
            fieldErrors: [{ field: 'use', message }],
          },
        },
      }),
    );
    expect(screen.getByText('About your timeshare').closest('button')).toHaveAttribute(
      'aria-expanded',
      'true',
    );
    expect(errorOf('Use')).toBe(message);
    expect(field('Use')).toHaveFocus();
    expect(screen.getByText('Failed to create listing. Please try again.')).toBeInTheDocument();

    fill('Use', 'ANNUAL');
    await submit();
    await submit();
    expect(sent(environment, 'ListingFormMutation')).toHaveLength(1);
  });

  it('of an exchange week are refused as soon as it is chosen', () => {
    renderForm();
    press('About your timeshare');
    fill('Ownership', 'EXCHANGE');
    expect(errorOf('Ownership')).toBe(exchangeRefusal);
  });

  it('of the ownership are all sent', async () => {
    const { environment } = renderForm(filledIn);
    press('About your timeshare');
    fill('Unit Type', 'Two-bedroom lock-off');
    fireEvent.click(field('One bedroom more'));
    fireEvent.click(field('One bedroom more'));
    fireEvent.click(field('One bed more'));
    fill('Bathrooms', '1.5');
    fill('Kitchen', 'FULL');
    fill('Check-in Time', '16:00');
    fill('View', 'Ocean front');
    fill('Ownership', 'POINTS');
    fill('Points a Year', '70,000');
    fill('Use', 'EVEN');
    fill('Deeded or Right to Use', 'RIGHT_TO_USE');
    fill('Season', 'Platinum');
    fill('Maintenance Fee per Year', '1,150.50');
    fill('Next Fee', 'BUYER');
    fireEvent.click(field('The resort has a right of first refusal'));
    fill('First Use Year', '2028');
    fill('Resale Restrictions', 'No cruises.');
    fireEvent.click(field('I also want to sell this timeshare'));
    fill('Sale Price', '12,500');
    await submit();
    const [operation] = sent(environment, 'ListingFormMutation');
    expect(operation?.request.variables).toMatchObject({
      input: {
        contractDocumentUrl: null,
        details: {
          resortId: resort.id,
          title: 'A week',
          pricePerNightCents: 18_500,
          maxGuests: 6,
          unitType: 'Two-bedroom lock-off',
          bedrooms: 2,
          beds: 1,
          bathrooms: 1.5,
          kitchen: 'FULL',
          checkInTime: '16:00',
          view: 'Ocean front',
          ownership: 'POINTS',
          yearlyPoints: 70_000,
          use: 'EVEN',
          tenure: 'RIGHT_TO_USE',
          season: 'Platinum',
          maintenanceFeeCents: 115_050,
          nextFeePaidBy: 'BUYER',
          firstUseYear: 2028,
          rightOfFirstRefusal: true,
          resaleRestrictions: 'No cruises.',
          isForSale: true,
          salePriceCents: 1_250_000,
        },
      },
    });
  });

  it('say the cleaning fee, how guests book and the cancellation policy', async () => {
    const { environment } = renderForm(filledIn);
    const option = (group: string, name: RegExp) =>
      within(screen.getByRole('radiogroup', { name: group })).getByRole('radio', { name });
    expect(option('How guests book', /^On request/)).toBeChecked();
    expect(option('Cancellation policy', /^Flexible/)).toBeChecked();
    fireEvent.click(option('How guests book', /^Instant booking/));
    fireEvent.click(option('Cancellation policy', /^Strict.*At least 30 days.*50% refund/));
    fill('Cleaning or Resort Fee', '10,001');
    await submit();
    expect(errorOf('Cleaning or Resort Fee')).toBe('Cleaning or resort fee must be $0 to $10,000');
    fill('Cleaning or Resort Fee', '85.50');
    await submit();
    const [operation] = sent(environment, 'ListingFormMutation');
    expect(operation?.request.variables).toMatchObject({
      input: {
        details: { cleaningFeeCents: 8_550, isInstant: true, cancellationPolicy: 'STRICT' },
      },
    });
  });

  it('say how few nights guests may book: any, a number, or all', async () => {
    const { environment } = renderForm(filledIn);
    const stays = screen.getByRole('radiogroup', { name: 'Stays' });
    const option = (name: RegExp) => within(stays).getByRole('radio', { name });
    expect(option(/^Any part/)).toBeChecked();
    expect(within(stays).queryByLabelText('Minimum Nights')).toBeNull();
    fireEvent.click(option(/^At least 3 nights/));
    fireEvent.click(field('One night more'));
    expect(option(/^At least 4 nights/)).toBeChecked();
    fill('Minimum Nights', '8');
    await submit();
    expect(errorOf('Minimum Nights')).toBe(
      'Minimum nights must be at most 7, as many as there are',
    );
    fireEvent.click(option(/^Only the whole stay/));
    fill('Available To', '2027-09-02');
    await submit();
    expect(stays).toHaveAttribute('aria-invalid', 'true');
    expect(stays).toHaveAccessibleDescription(
      'Guests can book at most 60 nights at once, so not all 61 together',
    );
    fill('Available To', '2027-07-10');
    await submit();
    const [operation] = sent(environment, 'ListingFormMutation');
    expect(operation?.request.variables).toMatchObject({
      input: { details: { minNights: null, isWholeOnly: true } },
    });
  });

  it('of a numbered week fill in the dates; dates changed by hand clear its number', async () => {
    const environment = createMockEnvironment();
    environment.mock.queueOperationResolver((operation) =>
      MockPayloadGenerator.generate(operation, {
        Resort: () => ({
          weekStartsOn: 'SATURDAY',
          numberedWeeks: [{ number: 27, checkIn: '2027-07-03', checkOut: '2027-07-10' }],
        }),
      }),
    );
    const dates = { availableFrom: '', availableTo: '' };
    renderForm({ ...filledIn, values: { ...filledIn.values, ...dates } }, environment);
    fireEvent.change(await screen.findByLabelText('Week number'), { target: { value: '27' } });
    expect(field('Available From')).toHaveValue('2027-07-03');
    expect(field('Listing Details')).toHaveTextContent('7 nights, week 27');
    fill('Available To', '2027-08-01');
    expect(field('Week number')).toHaveValue('');
    await submit();
    const [operation] = sent(environment, 'ListingFormMutation');
    expect(operation?.request.variables).toMatchObject({
      input: { details: { weekNumber: null, checkInDay: null, availableTo: '2027-08-01' } },
    });
  });
});

describe('The draft', () => {
  it('is saved when the page is left while typing', () => {
    const { environment, unmount } = renderForm();
    fill('Listing Title', 'Half a tit');
    expect(sent(environment, 'useListingDraftMutation')).toEqual([]);
    unmount();
    expect(sent(environment, 'useListingDraftMutation')[0]?.request.variables).toMatchObject({
      input: { title: 'Half a tit', version: 0 },
    });
  });
});

describe('A resort', () => {
  const others = ['Bay Club', 'Coral House'].map((name, index) => ({
    ...resort,
    id: `other-${index}`,
    name,
  }));

  /** A form whose picker finds these resorts by any text. */
  function renderPicker(found: readonly object[] = [resort, ...others]) {
    Element.prototype.scrollIntoView = vi.fn();
    const environment = createMockEnvironment();
    const result = renderForm(noDraft, environment);
    /** Answers the request for a text; whoever types slowly has asked for a part of it before. */
    const answer = async (text: string) => {
      const operation = await waitFor(() => {
        const requests = sent(environment, 'ResortPickerQuery');
        const asked = requests.find(({ request }) => request.variables['text'] === text);
        if (!asked) throw new Error(`Nothing is asked about “${text}”`);
        return asked;
      });
      const connection = { edges: found.map((node) => ({ node })) };
      await act(async () =>
        environment.mock.resolve(operation, {
          data: { resortSuggestions: { resorts: found }, topResorts: connection },
        }),
      );
      return operation.request.variables;
    };
    return { ...result, answer, input: field('Resort') };
  }

  it('is chosen by keyboard alone, and Escape closes the list', async () => {
    const { answer, input } = renderPicker();
    await userEvent.type(input, 'aru');
    expect(await answer('aru')).toEqual({ text: 'aru', isBlank: false });
    expect(screen.getAllByRole('option')).toHaveLength(3);
    await userEvent.keyboard('{ArrowDown}{Enter}');
    expect(input).toHaveValue('Bay Club');
    expect(input).toHaveAttribute('aria-expanded', 'false');
    await userEvent.keyboard('{ArrowDown}');
    expect(input).toHaveAttribute('aria-expanded', 'true');
    await userEvent.keyboard('{Escape}');
    expect(input).toHaveAttribute('aria-expanded', 'false');
  });

  it('that is not found must be chosen from the list', async () => {
    const { answer, input } = renderPicker([]);
    await userEvent.type(input, 'zz');
    await answer('zz');
    expect(screen.getByText(/^No resorts found\. Try fewer words/)).toBeInTheDocument();
    await submit();
    expect(input).toHaveAccessibleDescription('Choose a resort from the list');
    expect(input).toHaveFocus();
  });

  it.each([
    ['typed in full is accepted', ' ARUBA  cove', 'Aruba Cove', resort.location],
    ['typed in part is not accepted', 'aru', 'aru', 'Choose a resort from the list'],
  ])('whose name is %s when the field is left', async (_how, typed, shown, description) => {
    const { answer, input } = renderPicker();
    fireEvent.focus(input);
    fireEvent.change(input, { target: { value: typed } });
    // Leaves before the list has loaded.
    fireEvent.blur(input);
    expect(await answer(typed.trim())).toEqual({ text: typed.trim(), isBlank: false });
    expect(input).toHaveValue(shown);
    expect(input).toHaveAccessibleDescription(description);
  });

  it('is listed on focus, and typing replaces a chosen name', async () => {
    const { answer, input } = renderPicker();
    await userEvent.click(input);
    expect(await answer('')).toEqual({ text: '', isBlank: true });
    await userEvent.click(screen.getByRole('option', { name: /Coral House/ }));
    expect(input).toHaveValue('Coral House');
    await userEvent.click(field('Listing Title'));
    await userEvent.click(input);
    await userEvent.keyboard('b');
    expect(input).toHaveValue('b');
  });
});
