import type { INodeProperties } from 'n8n-workflow';
import { choicesOf } from './nodeDescription';

interface Choice {
	name: string;
	value: string | number | boolean;
}

/** The example in the placeholder of a text field, or any text. */
export function sampleText({ placeholder }: INodeProperties): string {
	return placeholder?.startsWith('e.g. ') ? placeholder.slice('e.g. '.length) : 'something';
}

/** An allowed number other than the default. */
export function sampleNumber({ default: preset, typeOptions }: INodeProperties): number {
	const [minimum, maximum] = [typeOptions?.minValue ?? 0, typeOptions?.maxValue];
	const sample = maximum ?? minimum + 9;
	return sample === preset ? minimum : sample;
}

/** A choice other than the default, if there is one. */
export function sampleChoice(property: INodeProperties): Choice {
	const choices = choicesOf(property);
	const sample = choices.find(({ value }) => value !== property.default) ?? choices[0];
	if (sample === undefined) throw new Error(`'${property.displayName}' has no choices`);
	return sample;
}

/** Two choices that are not selected by default. */
export function sampleSelection(property: INodeProperties): Choice[] {
	const selected: unknown[] = Array.isArray(property.default) ? property.default : [];
	return choicesOf(property)
		.filter(({ value }) => !selected.includes(value))
		.slice(0, 2);
}
