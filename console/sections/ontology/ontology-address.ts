import { type FigurePeriod, figurePeriods } from '@assay/risk-service/contract'
import {
  choiceParameter,
  defaultedParameter,
  optionalParameter,
  type SearchParameter,
  textParameter,
} from '../../platform/router/use-search-state.ts'

/** How the ontology is shown: as a picture, as a list of attributes, or both. */
export const ontologyViews = ['canvas', 'both', 'list'] as const

const assessmentParameter: SearchParameter<string> = {
  parse: text => (text !== null && /^\w{1,60}$/.test(text) ? text : 'purchase'),
  serialise: text => (text === 'purchase' ? null : text),
}

/** The state of the page in its address. */
export const ontologyParameters = {
  type: assessmentParameter,
  node: optionalParameter,
  edge: optionalParameter,
  /** The chosen attribute, as `fieldKeyOf` writes it. */
  field: optionalParameter,
  q: textParameter,
  /** The simulated outage of the attribute is open; the id of an API client, or `*` for all. */
  outage: optionalParameter,
  /** Null: both, and on a narrow page the list. */
  view: choiceParameter(ontologyViews),
  period: defaultedParameter(Object.keys(figurePeriods) as FigurePeriod[], '7d'),
} as const

export interface FieldAddress {
  event: string
  path: string
}

/** Returns an attribute as it stands in the address. */
export const fieldKeyOf = ({ event, path }: FieldAddress): string => `${event}~${path}`

/** Whether an attribute is the one in the address: paths are the same in any letter case. */
export const isField = (field: FieldAddress, key: string | null): boolean =>
  key !== null && fieldKeyOf(field).toLowerCase() === key.toLowerCase()

/** The node type or the edge whose attributes are shown; null for both shows all. */
export interface PartAddress {
  node: string | null
  edge: string | null
}
