import { subjectRequestStates, subjectRequestTypes } from '@assay/risk-service/contract'
import { choiceParameter, optionalParameter } from '../../platform/router/use-search-state.ts'

export const subjectPaths = { search: '/settings/subject/search', requests: '/settings/subject/requests' } as const
export type SubjectTab = keyof typeof subjectPaths

/** What the address of the search has: not the value, which is about a person and would stay in histories and logs. */
export const searchParameters = { assessment: optionalParameter, attribute: optionalParameter }

export const requestParameters = {
  type: choiceParameter(subjectRequestTypes),
  status: choiceParameter(subjectRequestStates),
}
