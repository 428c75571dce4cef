import type { HistoryExample, HistoryOutcomes, TimeMachineHead, TimeMachineResult } from '@assay/risk-service/contract'
import { environmentId } from '../../../platform/testing/console-api-stub.ts'

const cell = (events: number, amountUsd: number) => ({ events, amountUsd })
const outcomes: HistoryOutcomes = {
  fraud: { Approve: cell(30, 17_700_00), Review: cell(0, 0), Challenge: cell(0, 0), Reject: cell(70, 41_200_00) },
  good: {
    Approve: cell(800, 80_000_00),
    Review: cell(12, 1_000_00),
    Challenge: cell(3, 200_00),
    Reject: cell(5, 640_00),
  },
  unknown: { Approve: cell(400, 9_000_00), Review: cell(0, 0), Challenge: cell(0, 0), Reject: cell(9, 300_00) },
}
const example = (
  externalId: string,
  verdict: HistoryExample['verdict'],
  decision: 'Approve' | 'Reject',
): HistoryExample => ({
  eventId: `0198a000-0000-7000-8000-0000000000${externalId.length.toString().padStart(2, '0')}`,
  environmentId,
  externalId,
  at: '2026-03-04T05:06:07.000Z',
  amountUsd: 1_999_00,
  verdict,
  decision,
  rule: decision === 'Reject' ? 'Many attempts' : null,
  clause: decision === 'Reject' ? 'Reject' : null,
})

export const sampleResult: TimeMachineResult = {
  outcomes,
  compared: null,
  first: '2026-01-01T00:00:00.000Z',
  last: '2026-06-30T12:00:00.000Z',
  signals: { label: 60, chargeback: 39, refund: 1, reversal: 2 },
  withoutAmount: 4,
  scores: { stored: 0, fitted: 0, none: 1329, read: true },
  activeRules: 7,
  rules: [
    {
      ruleId: '0198a000-0000-7000-8000-000000000009',
      rule: 'Many attempts',
      clause: 'Reject',
      decision: 'Reject',
      fraud: cell(70, 41_200_00),
      good: cell(5, 640_00),
      unknown: cell(9, 300_00),
    },
  ],
  months: [{ month: '2026-03', outcomes }],
  examples: {
    stopped: [example('order-1', 'fraud', 'Reject')],
    missed: [example('order-22', 'fraud', 'Approve')],
    wronglyStopped: [example('order-333', 'good', 'Reject')],
    review: [],
  },
  notes: ['supportLists'],
}

export const sampleRun = (more: Partial<TimeMachineHead> = {}): TimeMachineHead => ({
  id: '0198a000-0000-7000-8000-000000000100',
  environmentId,
  eventType: 'purchase',
  subject: { kind: 'live' },
  name: '',
  from: '2026-01-01T00:00:00.000Z',
  to: '2026-07-01T00:00:00.000Z',
  state: 'done',
  progress: { events: 1329, total: 1329 },
  failure: null,
  stale: [],
  ruleSet: 'a1b2c3d4e5f60718',
  startedBy: 'Ana',
  createdAt: '2026-07-02T08:00:00.000Z',
  finishedAt: '2026-07-02T08:01:00.000Z',
  ...more,
})
