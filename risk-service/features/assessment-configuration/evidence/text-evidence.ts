import type { BrokenText } from '../../../contract/assessments/assessment-configuration.ts'
import type { RuleBody, RuleDiagnostic } from '../../../contract/index.ts'
import { createAssessmentLookup } from '../../../engine/assessment-types/assessment-registry.ts'
import { createCheckEnvironment } from '../../../engine/assessments/assessment-info.ts'
import type { TenantAssessment } from '../../../engine/assessments/tenant-assessment.ts'
import { checkVelocitySetInSteps } from '../../../engine/resources/check-resources.ts'
import { velocityEvents } from '../../../engine/resources/velocity-events.ts'
import { checkRuleBodyInSteps } from '../../../engine/rules/evaluate-rule.ts'
import type { TextHolder } from '../../ontology/uses/text-sources.ts'

export type BrokenPlace = Pick<BrokenText, 'place' | 'code' | 'severity' | 'params'>
/** Returns the diagnostics of the texts of a rule or velocity set. */
type CheckTexts = (holder: TextHolder) => Generator<undefined, RuleDiagnostic[]>

/**
 * Returns the faults that texts have with the changed assessment and do not have with the present one. Resources other
 * than events are left out on both sides: a schema changes nothing of them.
 */
export function* findBrokenPlaces(
  before: CheckTexts,
  after: CheckTexts,
  holder: TextHolder,
): Generator<undefined, BrokenPlace[]> {
  const keyOf = ({ part, code, from, params }: RuleDiagnostic): string => JSON.stringify([part, code, from, params])
  const former = new Set((yield* before(holder)).map(keyOf))
  const found = yield* after(holder)
  return found
    .filter(diagnostic => !former.has(keyOf(diagnostic)))
    .map(({ clause, code, severity, params }) => ({ place: clause, code, severity, params }))
}

/** Returns a check of texts with the attributes of these assessments, of which the first is configured. */
export function createTextCheck(configured: TenantAssessment, others: readonly TenantAssessment[]): CheckTexts {
  const lookup = createAssessmentLookup([configured, ...others])
  const info = lookup.find('', configured.apiName)
  const events = velocityEvents('', lookup)
  const names = {
    events,
    check: {
      attributes: new Map<string, never>(),
      events: new Set(events.map(({ name }) => name.toLowerCase())),
      kind: 'velocity' as const,
    },
  }
  return function* check({ kind, ruleType, texts }) {
    const [first, ...rest] = texts
    const condition = first?.text ?? ''
    if (kind === 'velocity')
      return yield* checkVelocitySetInSteps(names, {
        name: '',
        description: '',
        condition,
        velocities: rest.map(({ text }) => ({ text })),
      })
    if (info === null || ruleType === null) return []
    const body: RuleBody = {
      name: '',
      description: '',
      condition,
      clauses: rest.map(({ place, text }) => ({ name: place ?? '', section: 'prior', text })),
      sample: { payload: {}, riskScore: 0 },
    }
    return yield* checkRuleBodyInSteps(body, createCheckEnvironment(info, ruleType))
  }
}
