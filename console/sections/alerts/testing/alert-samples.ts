import type {
  AlertIncident,
  AlertPreview,
  AlertRule,
  AlertRuleSettings,
  AlertTarget,
  IncidentDetail,
} from '@assay/risk-service/contract'
import { environmentId } from '../../../platform/testing/console-api-stub.ts'

const settings: AlertRuleSettings = {
  name: 'Card testing',
  metric: 'rejectRate',
  eventType: null,
  ruleId: null,
  field: null,
  slowerThanMs: null,
  window: '1h',
  condition: { kind: 'above', value: 0.2 },
  fewest: 20,
  enabled: true,
}
export const rule: AlertRule = {
  id: '0198a000-0000-4000-8000-0000000000a1',
  environmentId,
  settings,
  checked: { at: '2026-11-27T02:00:00.000Z', value: 0.31, usual: 0.05, count: 31, of: 100, state: 'fires' },
  snoozedUntil: null,
  incidentId: null,
  precision: { fired: 9, acted: 7, unheeded: false },
  changedBy: 'Ottilie Brandt',
  version: 3,
}
export const incident: AlertIncident = {
  id: '0198a000-0000-4000-8000-0000000000b1',
  environmentId,
  alertId: rule.id,
  name: 'Card testing',
  settings,
  openedAt: '2026-11-27T01:30:00.000Z',
  endedAt: null,
  status: 'open',
  peak: { at: '2026-11-27T01:40:00.000Z', value: 0.42, usual: 0.05, count: 42, of: 100 },
  act: null,
  acted: null,
  version: 1,
}
export const detail: IncidentDetail = {
  ...incident,
  precision: rule.precision,
  from: '2026-11-27T00:30:00.000Z',
  to: '2026-11-27T01:40:00.000Z',
  points: [{ at: '2026-11-27T01:40:00.000Z', value: 0.42, usual: 0.05 }],
  distribution: {
    weeks: 4,
    decisions: [
      { key: 'Approve', count: 58, before: 380 },
      { key: 'Reject', count: 42, before: 20 },
    ],
    scores: [{ key: '5', count: 40, before: 10 }],
    assessments: [{ key: 'purchase', count: 100, before: 400 }],
  },
}
export const preview: AlertPreview = {
  from: '2026-08-29T02:00:00.000Z',
  to: '2026-11-27T02:00:00.000Z',
  stepMs: 3_600_000,
  points: [{ at: '2026-11-01T02:00:00.000Z', value: 0.1, usual: null }],
  incidents: [
    {
      from: '2026-11-01T01:00:00.000Z',
      to: '2026-11-01T02:00:00.000Z',
      open: false,
      value: 0.33,
      usual: 0.05,
      count: 33,
      of: 100,
    },
  ],
  found: 1,
  queryMs: 12,
}

export const target: AlertTarget = {
  id: '0198a000-0000-4000-8000-0000000000c1',
  environmentId,
  kind: 'webhook',
  name: 'Chat',
  url: 'https://hooks.example/alerts',
  address: null,
  language: null,
  enabled: true,
  version: 2,
  latest: { at: '2026-11-27T01:31:00.000Z', state: 'failed', failure: '410' },
}

export const mailTarget: AlertTarget = {
  id: '0198a000-0000-4000-8000-0000000000c2',
  environmentId,
  kind: 'email',
  name: 'Team',
  url: null,
  address: 'team@shop.example',
  language: 'de-DE',
  enabled: true,
  version: 4,
  latest: { at: '2026-11-27T01:31:00.000Z', state: 'delivered', failure: null },
}
