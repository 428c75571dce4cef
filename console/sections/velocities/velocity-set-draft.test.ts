import type { VelocitySetBody } from '@assay/risk-service/contract'
import { expect, it } from 'vitest'
import { applyVelocitySetEdit, eventsOf, velocityName, velocitySummary, withFreeName } from './velocity-set-draft.ts'

const text = (name: string) =>
  `SELECT Sum(@"order.total") AS ${name}\nFROM Purchase, Chargeback\nWHEN @"order.currency" == "EUR"\nGROUPBY @"payment.cardHash"`
const body: VelocitySetBody = {
  name: 'Cards',
  description: '',
  condition: '',
  velocities: [{ text: text('a') }, { text: text('b') }],
}
const names = (changed: VelocitySetBody) => changed.velocities.map(each => velocityName(each.text))

it('a velocity set draft changes one thing and leaves the given draft alone', () => {
  expect(applyVelocitySetEdit(body, { type: 'text', part: 'condition', text: 'WHEN true' }).condition).toBe('WHEN true')
  expect(names(applyVelocitySetEdit(body, { type: 'text', part: 1, text: text('c') }))).toEqual(['a', 'c'])
  expect(applyVelocitySetEdit(body, { type: 'text', part: 5, text: '' })).toBe(body)
  expect(names(applyVelocitySetEdit(body, { type: 'move', index: 0, by: 1 }))).toEqual(['b', 'a'])
  expect(applyVelocitySetEdit(body, { type: 'move', index: 0, by: -1 })).toBe(body)
  expect(names(body)).toEqual(['a', 'b'])
})

it('a velocity set draft keeps one velocity at least and ten at most', () => {
  const one = applyVelocitySetEdit(body, { type: 'remove', index: 0 })
  expect(names(one)).toEqual(['b'])
  expect(applyVelocitySetEdit(one, { type: 'remove', index: 0 })).toBe(one)
  const full = { ...body, velocities: Array.from({ length: 10 }, (_, index) => ({ text: text(`v${index}`) })) }
  expect(applyVelocitySetEdit(full, { type: 'insert', index: 10, text: text('more') })).toBe(full)
})

it('a velocity set draft reads name, events and gist from the text, also while it has errors', () => {
  expect(velocityName('// AS no\nSELECT Count()\n  as spend FROM Purchase')).toBe('spend')
  expect(velocityName('SELECT Count(')).toBeNull()
  expect(eventsOf(text('a'))).toEqual(['Purchase', 'Chargeback'])
  expect(eventsOf('FROM shop:paid GROUPBY @a')).toEqual(['shop:paid'])
  expect(velocitySummary(text('a'))).toBe('Sum(order.total) / payment.cardHash')
  expect(velocitySummary('nothing')).toBe('')
})

it('a velocity set draft gives a copied text a name that is free, in any letter case', () => {
  expect(velocityName(withFreeName(text('spend'), ['Spend', 'spend2']))).toBe('spend3')
  expect(withFreeName(text('spend'), ['other'])).toBe(text('spend'))
})
