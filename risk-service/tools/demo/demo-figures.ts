import type { DemoData, DemoEvent, DemoLabel } from './history/history-events.ts'
import { day } from './history/orders.ts'

/** An event with its decision. */
export interface DecidedEventFigures {
  event: DemoEvent
  decision: string
}
const stopped = new Set(['Reject', 'Review'])

export interface DemoFigures {
  events: Record<string, number>
  /** Of purchases. */
  fraudRate: number
  /** Without the wave and the night of card testing. */
  baseRate: number
  /** Fraud rate of the purchases in the days of the wave, and in as many days before and after it. */
  waveRate: number
  aroundWave: number
  /** By generated shape: their number, and the shares that were rejected, sent to review, challenged. */
  byShape: { shape: string; events: number; reject: number; review: number; challenge: number }[]
  /** Shares of fraudulent and of good purchases that were rejected or sent to review. */
  caught: number
  falsePositives: number
  /** Share of account users who share a device with others, and devices by number of users. */
  sharedUsers: number
  usersPerDevice: Record<number, number>
  /** Days from the order to the label of fraud: 10th, 50th and 90th percentile. */
  labelDelay: [number, number, number]
  /** The same for orders that customers dispute themselves. */
  friendlyDelay: [number, number, number]
}

const share = (part: number, all: number): number => (all === 0 ? 0 : part / all)
function quantiles(values: readonly number[]): [number, number, number] {
  const sorted = [...values].sort((a, b) => a - b)
  const at = (q: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? 0
  return [at(0.1), at(0.5), at(0.9)]
}

/** Computes the figures of a demo from its events, their decisions and their later data events. */
export function computeDemoFigures(
  decided: readonly DecidedEventFigures[],
  later: readonly (DemoData | DemoLabel)[],
): DemoFigures {
  const purchases = decided.filter(({ event }) => event.eventType === 'purchase')
  const isFraud = ({ event }: DecidedEventFigures): boolean => event.truth === 'fraud'
  const rate = (list: readonly DecidedEventFigures[]): number => share(list.filter(isFraud).length, list.length)
  const wave = purchases.filter(({ event }) => event.shape === 'wave').map(({ event }) => event.at)
  const from = Math.min(...wave)
  const to = Math.max(...wave)
  const within = (start: number, end: number): DecidedEventFigures[] =>
    purchases.filter(
      ({ event }) =>
        event.at >= start && event.at <= end && event.environmentId === place && event.shape !== 'cardTesting',
    )
  const place = purchases.find(({ event }) => event.shape === 'wave')?.event.environmentId
  const length = to - from
  const caught = (list: readonly DecidedEventFigures[], decisions = stopped): number =>
    share(list.filter(({ decision }) => decisions.has(decision)).length, list.length)

  const users = new Map<string, Set<string>>()
  for (const {
    event: { body },
  } of purchases) {
    if (body['isGuestCheckout'] === true) continue
    const device = String((body['deviceContext'] as Record<string, unknown>)['externalDeviceId'])
    const userIds = users.get(device) ?? new Set<string>()
    userIds.add(String((body['user'] as Record<string, unknown>)['userId']))
    users.set(device, userIds)
  }
  const sizes = [...users.values()].map(({ size }) => size)
  const all = new Set([...users.values()].flatMap(each => [...each]))
  const sharing = new Set([...users.values()].filter(({ size }) => size > 1).flatMap(each => [...each]))
  const delays = (reason: string): number[] =>
    later.flatMap(step =>
      step.kind === 'label' && step.of?.eventType === 'purchase' && step.body['labelReasonCodes'] === reason
        ? [(step.at - step.of.at) / day]
        : [],
    )

  return {
    events: Object.fromEntries(
      [...Map.groupBy(decided, ({ event }) => event.eventType)].map(([type, list]) => [type, list.length]),
    ),
    fraudRate: rate(purchases),
    baseRate: rate(purchases.filter(({ event }) => event.shape !== 'wave' && event.shape !== 'cardTesting')),
    waveRate: rate(within(from, to)),
    aroundWave: rate([...within(from - length, from - 1), ...within(to + 1, to + length)]),
    byShape: [...Map.groupBy(decided, ({ event }) => `${event.eventType} ${event.shape}`)].map(([shape, list]) => ({
      shape,
      events: list.length,
      reject: caught(list, new Set(['Reject'])),
      review: caught(list, new Set(['Review'])),
      challenge: caught(list, new Set(['Challenge'])),
    })),
    caught: caught(purchases.filter(isFraud)),
    falsePositives: caught(purchases.filter(each => !isFraud(each))),
    sharedUsers: share(sharing.size, all.size),
    usersPerDevice: Object.fromEntries(
      [...Map.groupBy(sizes, size => size)].sort(([a], [b]) => a - b).map(([size, list]) => [size, list.length]),
    ),
    labelDelay: quantiles(delays('PIFraud')),
    friendlyDelay: quantiles(delays('FriendlyFraud')),
  }
}

/** Returns the figures as lines for a terminal. */
export function figureLines(figures: DemoFigures): string[] {
  const percent = (value: number): string => `${(value * 100).toFixed(2)} %`
  const days = ([tenth, half, most]: readonly [number, number, number]): string =>
    `${tenth.toFixed(1)} / ${half.toFixed(1)} / ${most.toFixed(1)} days (a tenth, half, nine tenths)`
  return [
    `Events                     ${Object.entries(figures.events)
      .map(([type, count]) => `${type} ${count}`)
      .join(', ')}`,
    `Fraud among purchases      ${percent(figures.fraudRate)}; without wave and card testing ${percent(figures.baseRate)}`,
    `Days of the wave           ${percent(figures.waveRate)}; days around them ${percent(figures.aroundWave)}`,
    `Rejected or reviewed       ${percent(figures.caught)} of fraud, ${percent(figures.falsePositives)} of good purchases`,
    `Users on shared devices    ${percent(figures.sharedUsers)}; devices by users: ${Object.entries(
      figures.usersPerDevice,
    )
      .map(([users, devices]) => `${users}: ${devices}`)
      .join(', ')}`,
    `Reports of theft after     ${days(figures.labelDelay)}`,
    `Own orders disputed after  ${days(figures.friendlyDelay)}`,
    `${'What was made'.padEnd(32)}${'events'.padStart(8)}${'reject'.padStart(10)}${'review'.padStart(10)}${'challenge'.padStart(11)}`,
    ...figures.byShape.map(
      ({ shape, events, reject, review, challenge }) =>
        `${shape.padEnd(32)}${String(events).padStart(8)}${percent(reject).padStart(10)}${percent(review).padStart(10)}${percent(challenge).padStart(11)}`,
    ),
  ]
}
