// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import { routePaths } from '../permissions/route-table.ts'
import { chunkedSections, discoverRoutes } from './route-discovery.ts'

const sectionAt = async (pathname: string, basePath = '') => (await discoverRoutes(pathname, basePath))?.section

/** The first visit of a section loads its code, which takes time in a test. */
const codeTimeout = 60_000

describe('the section at an address', () => {
  it.each(routePaths)('has the route %s', { timeout: codeTimeout }, async path => {
    const found = await discoverRoutes(path.replaceAll(':', ''), '')
    expect(found?.routes.map(route => route.path)).toContain(path)
    if (found) expect(chunkedSections.has(found.section)).toBe(found.routes.some(route => 'load' in route))
  })
  it('is that of the longest address that it begins with', async () => {
    expect(await sectionAt('/')).toBe('Dashboard')
    expect(await sectionAt('/search')).toBe('Search')
    expect(await sectionAt('/search/purchase/e/1')).toBe('TransactionReviewPage')
    expect(await sectionAt('/data')).toBe('Data')
    expect(await sectionAt('/data/lists/support')).toBe('Data/lists')
    expect(await sectionAt('/data/nothing')).toBe('Data')
  })
  it('is the same however the address is written', async () => {
    expect(await sectionAt('/Data/Lists/')).toBe('Data/lists')
  })
  it('is none where no section has pages, so that nothing is fetched', async () => {
    for (const pathname of ['/nothing/here', '/database', '/index.html'])
      expect(await sectionAt(pathname)).toBeUndefined()
  })
  it('stands behind what every address of the console begins with', async () => {
    expect(await sectionAt('/harbor.example', '/harbor.example')).toBe('Dashboard')
    expect(await sectionAt('/Harbor.example/search', '/harbor.example')).toBe('Search')
    expect(await sectionAt('/search', '/harbor.example')).toBeUndefined()
    expect(await sectionAt('/harbor.examples/search', '/harbor.example')).toBeUndefined()
  })
})
