import type { DualRun, DualRunDetailed, DualRunExample, DualRunReport } from '@assay/risk-service/contract'
import { environmentId } from '../../../platform/testing/console-api-stub.ts'

export const done: DualRun = {
  id: '0198a000-0000-4000-8000-0000000000d1',
  environmentId,
  fileName: 'november.ndjson.gz',
  fileSize: 4096,
  eventType: 'purchase',
  words: [],
  state: 'done',
  progress: { events: 200, total: 200 },
  failure: null,
  summary: { parity: 98.5, compared: 200, differing: 3 },
  startedBy: 'Teo Marchetti',
  createdAt: '2026-11-20T09:00:00.000Z',
  finishedAt: '2026-11-20T09:00:10.000Z',
}
export const running: DualRun = {
  ...done,
  id: '0198a000-0000-4000-8000-0000000000d2',
  fileName: 'december.ndjson',
  state: 'running',
  progress: { events: 50, total: 200 },
  summary: null,
  finishedAt: null,
}
export const failed: DualRun = {
  ...done,
  id: '0198a000-0000-4000-8000-0000000000d3',
  fileName: 'answers-missing.ndjson',
  state: 'failed',
  failure: 'noAnswers',
  summary: null,
}

const example: DualRunExample = {
  eventId: 'ord-1',
  eventType: 'purchase',
  environmentId,
  at: '2026-11-12T12:00:00.000Z',
  amountUsd: 2500,
  former: { decision: 'Review', rule: 'High score', clause: 'high', riskScore: 700 },
  own: { decision: 'Approve', rule: null, clause: null, riskScore: 150 },
  actual: 150,
  required: 700,
}

export const report: DualRunReport = {
  file: { name: 'november.ndjson.gz', bytes: 4096, sha256: 'f11e', format: 'eventTracing' },
  ruleSet: { sha256: '4a1e5', rules: 12 },
  from: '2026-11-01T00:00:00.000Z',
  to: '2026-11-30T00:00:00.000Z',
  outOfOrder: 2,
  compared: { events: 200, amountUsd: 4_000_000 },
  same: { events: 197, amountUsd: 3_990_000 },
  sameRule: 190,
  differing: { events: 3, amountUsd: 10_000 },
  parity: 98.5,
  matrix: [
    { former: 'Approve', own: 'Approve', events: 197, amountUsd: 3_990_000 },
    { former: 'Review', own: 'Approve', events: 3, amountUsd: 10_000 },
  ],
  groups: [
    {
      cause: 'score',
      detail: 'formerScore',
      subject: null,
      other: null,
      withScore: false,
      events: 2,
      amountUsd: 5000,
      examples: [example],
    },
    {
      cause: 'list',
      detail: 'listEntry',
      subject: 'Guests',
      other: null,
      withScore: true,
      events: 1,
      amountUsd: 5000,
      examples: [{ ...example, eventId: 'ord-2', actual: true, required: false }],
    },
  ],
  skipped: {
    dataEvents: 4,
    noAnswer: 0,
    noTime: 0,
    duplicates: 0,
    invalid: 0,
    unknownType: 0,
    otherEnvironment: 0,
    unreadable: 1,
    unreadableLines: [201],
    words: [{ word: 'Pending', events: 5 }],
  },
  notes: ['calls'],
}
export const detailed: DualRunDetailed = { ...done, report, reportSha256: '2e907', signature: null }
