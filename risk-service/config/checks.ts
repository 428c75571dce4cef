import { supportLists } from '../contract/list-rules.ts'
import { checkOf, type RuleAssessments } from '../engine/rule-assessments.ts'
import type { CheckEnvironment } from '../fql/index.ts'
import { factsOf } from './files.ts'
import type { ConfigRule, EnvironmentConfig } from './model.ts'
import { keyOf } from './plan.ts'

/** Where rules are checked: the assessments of an environment and the queues that its routing rules can name. */
export interface CheckPlace { environmentId: string; assessments: RuleAssessments; queues: readonly string[] }

/** What rules can name: the lists of the folder together with those that stay. */
export function checkListsOf(current: EnvironmentConfig, wanted: EnvironmentConfig, prune: boolean): NonNullable<CheckEnvironment['lists']> {
  const covered = prune && wanted.customLists.length > 0
  const lists = [...(covered ? [] : current.customLists), ...wanted.customLists]
  return {
    custom: new Map(lists.map(({ name, csv }) => [keyOf(name), { name, columns: factsOf(csv, `${name}.csv`).columns }])),
    support: new Map(Object.values(supportLists).map(({ name }) => [keyOf(name), { name }])),
  }
}

/** What a rule can name in its assessment; null where there is no such assessment. */
export function environmentOf(rule: Pick<ConfigRule, 'assessment' | 'type'>, { environmentId, assessments, queues }: CheckPlace, lists: NonNullable<CheckEnvironment['lists']>): CheckEnvironment | null {
  const assessment = assessments.find(environmentId, rule.assessment)
  return assessment && { ...checkOf(assessment, rule.type), lists, ...(rule.type === 'routing' ? { queues: new Set(queues.map(keyOf)) } : {}) }
}
