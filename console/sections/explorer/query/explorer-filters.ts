import type { FilterField } from '@assay/design-system'
import {
  decisions,
  type GraphViewInput,
  graphEdgeKinds,
  graphLabels,
  graphNodeTypes,
  graphReviews,
} from '@assay/risk-service/contract'
import type { IntlShape } from 'react-intl'
import { countryOptions } from './country-options.ts'
import type { ExplorerState } from './explorer-state.ts'

type Condition = ExplorerState['filters'][number]

type Options = readonly { value: string; label: string }[]

/** Choices that depend on the environment; those with fewer than two members are not offered. */
interface ExplorerChoices {
  /** The environment and those below it. */
  environments: Options
  /** Kinds of events that are searched. */
  eventTypes: Options
}

/** The fields of the filter: of the events that count, and of what is drawn of them. */
export function explorerFields(intl: IntlShape, { environments, eventTypes }: ExplorerChoices): FilterField[] {
  const text = (id: string) => intl.formatMessage({ id })
  const isOneOf = [{ id: 'in', label: text('Explorer.Filter.In'), arity: 'many' as const }]
  const limits = [
    { id: 'atLeast', label: text('Explorer.Filter.AtLeast') },
    { id: 'atMost', label: text('Explorer.Filter.AtMost') },
  ]
  const choiceOf = (id: string, label: string, options: Options): FilterField => ({
    id,
    label: text(label),
    kind: 'choice',
    operators: isOneOf,
    options,
  })
  const choice = (id: string, label: string, values: readonly string[], messageOf: (value: string) => string) =>
    choiceOf(
      id,
      label,
      values.map(value => ({ value, label: text(messageOf(value)) })),
    )
  return [
    ...(environments.length > 1 ? [choiceOf('environments', 'Queues.Environment', environments)] : []),
    ...(eventTypes.length > 1 ? [choiceOf('eventTypes', 'Admin.Decisions.Assessment', eventTypes)] : []),
    { id: 'score', label: text('Events.Column.RiskScore'), kind: 'number', operators: limits },
    choice('decisions', 'Events.Column.Decision', decisions, value => `DesignSystem.Decision.${value.toLowerCase()}`),
    choice('reviews', 'Explorer.Filter.Review', graphReviews, value => `Explorer.Review.${value}`),
    choice('labels', 'Events.Column.Label', graphLabels, value => `Explorer.Label.${value}`),
    { id: 'amount', label: text('Explorer.Filter.Amount'), kind: 'number', operators: limits },
    choiceOf('countries', 'Explorer.Filter.Country', countryOptions(intl.locale)),
    choice('types', 'Explorer.Filter.Types', graphNodeTypes, value => `Explorer.Type.${value}`),
    choice('edges', 'Explorer.Filter.Edges', graphEdgeKinds, value => `Explorer.Edge.${value}`),
    {
      id: 'shared',
      label: text('Explorer.Filter.Shared'),
      kind: 'number',
      operators: [{ id: 'atLeast', label: text('Explorer.Filter.AtLeast') }],
    },
  ]
}

const chosenOf = <T extends string>(values: readonly T[], chosen: readonly string[]): T[] =>
  values.filter(value => chosen.includes(value))

/** Least and greatest value of a number; an amount in USD. */
const ranges: Readonly<Record<string, readonly [least: number, greatest: number]>> = {
  score: [0, 1000],
  shared: [1, 20],
  amount: [-1_000_000_000, 1_000_000_000],
}
/** Values that are no choice from a fixed list. */
const patterns: Readonly<Record<string, RegExp>> = {
  countries: /^[A-Z]{2,3}$/,
  environments: /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/,
  eventTypes: /^\w{1,60}$/,
}

/** Conditions as the service takes them: numbers within their ranges, countries by their codes; others are left out. */
export function usableConditions<Each extends Condition>(conditions: readonly Each[]): Each[] {
  return conditions.flatMap(condition => {
    const { field, values } = condition
    const range = ranges[field]
    if (range) {
      const text = values[0]?.trim() ?? ''
      const value = Number(text)
      if (text === '' || !Number.isFinite(value)) return []
      return [{ ...condition, values: [String(Math.min(range[1], Math.max(range[0], value)))] }]
    }
    const pattern = patterns[field]
    if (!pattern) return [condition]
    const usable = values
      .map(value => (field === 'countries' ? value.trim().toUpperCase() : value))
      .filter(value => pattern.test(value))
    return usable.length === 0 ? [] : [{ ...condition, values: usable }]
  })
}

/** The filter of a request; conditions that make no sense are left out. */
export function requestFilter(conditions: readonly Condition[]): Partial<GraphViewInput['filter']> {
  const filter: Partial<GraphViewInput['filter']> = {}
  for (const { field, operator, values } of usableConditions(conditions)) {
    const limit = Math.round(Number(values[0]) * (field === 'amount' ? 100 : 1))
    const side = operator === 'atMost' ? 'to' : 'from'
    if (field === 'score') filter.riskScore = { ...filter.riskScore, [side]: limit }
    else if (field === 'amount') filter.amountUsd = { ...filter.amountUsd, [side]: limit }
    else if (field === 'shared') filter.minShared = limit
    else if (field === 'decisions') filter.decisions = chosenOf(decisions, values)
    else if (field === 'reviews') filter.reviews = chosenOf(graphReviews, values)
    else if (field === 'labels') filter.labels = chosenOf(graphLabels, values)
    else if (field === 'countries') filter.countries = [...values]
    else if (field === 'environments') filter.environmentIds = [...values]
    else if (field === 'eventTypes') filter.eventTypes = [...values]
    else if (field === 'types') filter.nodeTypes = chosenOf(graphNodeTypes, values)
    else if (field === 'edges') filter.edgeKinds = chosenOf(graphEdgeKinds, values)
  }
  return filter
}
