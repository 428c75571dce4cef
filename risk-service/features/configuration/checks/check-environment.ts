import { supportLists } from '../../../contract/lists/list-definitions.ts'
import { createCheckEnvironment } from '../../../engine/assessments/assessment-info.ts'
import type { ResourceRegistry } from '../../../engine/resources/types.ts'
import type { VelocityAssessmentLookup } from '../../../engine/resources/velocity-events.ts'
import type { CheckEnvironment, FunctionScopes } from '../../../fql/index.ts'
import { readListFileFacts } from '../files/list-files.ts'
import { type ConfigRule, type EnvironmentConfig, nameKey } from '../model.ts'

/**
 * The surroundings in which rules are checked: the assessments of an environment, the queues that its routing rules can
 * name (null: unknown, any), and the functions of the environments above it.
 */
export interface CheckScope {
  environmentId: string
  assessments: VelocityAssessmentLookup
  queues: readonly string[] | null
  inherited?: FunctionScopes | undefined
}

/** Merges the remaining resources of one kind with those of the folder. */
const mergeForCheck = <T>(before: readonly T[], next: readonly T[], prune: boolean): T[] => [
  ...(prune && next.length > 0 ? [] : before),
  ...next,
]

/** Returns the lists that rules can name: those of the folder together with the remaining ones. */
export function checkListsOf(
  current: EnvironmentConfig,
  target: EnvironmentConfig,
  prune: boolean,
): NonNullable<CheckEnvironment['lists']> {
  const files = mergeForCheck(current.customLists, target.customLists, prune).map(({ name, csv }) => ({
    name,
    columns: readListFileFacts(csv, `${name}.csv`).columns,
  }))
  const sources = mergeForCheck(current.sourceLists, target.sourceLists, prune).map(({ name, columns }) => ({
    name,
    columns,
  }))
  return {
    custom: new Map([...sources, ...files].map(list => [nameKey(list.name), list])),
    support: new Map(Object.values(supportLists).map(({ name }) => [nameKey(name), { name }])),
  }
}

export type CheckCalls = Pick<CheckEnvironment, 'externalCalls' | 'externalAssessments'>
/** Returns the external calls and external assessments that rules can name after the import. */
export function checkCallsOf(current: EnvironmentConfig, target: EnvironmentConfig, prune: boolean): CheckCalls {
  return {
    externalCalls: new Map(
      mergeForCheck(current.externalCalls, target.externalCalls, prune).map(({ name, parameters }) => [
        nameKey(name),
        { name, parameters: parameters.map(each => each.name) },
      ]),
    ),
    externalAssessments: new Map(
      mergeForCheck(current.externalAssessments, target.externalAssessments, prune).map(({ name }) => [
        nameKey(name),
        { name },
      ]),
    ),
  }
}

/** Returns the names that a rule can use in its assessment; null for an unknown assessment. */
export function createCheckEnvironmentOf(
  rule: Pick<ConfigRule, 'assessment' | 'type'>,
  { environmentId, assessments, queues }: CheckScope,
  lists: NonNullable<CheckEnvironment['lists']>,
  book: ResourceRegistry,
): CheckEnvironment | null {
  const assessment = assessments.find(environmentId, rule.assessment)
  return (
    assessment && {
      ...createCheckEnvironment(assessment, rule.type),
      lists,
      ...book.check(environmentId),
      ...(rule.type === 'routing' && queues !== null ? { queues: new Set(queues.map(nameKey)) } : {}),
    }
  )
}
