import { RuleFrame } from './rule-frame.tsx'
import { RuleScopeProvider, routingOf } from './scope.tsx'

const everything = routingOf()

/** Rules that send cases to queues, over all assessments of the environment. */
export function Component() {
  return (
    <RuleScopeProvider assessment={everything} routing>
      <RuleFrame />
    </RuleScopeProvider>
  )
}
