import { readBookingList, type BookingListName } from '../list/bookingLists.ts';
import { utcToday } from '#common/days.ts';

export interface ReservationsView {
  list: BookingListName | 'calendar' | 'holds';
  /** The month of the calendar, YYYY-MM. */
  month: string;
}

export function readReservations(params: URLSearchParams): ReservationsView {
  const month = params.get('month') ?? '';
  const list = params.get('list');
  return {
    list: list === 'calendar' || list === 'holds' ? list : readBookingList(params, 'requests'),
    month: /^20\d{2}-(0[1-9]|1[0-2])$/.test(month) ? month : utcToday().slice(0, 7),
  };
}

export const reservationsPath = (list: ReservationsView['list'], month?: string): string =>
  list === 'requests'
    ? '/reservations'
    : `/reservations?list=${list}${month === undefined ? '' : `&month=${month}`}`;
