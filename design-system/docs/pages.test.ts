/** @vitest-environment jsdom */
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { frameHeightOf } from '../../.storybook/docs/frames.ts'
import { assertFitsPage } from '../../.storybook/docs/page-check.ts'

const library = path.resolve(import.meta.dirname, '..')

/** MDX has no tables: it would print the lines as they are. The block `Markdown` of Storybook draws them. */
it('no documentation page has a table that would print as text', () => {
  const pages = globSync('**/*.mdx', { cwd: library })
  expect(pages.length).toBeGreaterThan(10)
  const withTable = pages.filter(page => /^\s*\|.*\|\s*$/m.test(readFileSync(path.join(library, page), 'utf8')))
  expect(withTable, 'move the table to a Markdown file, shown by <Markdown>').toEqual([])
})

it('a story that opens over its page has a frame, one that opens nothing may stay in it', () => {
  expect(frameHeightOf({ title: 'Overlays/Dialog', name: 'Playground' })).toBe('560px')
  expect(frameHeightOf({ title: 'Navigation/EnvironmentSwitcher', name: 'Hierarchy' })).toBe('460px')
  expect(frameHeightOf({ title: 'Navigation/EnvironmentSwitcher', name: 'Playground' })).toBeUndefined()
  expect(frameHeightOf({ title: 'Primitives/Button', name: 'Playground' })).toBeUndefined()
})

it('a story that is open over its page as soon as it is drawn fails, unless it has a frame or is on no page', () => {
  const dialog = { title: 'Primitives/Button', name: 'Playground', tags: ['autodocs'] }
  document.body.innerHTML = '<button>Open</button>'
  expect(() => assertFitsPage(dialog)).not.toThrow()
  document.body.innerHTML = '<div role="dialog"></div>'
  expect(() => assertFitsPage(dialog)).toThrow('Primitives/Button, Playground opens over its documentation page')
  expect(() => assertFitsPage({ ...dialog, title: 'Overlays/Dialog' })).not.toThrow()
  expect(() => assertFitsPage({ ...dialog, tags: [] })).not.toThrow()
  document.body.innerHTML = '<div aria-hidden="true"><div id="storybook-root"></div></div>'
  expect(() => assertFitsPage(dialog)).toThrow('opens over its documentation page')
})
