import { afterAll, expect, it } from 'vitest'
import { pageFaults } from './page-faults.ts'
import { DocumentationSite, readIds, readPages } from './site.ts'

const pages = readPages()
const ids = readIds()
const site = new DocumentationSite()

afterAll(() => site.close())

it('the documentation has a page of each component', () => {
  expect(pages.length).toBeGreaterThan(120)
})

it.each(pages)('$title is drawn without a fault', async page => {
  const faults = pageFaults(page, await site.read(page), ids)
  expect(faults.map(fault => `The page ${page.title} (${page.file}) ${fault}`)).toEqual([])
})
