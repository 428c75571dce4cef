import { expect, it } from 'vitest'
import { readSettings } from './settings.ts'

const secret = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`
const bank = { name: 'North Bank', bins: ['400012'], url: 'https://bank.example/assay', secret }
const read = (participants: unknown) =>
  readSettings({ ASSAY_BOOSTER_PARTICIPANTS: JSON.stringify(participants) }).boosterParticipants

it('participants of the acceptance booster are a list, none by default', () => {
  expect(readSettings({}).boosterParticipants).toEqual([])
  expect(read([bank, { name: 'Visa', networks: ['Visa'], directory: '/srv/visa' }])).toEqual([
    { ...bank, networks: [] },
    { name: 'Visa', bins: [], networks: ['Visa'], directory: '/srv/visa' },
  ])
})

it.each([
  ['no list', bank],
  ['a name twice', [bank, bank]],
  ['a name that no header has', [{ ...bank, name: 'Nörth\n' }]],
  ['no cards', [{ ...bank, bins: [] }]],
  ['letters as digits', [{ ...bank, bins: ['4000ab'] }]],
  ['no secret', [{ ...bank, secret: 'x' }]],
  ['another protocol', [{ ...bank, url: 'ftp://bank.example' }]],
  ['a relative directory', [{ name: 'Visa', networks: ['Visa'], directory: 'visa' }]],
  ['two places', [{ ...bank, directory: '/srv/bank' }]],
])('participants of the acceptance booster are refused with %s', (_, participants) => {
  expect(() => read(participants)).toThrow(/ASSAY_BOOSTER_PARTICIPANTS has to be a JSON list/)
})

it('participants of the acceptance booster are refused when they are no JSON', () => {
  expect(() => readSettings({ ASSAY_BOOSTER_PARTICIPANTS: '[' })).toThrow(/ASSAY_BOOSTER_PARTICIPANTS/)
})
