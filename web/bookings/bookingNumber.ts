export const bookingNumber = (databaseId: string): string => databaseId.slice(-8).toUpperCase();
