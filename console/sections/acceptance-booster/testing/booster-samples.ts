import {
  type BoosterFigures,
  type BoosterPreview,
  type BoosterSettings,
  boosterTermsVersion,
} from '@assay/risk-service/contract'
import { environmentId } from '../../../platform/testing/console-api-stub.ts'

export const childIds = {
  eu: '0198a000-0000-7000-8000-0000000000e1',
  us: '0198a000-0000-7000-8000-0000000000e2',
} as const

const changed = {
  at: '2026-03-04T09:20:41.000Z',
  by: 'Maren Okafor',
  terms: boosterTermsVersion,
  origin: { environmentId, name: 'Harbor' },
}

/** Shares the standard values; one child inherits them, the other one is off by its own choice. */
export const standard: BoosterSettings = {
  version: 3,
  level: 'standard',
  holdOut: 0,
  changed,
  available: true,
  participants: [],
  children: [
    { environmentId: childIds.eu, name: 'Harbor-EU', version: 1, level: 'standard', holdOut: 0, changed },
    {
      environmentId: childIds.us,
      name: 'Harbor-US',
      version: 2,
      level: 'off',
      holdOut: 0,
      changed: {
        at: '2026-06-09T10:00:00.000Z',
        by: 'Ingrid Solberg',
        terms: null,
        origin: { environmentId: childIds.us, name: 'Harbor-US' },
      },
    },
  ],
}

export const unset: BoosterSettings = {
  version: 0,
  level: 'off',
  holdOut: 0,
  changed: null,
  available: true,
  participants: [],
  children: [],
}

const purchase = {
  eventId: '0198a000-0000-7000-8000-0000000000f1',
  externalId: 'ord-1',
  at: '2026-11-20T10:00:00.000Z',
  decision: 'Approve' as const,
  riskScore: 129,
  amount: 7450,
  currency: 'EUR',
}
const message = {
  assessment: { decision: 'Approve' as const, riskScore: 129 },
  location: { country: 'DE', city: 'Hamburg' },
  deviceId: 'dv-41c7',
  cardNumber: '4417',
  amount: { value: 74.5, currency: 'EUR' },
  bin: '400012',
  email: 'm.t@mail.example',
}

export const preview: BoosterPreview = {
  purchase,
  level: 'raw',
  obstacle: null,
  heldOut: false,
  message,
  sources: [
    { field: 'cardNumber', from: [{ kind: 'event', path: 'paymentInstrumentList[0].lastFourDigits' }] },
    { field: 'location', from: [{ kind: 'lookup', path: 'deviceContext.ipAddress' }] },
  ],
  text: JSON.stringify(message),
  bytes: JSON.stringify(message).length,
  masked: false,
}
export const purchases = [purchase]

const group = { messages: 420, answered: 400, approval: { share: 0.9, low: 0.866, high: 0.926 } }
export const figures: BoosterFigures = {
  days: 90,
  sent: 410,
  waiting: 2,
  failed: 10,
  shared: group,
  control: { messages: 100, answered: 90, approval: { share: 0.8, low: 0.706, high: 0.87 } },
  difference: { share: 0.1, low: 0.022, high: 0.198 },
}
