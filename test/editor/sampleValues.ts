import type { INodeProperties } from 'n8n-workflow';
import { optionsOf } from './nodeDescription';

interface Option {
	name: string;
	value: string | number | boolean;
}

/** The example in the placeholder of a text field (`e.g. …`), or else the text `something`. */
export function sampleText({ placeholder }: INodeProperties): string {
	return placeholder?.startsWith('e.g. ') ? placeholder.slice('e.g. '.length) : 'something';
}

/** An allowed number other than the default. */
export function sampleNumber({ default: defaultValue, typeOptions }: INodeProperties): number {
	const [minimum, maximum] = [typeOptions?.minValue ?? 0, typeOptions?.maxValue];
	const sample = maximum ?? minimum + 9;
	return sample === defaultValue ? minimum : sample;
}

/** An option other than the default, if there is one. */
export function sampleOption(property: INodeProperties): Option {
	const options = optionsOf(property);
	const sample = options.find(({ value }) => value !== property.default) ?? options[0];
	if (sample === undefined) throw new Error(`'${property.displayName}' has no options`);
	return sample;
}

/** Up to two options that are not selected by default. */
export function sampleOptions(property: INodeProperties): Option[] {
	const selected: unknown[] = Array.isArray(property.default) ? property.default : [];
	return optionsOf(property)
		.filter(({ value }) => !selected.includes(value))
		.slice(0, 2);
}
