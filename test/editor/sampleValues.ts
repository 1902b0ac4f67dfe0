import type { INodeProperties } from 'n8n-workflow';
import { choicesOf } from './nodeDescription';

/** What the placeholder of a text field gives as an example, or any text. */
export function sampleText({ placeholder }: INodeProperties): string {
	return placeholder?.startsWith('e.g. ') ? placeholder.slice('e.g. '.length) : 'something';
}

/** A number other than the default that the field allows. */
export function sampleNumber({ default: preset, typeOptions }: INodeProperties): number {
	const [least, most] = [typeOptions?.minValue ?? 0, typeOptions?.maxValue];
	const sample = most ?? least + 9;
	return sample === preset ? least : sample;
}

/** A choice other than the default, where there is one. */
export function sampleChoice(property: INodeProperties): {
	name: string;
	value: string | number | boolean;
} {
	const choices = choicesOf(property);
	const sample = choices.find(({ value }) => value !== property.default) ?? choices[0];
	if (sample === undefined) throw new Error(`'${property.displayName}' has no choices`);
	return sample;
}

/** Two choices that are not ticked by default. */
export function sampleTicks(
	property: INodeProperties,
): Array<{ name: string; value: string | number | boolean }> {
	const ticked: unknown[] = Array.isArray(property.default) ? property.default : [];
	return choicesOf(property)
		.filter(({ value }) => !ticked.includes(value))
		.slice(0, 2);
}
