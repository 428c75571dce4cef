import type { RuleBody } from '../../contract/index.ts'
import type { RuleSample } from '../../contract/rules/backtests.ts'
import type { CheckEnvironment, ListReader } from '../../fql/index.ts'
import type { AssessmentRegistry } from '../assessment-types/assessment-registry.ts'
import type { CountryOf } from '../enrich/enrich-purchase.ts'
import type { RuleLists } from '../lists/types.ts'
import type { RuleRegistry } from '../rules/rule-registry.ts'

/** The names that an edited rule can use, and readers for the stored events that it runs over. No reader makes a call. */
export interface SampleResources {
  check: CheckEnvironment
  assessments: AssessmentRegistry
  countryOf: CountryOf
  lists: ListReader | undefined
  legacyScores: CheckEnvironment['legacyScores']
}
/**
 * Returns what a run of a rule that is edited needs for stored events, as it is loaded now; null where there is no such
 * assessment.
 */
export type FindSampleResources = (
  environmentId: string,
  eventType: string,
  body: RuleBody,
) => Promise<SampleResources | null>

/** A rule that is edited, and the events that it runs over. */
export interface SampleOrder {
  environmentIds: readonly string[]
  from: Date
  to: Date
  eventType: string
  body: RuleBody
}
/** Runs a rule over the latest events; ends early when it is cancelled. */
export type RunSample = (
  order: SampleOrder,
  resources: SampleResources,
  cancelled: AbortSignal,
) => Promise<Pick<RuleSample, 'sampled' | 'result'>>

interface SampleDeps {
  rules: RuleRegistry
  assessments: AssessmentRegistry
  countryOf: CountryOf
  lists: RuleLists | undefined
}

export const createSampleResources =
  ({ rules, assessments, countryOf, lists }: SampleDeps): FindSampleResources =>
  async (environmentId, eventType, body) => {
    const assessment = assessments.find(environmentId, eventType)
    const check = rules.checkOf(environmentId, eventType, 'decision')
    if (assessment === null || check === null) return null
    await lists?.loadForTrial(environmentId, [body])
    return {
      check,
      assessments,
      countryOf,
      // Rows that are elsewhere are not read: a sample does not wait.
      lists: lists && { ...lists.reader, remote: undefined },
      legacyScores: assessment.check.legacyScores,
    }
  }
