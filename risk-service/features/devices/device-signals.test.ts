import { expect, it } from 'vitest'
import { parseAttributes } from './device-signals.ts'

it('a signal that is too long is cut between two characters, because the database stores no half of one', () => {
  const long = 'x'.repeat(999)
  expect(parseAttributes({ a: `${long}\u{1F600}`, b: `${long}yz`, c: 'half \uD83D', d: 'zero\u0000' })).toEqual({
    a: `${long}\uFFFD`,
    b: `${long}y`,
    c: 'half \uFFFD',
    d: 'zero',
  })
})
