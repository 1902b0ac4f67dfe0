/** Escapes text from outside for a hint, which the editor shows as HTML. */
export const escapeHtml = (text: string): string =>
	text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
