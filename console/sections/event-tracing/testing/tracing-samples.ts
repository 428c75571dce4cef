import type { DeadLetter, DeliveryTest, EventSubscription, SinkList } from '@assay/risk-service/contract'
import { environmentId } from '../../../platform/testing/console-api-stub.ts'

export const subscription: EventSubscription = {
  id: '0198a000-0000-4000-8000-0000000000f1',
  environmentId,
  name: 'Service desk',
  sink: { kind: 'webhook', url: 'https://desk.harbor.example/events', batch: 1 },
  kinds: ['caseManagement', 'audit'],
  state: 'failing',
  version: 4,
  updatedAt: '2026-11-20T09:00:00.000Z',
  updatedBy: 'Teo Marchetti',
  eventsPerHour: 248,
  failuresPerHour: 0.21,
  hours: Array.from({ length: 24 }, (_, hour) => hour),
  delivered: 5852,
  waiting: 100,
  deadLetters: 2,
  deliveredAt: '2026-11-21T12:38:00.000Z',
  delayMs: 214,
  failure: { reason: 'status', status: 503 },
  failingSince: '2026-11-21T12:38:10.000Z',
  attempts: 5,
  nextAt: '2026-11-21T13:20:45.000Z',
  history: null,
  files: 0,
}
export const healthy: EventSubscription = {
  ...subscription,
  id: '0198a000-0000-4000-8000-0000000000f2',
  name: 'Orders',
  sink: { kind: 'webhook', url: 'https://orders.harbor.example/events', batch: 1 },
  state: 'active',
  deadLetters: 0,
  failure: null,
  failingSince: null,
  attempts: 0,
  nextAt: null,
}
export const copying: EventSubscription = {
  ...healthy,
  id: '0198a000-0000-4000-8000-0000000000f3',
  name: 'Warehouse export',
  sink: {
    kind: 'bucket',
    endpoint: 'https://s3.harbor.example',
    region: 'us-east-1',
    bucket: 'harbor-eu-events',
    prefix: '',
    accessKeyId: 'AKIA',
  },
  history: 62,
  files: 214,
  delayMs: null,
}
export const letter: DeadLetter = {
  id: '0198a000-0000-4000-8000-0000000000e1',
  name: 'FraudProtection.CaseManagement.Events',
  eventId: 'P-7241858',
  failure: { reason: 'status', status: 400 },
  attempts: 1,
  at: '2026-11-21T11:00:00.000Z',
  isQueued: false,
}
export const acceptedTest: DeliveryTest = {
  failure: null,
  status: 204,
  milliseconds: 88,
  certificateUntil: null,
  facts: [],
  freeBytes: null,
}
export const sinkList: SinkList = {
  sinks: [
    { kind: 'webhook', obstacle: null },
    { kind: 'pull', obstacle: null },
    { kind: 'directory', obstacle: null },
    { kind: 'bucket', obstacle: null },
    { kind: 'eventHubs', obstacle: 'notInstalled' },
    { kind: 'blobStorage', obstacle: 'notInstalled' },
  ],
  directories: ['/srv/assay/trace'],
}
