import { describe, expect, it } from 'vitest'
import { apiBase, productId } from './site-configuration.ts'

const origin = 'https://console.example.net'

describe('base URIs of named APIs', () => {
  it('[spec 3.7] a base URI per named API, which may refer to another base URI', () => {
    const apis = {
      Risk_API: { baseUri: 'https://risk.example.net/' },
      Sandbox_Risk_API: { ref: 'Risk_API', path: '/sandbox' },
      Fingerprinting: { ref: 'Sandbox_Risk_API', path: '/fp' },
    }
    expect(apiBase(apis, 'Risk_API', origin)).toBe('https://risk.example.net')
    expect(apiBase(apis, 'Sandbox_Risk_API', origin)).toBe('https://risk.example.net/sandbox')
    expect(apiBase(apis, 'Fingerprinting', origin)).toBe('https://risk.example.net/sandbox/fp')
  })
  it('a relative one is the page’s own; an unknown or circular one is refused', () => {
    expect(apiBase({ Console: { baseUri: '/api/console' } }, 'Console', origin)).toBe(`${origin}/api/console`)
    expect(() => apiBase({}, 'Console', origin)).toThrow(/no base URI for the API Console/)
    expect(() => apiBase({ A: { ref: 'B' }, B: { ref: 'A' } }, 'A', origin)).toThrow(/no base URI/)
  })
  it('[spec 1.1] the product id is PSP-1.0', () => expect(productId).toBe('PSP-1.0'))
})
