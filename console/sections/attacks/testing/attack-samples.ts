import type { Attack, AttackDetail } from '@assay/risk-service/contract'
import { environmentId } from '../../../platform/testing/console-api-stub.ts'

export const attack: Attack = {
  id: '0198a000-0000-4000-8000-0000000000c1',
  environmentId,
  kind: 'passwordSpraying',
  eventType: 'accountlogin',
  startedAt: '2026-11-27T03:00:00.000Z',
  lastAt: '2026-11-27T03:24:00.000Z',
  foundAt: '2026-11-27T03:02:15.000Z',
  endedAt: null,
  attempts: 1240,
  failed: 1236,
  accounts: 1100,
  fallen: 4,
  contained: false,
}

export const detail: AttackDetail = {
  ...attack,
  fingerprint: {
    devices: 3,
    addresses: 4,
    networks: 1,
    agents: [
      { family: 'Headless Chrome', count: 270 },
      { family: 'Firefox', count: 30 },
    ],
    failures: [
      { outcome: 'refused', detail: 'ChallengeFailed', count: 927 },
      { outcome: 'rejected', detail: null, count: 309 },
    ],
    rhythm: { gapMs: 1200, even: true },
  },
  keys: [
    { type: 'device', value: 'dv_1', attempts: 800, failed: 798 },
    { type: 'ip', value: '203.0.113.7', attempts: 400, failed: 398 },
  ],
  timeline: {
    stepMs: 60_000,
    steps: [
      { at: '2026-11-27T03:00:00.000Z', failed: 50, passed: 0 },
      { at: '2026-11-27T03:01:00.000Z', failed: 61, passed: 2 },
    ],
  },
  fallenAccounts: [
    {
      environmentId,
      eventType: 'accountlogin',
      externalId: 'L-1',
      userId: 'U-77',
      email: 'kim@example.com',
      lastFour: null,
      at: '2026-11-27T03:20:00.000Z',
      confirmed: true,
      failedBefore: 2,
    },
  ],
  containments: [],
  checklist: [
    { step: 'verify', done: { by: 'Ottilie Brandt', at: '2026-11-27T03:05:00.000Z' } },
    { step: 'contain', done: null },
  ],
}
