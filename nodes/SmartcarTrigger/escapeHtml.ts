/** For hints in the editor, which can contain HTML, with text from outside. */
export const escapeHtml = (text: string): string =>
	text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
