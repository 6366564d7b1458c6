/** The message says what is wrong with an event, without repeating the provider's text. */
export class UnreadableEvent extends Error {}

/** The file as a whole can't be read; the message continues a sentence that begins with its name. */
export class UnreadableCalendar extends Error {}
