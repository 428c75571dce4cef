import type { Mirror } from '@assay/risk-service/contract'
import { environmentId } from '../../../platform/testing/console-api-stub.ts'
import { report } from './dual-run-samples.ts'

const { compared, same, sameRule, differing, parity, matrix, groups } = report

export const mirror: Mirror = {
  id: '0198a000-0000-4000-8000-0000000000e1',
  environmentId,
  state: 'running',
  words: [],
  received: 206,
  refused: 2,
  waiting: 1,
  receivedAt: '2026-11-20T10:30:00.000Z',
  from: '2026-11-20T09:00:00.000Z',
  to: '2026-11-20T10:30:00.000Z',
  failure: null,
  notes: ['calls'],
  ruleSet: { sha256: '4a1e5', since: '2026-11-20T09:00:00.000Z' },
  windows: [
    { count: 1, unit: 'h', velocities: ['emailAttempts'] },
    { count: 7, unit: 'd', velocities: ['cardsPerDevice', 'emailAttempts'] },
  ],
  figures: {
    compared,
    same,
    sameRule,
    differing,
    parity,
    matrix,
    groups,
    hours: [
      { hour: '2026-11-20T09:00:00.000Z', compared: 100, same: 99 },
      { hour: '2026-11-20T10:00:00.000Z', compared: 100, same: 98 },
    ],
    newest: groups.flatMap(({ examples, ...group }) => examples.map(example => ({ ...example, group }))),
    skipped: { duplicates: 5, invalid: 0, words: [] },
  },
  startedBy: 'Teo Marchetti',
  createdAt: '2026-11-20T09:00:00.000Z',
  endedAt: null,
}
