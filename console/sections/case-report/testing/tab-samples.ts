import type { ReportAgeing, ReportQuality, ReportQueues, ReportValue } from '@assay/risk-service/contract'
import { environmentId } from '../../../platform/testing/console-api-stub.ts'
import { accuracy, createOverview, flow, frameAt, handling, link, lockTime } from './report-samples.ts'

const now = () => new Date().toISOString()
const queue = (number: number, name: string) => ({
  id: `0198a000-0000-4000-8000-0000000001${String(number)}`,
  name,
  environmentId,
  environmentName: 'Harbor',
  kind: 'User' as const,
  deleted: false,
})

const queueFigures = {
  flow: flow(),
  routingShare: 0.75,
  waiting: handling,
  resolution: handling,
  customerResolution: handling,
  handling,
  lockTime,
  sla: { within: 90, breached: 10, openWithin: 4, rate: 0.9 },
  accuracy,
  timeoutAccuracy: { ...accuracy, accuracy: null },
}

/** The answer of the tab Queues: one that exists, and one that was deleted. */
export const createQueues = (): ReportQueues => ({
  ...frameAt(now()),
  rows: [
    {
      ...queueFigures,
      queue: queue(11, 'Gift cards'),
      shareFlagged: false,
      previous: null,
      periods: [],
      link,
      openLink: link,
    },
    {
      ...queueFigures,
      queue: { ...queue(12, 'Old orders'), deleted: true },
      routingShare: 0.25,
      shareFlagged: true,
      flow: flow({ inflow: 4, sizeEnd: 0, backlogDays: null, timeoutRate: null }),
      previous: null,
      periods: [],
      link: null,
      openLink: null,
    },
  ],
  total: queueFigures,
  previousTotal: null,
})

/** The answer of the tab Quality, with too few pairs for kappa. */
export const createQuality = (): ReportQuality => {
  const { outcomes, truthPeriods } = createOverview()
  return {
    ...frameAt(now()),
    maturityDays: 90,
    people: accuracy,
    timeouts: { ...accuracy, accuracy: null },
    previousPeople: null,
    outcomes,
    periods: truthPeriods,
    secondLooks: { pairs: 12, disagreements: 3, disagreementRate: 0.25, kappa: null },
    overturn: { looked: 14, disagreements: 3, corrections: 1, rate: 0.2857 },
    usefulness: [
      {
        rule: 'Gift card limits',
        clause: 'Many cards',
        cases: 40,
        rated: 30,
        counts: { ConfirmedRisk: 20, Valuable: 4, FalseAlarm: 6 },
        shares: { ConfirmedRisk: 0.6667, Valuable: 0.1333, FalseAlarm: 0.2 },
        link,
      },
    ],
    summaries: [
      { queue: queue(11, 'Gift cards'), rated: 20, helpful: 15, share: 0.75, low: 0.5313, high: 0.8881 },
      { queue: { ...queue(12, 'Old orders'), deleted: true }, rated: 1, helpful: 0, share: 0, low: 0, high: 0.7935 },
    ],
    link,
  }
}

const values = {
  approved: { cases: 118, amountUsd: 1_234_500 },
  rejected: { cases: 59, amountUsd: 990_000 },
  timedOut: { cases: 4, amountUsd: 12_000 },
  fraudStopped: { cases: 40, amountUsd: 786_600_00 },
  fraudMissed: { cases: 12, amountUsd: 50_050 },
  goodRejected: { cases: 3, amountUsd: 30_000 },
  reviewCostUsd: null,
  lostMarginUsd: null,
  netUsd: null,
}

/** The answer of the tab Value of a tenant that set no cost. */
export const createValue = (): ReportValue => {
  const { periods, ...frame } = frameAt(now())
  return {
    ...frame,
    costs: { hourlyCostUsd: null, margin: null },
    total: values,
    previous: { ...values, fraudMissed: { cases: 10, amountUsd: 0 } },
    periods: periods.map(({ start }) => ({ ...values, start })),
    queues: [{ ...values, queue: queue(11, 'Gift cards'), link }],
    links: { approved: link, rejected: link, timedOut: link },
  }
}

/** The answer of the tab Ageing. */
export const createAgeing = (): ReportAgeing => {
  const ages = { under1h: 3, under4h: 2, under24h: 0, under3d: 1, under11d: 0, under31d: 0, from31d: 0 }
  const oldestEnteredAt = new Date(Date.now() - 2.5 * 86_400_000).toISOString()
  return {
    ...frameAt(now()),
    total: ages,
    open: 6,
    oldestEnteredAt,
    queues: [{ queue: queue(11, 'Gift cards'), ages, open: 6, oldestEnteredAt, link }],
    states: [
      { state: 'Pending', ages, open: 6, link },
      { state: 'Decided', ages, open: 0, link: null },
    ],
    priorities: [{ from: 0, to: 24, ages, open: 6 }],
    link,
    sla: { within: 0, breached: 0, openWithin: 6, rate: null },
  }
}
