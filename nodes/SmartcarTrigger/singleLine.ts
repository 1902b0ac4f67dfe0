/** Replaces line breaks and other control characters in text from outside, for a line of a log. */
export const singleLine = (text: string): string => text.replace(/\p{Cc}+/gu, ' ');
