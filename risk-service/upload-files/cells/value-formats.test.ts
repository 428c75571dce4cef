import { isIP } from 'node:net'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { valueFormats } from './value-formats.ts'

describe('an IP address', () => {
  it('is what Node takes for one', () => {
    const number = fc.oneof(fc.integer({ min: 0, max: 300 }).map(String), fc.constantFrom('', '00', '01', '1x'))
    const ipv4 = fc.array(number, { minLength: 3, maxLength: 5 }).map(parts => parts.join('.'))
    const group = fc.constantFrom('0', 'fe80', 'ABCD', '12345', 'g', '')
    const ipv6 = fc.array(fc.oneof(group, ipv4), { minLength: 2, maxLength: 9 }).map(parts => parts.join(':'))
    fc.assert(
      fc.property(fc.oneof(ipv4, ipv6, fc.ipV4(), fc.ipV6()), text => {
        expect(valueFormats.ip.test(text)).toBe(isIP(text) > 0)
      }),
      { numRuns: 3000 },
    )
  })
})

describe('formats', () => {
  it.each([
    ['email', 'ada@example.com', true],
    ['email', 'ada.l+x@mail.example-shop.co.uk', true],
    ['email', 'jörg@müller.example', true],
    ['email', 'ada@example', false],
    ['email', 'ada@@example.com', false],
    ['email', 'a da@example.com', false],
    ['phone', '+49-30123456', true],
    ['phone', '+11234567890', true],
    ['phone', '030 123456', false],
    ['currency', 'eur', true],
    ['currency', 'E1R', false],
    ['country', 'XK', true],
    ['country', 'EU', false],
    ['bin', '12345678', true],
    ['bin', '1234567', false],
    ['last4', '0042', true],
    ['last4', '42', false],
  ] as const)('%s %s: %s', (format, cell, expected) => {
    expect(valueFormats[format].test(cell)).toBe(expected)
  })
})
