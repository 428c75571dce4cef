import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const stored = new Map<string, string>()
let address: URL

/** The page as it stands before its first script. */
async function open(href: string, site: { mockData?: boolean; authority?: string } = {}) {
  vi.resetModules()
  address = new URL(href)
  const configuration = {
    authority: site.authority ?? 'https://sign-in.example/{tenant}',
    features: { mockData: site.mockData ?? true },
  }
  vi.stubGlobal('document', { getElementById: () => ({ textContent: JSON.stringify(configuration) }) })
  vi.stubGlobal('location', {
    get href() {
      return address.href
    },
  })
  vi.stubGlobal('history', {
    state: null,
    replaceState: (_state: unknown, _title: string, url: URL) => {
      address = new URL(url)
    },
  })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  })
  return await import('./sample-data.ts')
}
beforeEach(() => stored.clear())
afterEach(() => vi.unstubAllGlobals())

describe('the flag of sample data', () => {
  it('the flag of sample data is kept until it is left, and leaves the address', async () => {
    expect((await open('https://page.example/search?mock=true&x=1')).readSampleDataFlag()).toBe(true)
    expect(address.href).toBe('https://page.example/search?x=1')
    expect(stored.get('assay/mock')).toBe('true')
    const later = await open('https://page.example/')
    expect(later.readSampleDataFlag()).toBe(true)
    later.clearSampleDataFlag()
    expect((await open('https://page.example/')).readSampleDataFlag()).toBe(false)
  })
  it.each(['false', '0', ''])('%j turns it off', async value => {
    stored.set('assay/mock', 'true')
    expect((await open(`https://page.example/?MOCK=${value}`)).readSampleDataFlag()).toBe(false)
    expect(stored.has('assay/mock')).toBe(false)
  })
  it('the flag of sample data stores nothing and turns nothing on where sample data is not offered', async () => {
    expect((await open('https://page.example/?mock=true', { mockData: false })).readSampleDataFlag()).toBe(false)
    expect(stored.has('assay/mock')).toBe(false)
    expect(address.search).toBe('')
    stored.set('assay/mock', 'true')
    expect((await open('https://page.example/', { mockData: false })).readSampleDataFlag()).toBe(false)
  })
  it('the flag of sample data is not needed where nobody can be signed in with', async () => {
    const page = await open('https://page.example/', { authority: '' })
    expect(page.readSampleDataFlag()).toBe(true)
    expect(page.isSampleDataOnly()).toBe(true)
  })
})
