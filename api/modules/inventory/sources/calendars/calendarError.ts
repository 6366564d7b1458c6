export class UnreadableEvent extends Error {}

/**
 * The whole file can't be read. The message continues a sentence that begins with the file's name.
 */
export class UnreadableCalendar extends Error {}
