import { KNOWN_SIGNALS } from '../../../nodes/shared/knownSignals';
import { SIGNAL_OPTIONS } from '../../../nodes/shared/signalNames';
import { tableCells } from './documents';

test('the page on signals lists each signal as the nodes do', () => {
	const descriptions = new Map(KNOWN_SIGNALS.map(({ code, description }) => [code, description]));

	expect(tableCells('docs/signals.md', 'Signals')).toEqual(
		SIGNAL_OPTIONS.map(({ name, value }) => [name, `\`${value}\``, descriptions.get(value)]),
	);
});
