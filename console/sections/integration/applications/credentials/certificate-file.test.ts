import { describe, expect, it } from 'vitest'
import { hasPrivateKey, isPem, pemOf, x5tOf } from './certificate-file.ts'

const pem = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----'
const bytesOf = (text: string) => new TextEncoder().encode(text)

describe('the file of a certificate', () => {
  it('stays as it is where it is a text', () => {
    expect(pemOf(bytesOf(`${pem}\n`))).toBe(pem)
  })
  it('becomes a text where it is binary, in lines of 64 characters', () => {
    const text = pemOf(Uint8Array.from({ length: 60 }, (_, index) => 255 - index))
    const [head, first, second, foot] = text.split('\n')
    expect([head, foot]).toEqual(['-----BEGIN CERTIFICATE-----', '-----END CERTIFICATE-----'])
    expect([first?.length, second?.length]).toEqual([64, 16])
    expect(Array.from(atob(`${first}${second}`), each => each.charCodeAt(0))).toEqual(
      Array.from({ length: 60 }, (_, index) => 255 - index),
    )
    expect(isPem(text)).toBe(true)
  })
  it('is recognised as a whole one, and a private key in it', () => {
    expect([isPem(pem), isPem(pem.slice(0, -5)), isPem('')]).toEqual([true, false, false])
    for (const kind of ['', 'RSA ', 'EC ', 'ENCRYPTED '])
      expect(hasPrivateKey(`${pem}\n-----BEGIN ${kind}PRIVATE KEY-----`)).toBe(true)
    expect(hasPrivateKey(pem)).toBe(false)
  })
})

it('the thumbprint is written as in the header of an assertion: base64url, without padding', () => {
  expect([x5tOf('FBFF00FBEF3E'), x5tOf('FF')]).toEqual(['-_8A--8-', '_w'])
})
