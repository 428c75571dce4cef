import type { TransactionMonitor } from '../../contract/index.ts'
import type { AssessmentInfo } from '../../engine/assessments/assessment-info.ts'
import type { RuleEngine } from '../../kernel/console-api/context.ts'
import { NotFoundError } from '../../kernel/errors/errors.ts'

type Monitored = Pick<AssessmentInfo, 'key' | 'id' | 'name' | 'kind' | 'reports' | 'check'>

/**
 * Returns the assessment of an environment with this id or API name, in upper or lower case.
 * @throws NotFoundError where the environment has no such assessment
 */
export function findMonitored(
  engine: Pick<RuleEngine, 'assessments'>,
  environmentId: string,
  idOrName: string,
): Monitored {
  const lowerCase = idOrName.toLowerCase()
  const found = engine
    .assessments(environmentId)
    .find(({ id, key }) => id.toLowerCase() === lowerCase || key.toLowerCase() === lowerCase)
  if (found === undefined) throw new NotFoundError('This environment has no such assessment.')
  return found
}

const accounts: readonly string[] = ['accountcreation', 'accountlogin']

/** Returns the scorecard of an assessment: accounts and assessments of the wizard have one, but not those of devices. */
export function scorecardOf({ key, kind, check }: Monitored): TransactionMonitor['scorecard'] {
  if (accounts.includes(key)) return 'accounts'
  return kind === 'wizard' && check.template !== 'DeviceFingerprinting' ? 'assessment' : null
}
