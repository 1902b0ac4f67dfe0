import { conditions } from '../../../../nodes/SmartcarTrigger/properties/conditions';
import { BareTrigger } from './BareTrigger.node';

/**
 * The bare trigger with the form for conditions, which it ignores. For each request n8n finds out
 * which fields of the form are shown. No trigger with this form can be faster.
 */
export class BareFormTrigger extends BareTrigger {
	constructor() {
		super();
		this.description.displayName = 'Bare Form Trigger';
		this.description.name = 'bareFormTrigger';
		this.description.properties.push(
			{
				displayName: 'Events',
				name: 'events',
				type: 'multiOptions',
				options: [{ name: 'Condition Met', value: 'CONDITION_MET' }],
				default: [],
			},
			conditions,
		);
	}
}
