import { supportLists } from '../contract/list-rules.ts'
import type { ResourceBook } from '../engine/resource-book.ts'
import { checkOf } from '../engine/rule-assessments.ts'
import type { VelocityAssessments } from '../engine/velocity-events.ts'
import type { CheckEnvironment, FunctionScopes } from '../fql/index.ts'
import { factsOf } from './files.ts'
import type { ConfigRule, EnvironmentConfig } from './model.ts'
import { keyOf } from './plan.ts'

/**
 * Where rules are checked: the assessments of an environment, the queues that its routing rules can name (null: not
 * known, any), and the functions of the environments above it.
 */
export interface CheckPlace {
  environmentId: string
  assessments: VelocityAssessments
  queues: readonly string[] | null
  inherited?: FunctionScopes | undefined
}

/** What stays of one kind, and what the folder brings. */
const after = <T>(before: readonly T[], next: readonly T[], prune: boolean): T[] => [
  ...(prune && next.length > 0 ? [] : before),
  ...next,
]

/** What rules can name: the lists of the folder together with those that stay. */
export function checkListsOf(
  current: EnvironmentConfig,
  wanted: EnvironmentConfig,
  prune: boolean,
): NonNullable<CheckEnvironment['lists']> {
  const files = after(current.customLists, wanted.customLists, prune).map(({ name, csv }) => ({
    name,
    columns: factsOf(csv, `${name}.csv`).columns,
  }))
  const sources = after(current.sourceLists, wanted.sourceLists, prune).map(({ name, columns }) => ({ name, columns }))
  return {
    custom: new Map([...sources, ...files].map(list => [keyOf(list.name), list])),
    support: new Map(Object.values(supportLists).map(({ name }) => [keyOf(name), { name }])),
  }
}

export type CheckCalls = Pick<CheckEnvironment, 'externalCalls' | 'externalAssessments'>
/** The same of external calls and assessments. */
export function checkCallsOf(current: EnvironmentConfig, wanted: EnvironmentConfig, prune: boolean): CheckCalls {
  return {
    externalCalls: new Map(
      after(current.externalCalls, wanted.externalCalls, prune).map(({ name, parameters }) => [
        keyOf(name),
        { name, parameters: parameters.map(each => each.name) },
      ]),
    ),
    externalAssessments: new Map(
      after(current.externalAssessments, wanted.externalAssessments, prune).map(({ name }) => [keyOf(name), { name }]),
    ),
  }
}

/** What a rule can name in its assessment; null where there is no such assessment. */
export function environmentOf(
  rule: Pick<ConfigRule, 'assessment' | 'type'>,
  { environmentId, assessments, queues }: CheckPlace,
  lists: NonNullable<CheckEnvironment['lists']>,
  book: ResourceBook,
): CheckEnvironment | null {
  const assessment = assessments.find(environmentId, rule.assessment)
  return (
    assessment && {
      ...checkOf(assessment, rule.type),
      lists,
      ...book.check(environmentId),
      ...(rule.type === 'routing' && queues !== null ? { queues: new Set(queues.map(keyOf)) } : {}),
    }
  )
}
