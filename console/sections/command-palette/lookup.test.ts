import { expect, it } from 'vitest'
import { eventIdOf, lookupsOf } from './lookup.ts'

const told = (query: string) =>
  lookupsOf(query).map(({ condition }) =>
    'value' in condition ? `${condition.column} ${condition.op} ${String(condition.value)}` : '',
  )

it.each([
  [
    'P-7241903',
    ['externalId eq P-7241903', 'userId eq P-7241903', 'deviceId eq P-7241903', 'externalId contains P-7241903'],
  ],
  [
    '  "P-7241903", ',
    ['externalId eq P-7241903', 'userId eq P-7241903', 'deviceId eq P-7241903', 'externalId contains P-7241903'],
  ],
  ['<m.tanev84@mail.example>', ['email eq m.tanev84@mail.example', 'userId eq m.tanev84@mail.example']],
  ['203.0.113.84', ['ip eq 203.0.113.84']],
  ['2001:db8::1', ['ip eq 2001:db8::1']],
  ['+45 12 34 56 78', ['phone eq +45 12 34 56 78', 'externalId eq +45 12 34 56 78']],
  ['Mirela Tanev', ['userName eq Mirela Tanev']],
  ['ab', []],
  ['', []],
  ['x'.repeat(300), []],
])('the lookup looks %s up where it may be', (query, expected) => expect(told(query)).toEqual(expected))

it('the lookup knows the id of an event in what was pasted', () => {
  expect(eventIdOf(' (0198C3AE-0000-7000-8000-0123456789ab) ')).toBe('0198C3AE-0000-7000-8000-0123456789ab')
  expect(eventIdOf('"login-7241903",')).toBe('login-7241903')
  for (const query of ['Mirela Tanev', 'ab', 'x'.repeat(129)]) expect(eventIdOf(query)).toBeNull()
})
