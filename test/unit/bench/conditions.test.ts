import { conditionListSchema } from '../../../nodes/SmartcarTrigger/conditions/condition';
import { comparedWorkflows } from '../../bench/trigger/comparedWorkflows';
import { fleetWorkflow } from '../../reliability/instances/fleet';

// The benchmark and the soak runs take too long for CI, and n8n publishes no workflow with an
// invalid condition.
const workflows = {
	met: comparedWorkflows.met,
	unmet: comparedWorkflows.unmet,
	fleet: fleetWorkflow('queue', 'alerts'),
};

test.each(Object.entries(workflows))(
	'the conditions of the workflow %s are valid',
	(_, workflow) => {
		const parameters = workflow.nodes[0]?.parameters;

		expect(conditionListSchema.parse(parameters?.conditions)).not.toEqual([]);
	},
);
