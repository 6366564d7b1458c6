/** The number of a booking for people: the end of its id. Administrators can search for it. */
export const bookingNumber = (databaseId: string): string => databaseId.slice(-8).toUpperCase();
