import { supportLists } from '../contract/list-rules.ts'
import { checkOf } from '../engine/rule-assessments.ts'
import type { ResourceBook } from '../engine/resource-book.ts'
import type { VelocityAssessments } from '../engine/velocity-events.ts'
import type { CheckEnvironment, FunctionScopes } from '../fql/index.ts'
import { factsOf } from './files.ts'
import type { ConfigRule, EnvironmentConfig } from './model.ts'
import { keyOf } from './plan.ts'

/** Where rules are checked: the assessments of an environment, the queues that its routing rules can name, and the functions of the environments above it. */
export interface CheckPlace { environmentId: string; assessments: VelocityAssessments; queues: readonly string[]; inherited?: FunctionScopes | undefined }

/** What rules can name: the lists of the folder together with those that stay. */
export function checkListsOf(current: EnvironmentConfig, wanted: EnvironmentConfig, prune: boolean): NonNullable<CheckEnvironment['lists']> {
  const covered = prune && wanted.customLists.length > 0
  const lists = [...(covered ? [] : current.customLists), ...wanted.customLists]
  return {
    custom: new Map(lists.map(({ name, csv }) => [keyOf(name), { name, columns: factsOf(csv, `${name}.csv`).columns }])),
    support: new Map(Object.values(supportLists).map(({ name }) => [keyOf(name), { name }])),
  }
}

export type CheckCalls = Pick<CheckEnvironment, 'externalCalls' | 'externalAssessments'>
/** The same of external calls and assessments. */
export function checkCallsOf(current: EnvironmentConfig, wanted: EnvironmentConfig, prune: boolean): CheckCalls {
  const named = <T extends { name: string }>(before: readonly T[], next: readonly T[]): T[] => [...(prune && next.length > 0 ? [] : before), ...next]
  return {
    externalCalls: new Map(named(current.externalCalls, wanted.externalCalls).map(({ name, parameters }) => [keyOf(name), { name, parameters: parameters.map(each => each.name) }])),
    externalAssessments: new Map(named(current.externalAssessments, wanted.externalAssessments).map(({ name }) => [keyOf(name), { name }])),
  }
}

/** What a rule can name in its assessment; null where there is no such assessment. */
export function environmentOf(rule: Pick<ConfigRule, 'assessment' | 'type'>, { environmentId, assessments, queues }: CheckPlace, lists: NonNullable<CheckEnvironment['lists']>, book: ResourceBook): CheckEnvironment | null {
  const assessment = assessments.find(environmentId, rule.assessment)
  return assessment && { ...checkOf(assessment, rule.type), lists, ...book.check(environmentId), ...(rule.type === 'routing' ? { queues: new Set(queues.map(keyOf)) } : {}) }
}
