/** Maximum length of a note or message on the server. */
export const mostLetters = 5_000;
