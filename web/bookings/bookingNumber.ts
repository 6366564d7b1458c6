/** The number of a booking, for people: the end of its id. The search of administrators finds it. */
export const bookingNumber = (databaseId: string): string => databaseId.slice(-8).toUpperCase();
