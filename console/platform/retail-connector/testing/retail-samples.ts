import type { RetailConnection, RetailConnectorState, RetailSync } from '@assay/risk-service/contract'

const sync: RetailSync = {
  id: '0198a000-0000-7000-8000-0000000000a1',
  startedAt: '2026-11-27T22:00:00.000Z',
  finishedAt: '2026-11-27T22:01:10.000Z',
  status: 'Success',
  failure: null,
  rows: 412,
  changed: 96,
  refused: 0,
}

export const connection: RetailConnection = {
  address: 'https://shop.operations.dynamics.com',
  status: 'Connected',
  failure: null,
  createdAt: '2026-11-20T09:00:00.000Z',
  createdBy: 'Teo Marchetti',
  lastSyncAt: '2026-11-27T22:01:10.000Z',
  nextSyncAt: '2026-11-28T22:01:10.000Z',
  syncing: false,
}

export const notConnected: RetailConnectorState = {
  system: 'Dynamics 365 Commerce',
  available: true,
  connection: null,
  shortPeriod: null,
  syncs: [],
}

export const connected: RetailConnectorState = {
  ...notConnected,
  connection,
  syncs: [
    {
      ...sync,
      id: '0198a000-0000-7000-8000-0000000000a3',
      startedAt: '2026-11-28T10:00:00.000Z',
      status: 'Running',
      finishedAt: null,
    },
    { ...sync, id: '0198a000-0000-7000-8000-0000000000a2', refused: 2 },
    { ...sync, status: 'Failed', failure: 'unauthorized', changed: 0, startedAt: '2026-11-26T22:00:00.000Z' },
  ],
}
