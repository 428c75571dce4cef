import type { EventRow } from '@assay/risk-service/contract'
import { expect, it } from 'vitest'
import { listedValues } from './listed-values.ts'

const rows = [
  { email: 'Ana@shop.example', userId: 'U-1', deviceId: null, ip: '203.0.113.***' },
  { email: 'ana@shop.example ', userId: 'U-2', deviceId: null, ip: '203.0.113.7' },
] as EventRow[]

it('values of events are listed once, without regard to letter case, and never masked', () => {
  expect(listedValues(rows)).toEqual({
    email: ['Ana@shop.example'],
    user: ['U-1', 'U-2'],
    device: [],
    ip: ['203.0.113.7'],
  })
})
