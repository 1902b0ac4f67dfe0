import { SIGNAL_DESCRIPTIONS } from '../../../nodes/shared/signalDescriptions';
import { SIGNAL_OPTIONS } from '../../../nodes/shared/signalNames';
import { tableCells } from './documents';

test('the page on signals lists each signal as the nodes do', () => {
	expect(tableCells('docs/signals.md', 'Signals')).toEqual(
		SIGNAL_OPTIONS.map(({ name, value }) => [name, `\`${value}\``, SIGNAL_DESCRIPTIONS[value]]),
	);
});
