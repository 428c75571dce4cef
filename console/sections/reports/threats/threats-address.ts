import type { SearchParameter } from '../../../platform/router/use-search-state.ts'
import { isByOutcome, noOutcomes, type OutcomeState, outcomeInputOf, outcomeParameters } from '../outcome-address.ts'
import { isFiltered, noFilters, type ReportOffer, type ReportState, reportParameters } from '../report-address.ts'

/** An attribute, the path of a field, or a value of it; null where the address names none. */
const shortParameter: SearchParameter<string | null> = {
  parse: text => (text === null || text === '' ? null : text.slice(0, 400)),
  serialise: value => value,
}

/** The state of the report in its address. */
export const threatsParameters = {
  ...reportParameters,
  ...outcomeParameters,
  /** Null: the first attribute of the assessment that has values. */
  entity: shortParameter,
  /** Null: the value with the most fraud for its transactions. */
  value: shortParameter,
} as const
export type ThreatsState = ReportState & OutcomeState & { entity: string | null; value: string | null }

export const noThreatsFilters = { ...noFilters, ...noOutcomes, value: null } as const satisfies Partial<ThreatsState>

/** The attributes and fields by whose values transactions can be told apart. */
export const entitiesOf = ({ filters, dataFilters }: ReportOffer): string[] => [...filters, ...dataFilters]

/** What the service is asked for: without an attribute that the assessment does not offer any more. */
export const threatsInputOf = (state: ThreatsState, environmentId: string, today: string, offer: ReportOffer) => {
  const isOffered = state.entity !== null && entitiesOf(offer).includes(state.entity)
  return {
    ...outcomeInputOf(state, environmentId, today, offer),
    entity: isOffered ? state.entity : null,
    value: state.value,
  }
}
export type ThreatsQuery = ReturnType<typeof threatsInputOf>

/** Whether the report shows only a part of the transactions of its range. */
export const isNarrowed = (state: ThreatsState): boolean => isFiltered(state) || isByOutcome(state)
