import {
  type EntityHistories,
  type EntityHistory,
  type EntityValues,
  type HistoryKind,
  historyKinds,
  historyMs,
  type PastEvent,
} from '../history/entity-history.ts'
import type { Direction } from '../statistics/bins.ts'
import { type EventFeatureValues, eventFeatures } from './event-features.ts'
import type { ReasonArea } from './reason-area.ts'

/** The data that features may read: the event itself and the earlier events of its entities. */
export interface ScoringInput {
  id: string
  /** Milliseconds. */
  at: number
  /** US dollars. */
  amount: number | null
  entities: EntityValues
  /** Identifies a payment instrument, in the same way as `RecordedEvent.card`. */
  card: string | null
  /** Features that the event itself contains. */
  own: EventFeatureValues
}

/**
 * A number from which a model can be trained. `value`: null is unknown for this event, undefined could not be read at
 * the moment.
 */
export interface Feature {
  id: string
  area: ReasonArea
  /** The meaning, for the model card and the documentation. */
  means: string
  /** The computation. */
  computed: string
  /** Where more is plausibly riskier, or less: bins against this direction are merged. */
  direction: Direction
  value: (input: ScoringInput, pasts: EntityHistories) => number | null | undefined
}

const hour = 3_600_000
const day = 24 * hour
const nouns: Readonly<Record<HistoryKind, string>> = {
  user: 'user',
  email: 'e-mail address',
  device: 'device',
  ip: 'IP address',
  payment: 'payment instrument',
  terminal: 'terminal',
}
const areas: Readonly<Record<HistoryKind, ReasonArea>> = {
  user: '800-ACCOUNT_CONSISTENCY',
  email: '700-ACCOUNT_INFORMATION',
  device: '1100-DEVICE_INFORMATION',
  ip: '500-LOCATION_CONSISTENCY',
  payment: '900-PAYMENT_INFORMATION',
  terminal: '900-PAYMENT_INFORMATION',
}
const windows = [
  ['1d', day],
  ['7d', 7 * day],
  ['28d', 28 * day],
] as const

/** The result of one pass through the past of an entity. Only events before this one, and labels that had arrived. */
interface HistorySummary {
  age: number | null
  counts: number[]
  /** Dollars spent per window, and the number of events with an amount. */
  sums: number[]
  priced: number[]
  labelled: number[]
  frauds: number[]
  users: number
  devices: number
  payments: number
}

/** Summarises the past once for all features. Nothing at or after `at` counts, nor a label that arrived after it. */
function summariseHistory(past: EntityHistory, input: ScoringInput): HistorySummary {
  const { at } = input
  const found: HistorySummary = {
    age: past.firstAt === null || past.firstAt >= at ? null : at - past.firstAt,
    counts: [0, 0, 0],
    sums: [0, 0, 0],
    priced: [0, 0, 0],
    labelled: [0, 0, 0],
    frauds: [0, 0, 0],
    users: 0,
    devices: 0,
    payments: 0,
  }
  const users = new Set<string>()
  const devices = new Set<string>()
  const payments = new Set<string>()
  const own = input.entities
  for (let index = past.events.length - 1; index >= 0; index--) {
    const event = past.events[index] as PastEvent
    // A replayed history may contain events of long before this one, which decisions no longer read.
    if (event.at <= at - historyMs) break
    if (event.at > at || event.id === input.id) continue
    const labelled = event.fraud !== null && event.labelAt <= at
    for (let window = 0; window < windows.length; window++) {
      const length = (windows[window] as (typeof windows)[number])[1]
      if (event.at > at - length) {
        add(found.counts, window, 1)
        if (event.amount !== null) {
          add(found.sums, window, event.amount)
          add(found.priced, window, 1)
        }
      }
      // The window of labels is that of their arrival: a week's delay does not leave the week empty.
      if (labelled && event.labelAt > at - length) {
        add(found.labelled, window, 1)
        if (event.fraud === true) add(found.frauds, window, 1)
      }
    }
    if (event.user !== null && event.user !== own.user) users.add(event.user)
    if (event.device !== null && event.device !== own.device) devices.add(event.device)
    if (event.card !== null && event.card !== input.card) payments.add(event.card)
  }
  found.users = users.size
  found.devices = devices.size
  found.payments = payments.size
  return found
}

const add = (values: number[], index: number, amount: number): void => {
  values[index] = (values[index] ?? 0) + amount
}

/** Many features read the same past: its summary is cached while the event is scored. */
let lastInput: ScoringInput | null = null
let summaries = new Map<HistoryKind, HistorySummary>()

function summaryOf(kind: HistoryKind, input: ScoringInput, pasts: EntityHistories): HistorySummary | null | undefined {
  const past = pasts[kind]
  if (past === undefined || past === null) return past
  if (lastInput !== input) {
    lastInput = input
    summaries = new Map()
  }
  const cached = summaries.get(kind)
  if (cached) return cached
  const summary = summariseHistory(past, input)
  summaries.set(kind, summary)
  return summary
}

type Read = (found: HistorySummary, input: ScoringInput) => number | null

function historyFeature(
  id: string,
  kind: HistoryKind,
  direction: Direction,
  means: string,
  computed: string,
  read: Read,
): Feature {
  return {
    id,
    area: areas[kind],
    means,
    computed,
    direction,
    value: (input, pasts) => {
      const found = summaryOf(kind, input, pasts)
      return found == null ? found : read(found, input)
    },
  }
}

function featuresOfKind(kind: HistoryKind): Feature[] {
  const noun = nouns[kind]
  const features: Feature[] = [
    historyFeature(
      `age.${kind}`,
      kind,
      null,
      `How long the ${noun} has been known`,
      'Hours since its first event; 0 when it is new',
      ({ age }) => (age === null ? 0 : age / hour),
    ),
  ]
  windows.forEach(([name], index) => {
    features.push(
      historyFeature(
        `events.${kind}.${name}`,
        kind,
        null,
        `Events of the ${noun}`,
        `Number of its earlier events within ${name}`,
        ({ counts }) => counts[index] ?? 0,
      ),
      historyFeature(
        `fraudShare.${kind}.${name}`,
        kind,
        'rising',
        `Labelled fraud among earlier events of the ${noun}`,
        `Frauds ÷ labelled earlier events, of those whose label arrived within ${name} before the event`,
        ({ frauds, labelled }) => ((labelled[index] ?? 0) === 0 ? null : (frauds[index] ?? 0) / (labelled[index] ?? 1)),
      ),
      historyFeature(
        `frauds.${kind}.${name}`,
        kind,
        'rising',
        `Number of labelled frauds of the ${noun}`,
        `Frauds among its earlier events, as fraudShare.${kind}.${name}`,
        ({ frauds }) => frauds[index] ?? 0,
      ),
    )
  })
  if (kind === 'user' || kind === 'payment' || kind === 'terminal') {
    features.push(
      historyFeature(
        `amountRatio.${kind}`,
        kind,
        null,
        `Amount against what the ${noun} usually spends`,
        'Amount ÷ mean amount of its earlier events within 28d',
        ({ sums, priced }, { amount }) =>
          amount === null || (priced[2] ?? 0) === 0 || (sums[2] ?? 0) === 0
            ? null
            : (amount * (priced[2] ?? 1)) / (sums[2] ?? 1),
      ),
    )
    windows.slice(0, 2).forEach(([name], index) => {
      features.push(
        historyFeature(
          `spent.${kind}.${name}`,
          kind,
          null,
          `What the ${noun} spends`,
          `US dollars of its earlier events within ${name} and of this one`,
          ({ sums }, { amount }) => (amount === null ? null : (sums[index] ?? 0) + amount),
        ),
      )
    })
  }
  if (kind !== 'user')
    features.push(
      historyFeature(
        `users.${kind}`,
        kind,
        null,
        `Users that share the ${noun}`,
        'Other users among its earlier events',
        ({ users }) => users,
      ),
    )
  if (kind === 'user') {
    features.push(
      historyFeature(
        'devices.user',
        kind,
        'rising',
        'Devices of the user',
        'Other devices among their earlier events',
        ({ devices }) => devices,
      ),
    )
    features.push(
      historyFeature(
        'payments.user',
        kind,
        'rising',
        'Payment instruments of the user',
        'Other instruments among their earlier events',
        ({ payments }) => payments,
      ),
    )
  }
  return features
}

/** Every feature of the risk model. */
export const riskFeatures: readonly Feature[] = [
  ...eventFeatures.map(
    ([id, area, direction, means, computed]): Feature => ({
      id,
      area,
      direction,
      means,
      computed,
      value: ({ own }) => own[id] ?? null,
    }),
  ),
  ...historyKinds.flatMap(featuresOfKind),
]
