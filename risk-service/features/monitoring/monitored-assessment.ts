import type { AssessmentInfo } from '../../engine/assessments/assessment-info.ts'
import type { RuleEngine } from '../../kernel/console-api/context.ts'
import { NotFoundError } from '../../kernel/errors/errors.ts'

type Monitored = Pick<AssessmentInfo, 'key' | 'id' | 'name' | 'kind'>

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
