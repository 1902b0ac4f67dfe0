import { conditionListSchema } from '../../../nodes/SmartcarTrigger/conditions/conditionRows';
import { implausibleCondition } from '../../../nodes/SmartcarTrigger/conditions/implausibleCondition';
import { comparedWorkflows } from '../../bench/trigger/comparedWorkflows';
import { fleetWorkflow } from '../../reliability/instances/fleetInstance';

// The benchmark and the soak runs take too long for CI, and n8n publishes no workflow with an
// invalid or implausible condition.
const workflows = {
	met: comparedWorkflows.met,
	unmet: comparedWorkflows.unmet,
	fleet: fleetWorkflow('queue', 'alerts'),
};

test.each(Object.entries(workflows))(
	'the workflow %s can be published with its conditions',
	(_, workflow) => {
		const parameters = workflow.nodes[0]?.parameters;

		const conditions = conditionListSchema.parse(parameters?.conditions);
		expect(conditions).not.toEqual([]);
		expect(implausibleCondition(conditions)).toBeUndefined();
	},
);
