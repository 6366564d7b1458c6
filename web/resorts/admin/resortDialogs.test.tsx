import { act, fireEvent, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { renderWithRelay } from '#web/testing/renderWithRelay.tsx';
import DeleteResortDialog from './DeleteResortDialog.tsx';
import ResortDialog from './ResortDialog.tsx';
import type { ResortRow } from './resortForms.ts';

const usd = (dollars: number) => ({ amount: dollars * 100, formatted: `$${dollars}` });

const resort: ResortRow = {
  databaseId: 'resort-1',
  name: 'Zephyr Bay',
  location: 'Camden, Maine',
  destination: 'Zephyria',
  description: 'Fine.',
  imageUrl: '',
  amenities: ['Pool'],
  rating: 4.5,
  reviewCount: 0,
  availableRentals: 3,
  priceMin: usd(120),
  priceMax: usd(1240),
  isNewAvailability: false,
  brand: '',
  brandAliases: [],
  city: '',
  region: '',
  country: '',
  latitude: null,
  longitude: null,
  timezone: '',
  certificateEmail: '',
  certificateLeadDays: null,
  weekRule: 'SATURDAY',
  seasonText: '',
  version: 1,
  listings: 0,
  bookings: 0,
};

const props = {
  name: 'edit',
  isOpen: true,
  onClose: vi.fn(),
  focusAfter: () => null,
  refresh: vi.fn(),
};

const press = (name: string) =>
  act(async () => fireEvent.click(screen.getByText(name, { selector: 'button' })));

describe('A failure is reported, and the dialog stays open', () => {
  it.each([
    ['editing', <ResortDialog row={resort} {...props} />, 'Save Resort', 'update'],
    ['deleting', <DeleteResortDialog row={resort} {...props} />, 'Delete', 'delete'],
    ['adding', <ResortDialog row={undefined} {...props} />, 'Add Resort', 'create'],
  ])('%s', async (_what, dialog, sender, verb) => {
    const { environment } = renderWithRelay(dialog);
    if (verb === 'create') {
      for (const label of ['Name', 'Location', 'Destination', 'Description']) {
        fireEvent.change(screen.getByLabelText(label), { target: { value: label } });
      }
    }
    await press(sender);
    await act(async () => environment.mock.rejectMostRecentOperation(new Error('')));
    const region = screen.getByRole('region', { name: /^Notifications/, hidden: true });
    expect(region).toHaveTextContent(`Failed to ${verb} resort`);
    expect(region).toHaveTextContent('Please try again');
    expect(screen.getByRole('dialog')).toBeInTheDocument();
    expect(props.onClose).not.toHaveBeenCalled();
  });
});

describe('A resort with listings', () => {
  it('is not deleted: the dialog says why, and links to its weeks and to editing it', () => {
    renderWithRelay(<DeleteResortDialog row={{ ...resort, listings: 1 }} {...props} />);
    expect(screen.getByText(/^Zephyr Bay has 1 listing, so it cannot be deleted\./)).toBeVisible();
    expect(screen.queryByText('Delete', { selector: 'button' })).toBeNull();
    const hrefOf = (name: string) => screen.getByText(name).getAttribute('href');
    expect(hrefOf('See the weeks that are on offer there')).toBe('/resort/resort-1');
    expect(hrefOf('Edit the resort instead')).toBe(
      '/admin/resorts?dialog=edit&id=resort-1&q=Zephyr+Bay',
    );
  });
});
