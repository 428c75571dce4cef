import type { SearchEventType } from '../../contract/index.ts'
import type { AssessmentInfo } from '../../engine/assessments/assessment-info.ts'
import { ValidationError } from '../../kernel/errors/errors.ts'

/** Events of accounts that are sent without an assessment: they have no rules, and are searched all the same. */
const unassessedTypes: readonly SearchEventType[] = ['signup', 'signin'].map(key => ({
  key,
  name: key,
  search: true,
  cases: false,
}))

/**
 * Returns the types of events that these environments can have: built-in assessments first, former API names last, each
 * once.
 */
export function searchableTypes(
  scope: readonly string[],
  assessmentsOf: (
    environmentId: string,
  ) => readonly Pick<AssessmentInfo, 'key' | 'formerNames' | 'name' | 'kind' | 'search' | 'cases'>[],
): SearchEventType[] {
  const assessments = scope.flatMap(environmentId => [...assessmentsOf(environmentId)])
  const [builtIn, own] = [
    assessments.filter(({ kind }) => kind === 'builtIn'),
    assessments.filter(({ kind }) => kind !== 'builtIn'),
  ]
  const present = [...builtIn, ...unassessedTypes, ...own].map(({ key, name, search, cases }) => ({
    key,
    name,
    search,
    cases,
  }))
  const names = new Set(present.map(({ key }) => key))
  const former = own.flatMap(({ key, formerNames = [], name, search }) =>
    formerNames
      .filter(apiName => !names.has(apiName))
      .map(apiName => ({ key: apiName, name, search, cases: false, formerOf: key })),
  )
  const types = [...present, ...former].map(type => [type.key, type] as const)
  // The name that the nearest environment gives it.
  return [...new Map<string, SearchEventType>(types.toReversed()).values()].toReversed()
}

/** @throws ValidationError for a type that no event of these environments can have, or whose events are not searched. */
export function requireSearchable(types: readonly SearchEventType[], eventType: string): void {
  const type = types.find(({ key }) => key === eventType)
  if (type === undefined)
    throw new ValidationError(['eventType'], 'This environment has no assessment with this API name.')
  if (!type.search)
    throw new ValidationError(['eventType'], 'Search is off for this assessment.', { code: 'search.excluded' })
}
