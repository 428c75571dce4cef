/** @vitest-environment jsdom */
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { frameHeightOf } from '../../.storybook/docs/frames.ts'
import { assertFitsPage } from '../../.storybook/docs/page-check.ts'
import { readPage } from '../../.storybook/docs/rendered/page-content.ts'
import { type ExpectedPage, pageFaults } from '../../.storybook/docs/rendered/page-faults.ts'
import { statusOf } from '../../.storybook/docs/status.ts'

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

const button: ExpectedPage = {
  id: 'primitives-button--docs',
  title: 'Primitives/Button',
  file: 'button.stories.tsx',
  written: false,
  stories: 1,
  status: 'stable',
}
const row = (name: string, ...blocks: string[]) =>
  `<tr><td>${name}</td><td>${blocks.map(block => `<div>${block}</div>`).join('')}</td><td>-</td></tr>`
const showPage = (table: string, prose = '') => {
  document.body.innerHTML = `<div id="storybook-docs"><h1>Button</h1><p data-component-status="stable">Stable.</p><h2 id="use">When to use</h2><a href="#use">Use</a>
    <table class="docblock-argstable"><tbody class="docblock-argstable-body">${table}</tbody></table>
    <div class="sb-story"></div>${prose}</div>`
}
const faultsOfPage = async (expected = button) =>
  pageFaults(expected, await readPage(0), new Set(['primitives-badge--docs']))

it('a page with a title, described props, stories and links to other pages has no fault', async () => {
  showPage(
    row('size', 'Height of the button.', '"sm" | "md"'),
    '<a href="?path=/docs/primitives-badge--docs">Badge</a><code>undefined</code>',
  )
  expect(await faultsOfPage()).toEqual([])
})

it('each fault of a page is named', async () => {
  showPage(
    row('size', '"sm" | "md"') + row('label', 'Its name.', 'string') + row('icon', '[object Object]', 'Icon'),
    `<h1>Props</h1><h3>Sizes</h3><p>| Do | Not |\n|---|---|</p><a href="?path=/docs/primitives-gone--docs">Gone</a>`,
  )
  const faults = await faultsOfPage({ ...button, stories: 2, status: 'deprecated' })
  expect(faults).toEqual([
    'has 2 headings of level 1: Button, Props',
    'skips a level of headings before “Sizes” (h3)',
    'shows the status “stable” instead of “deprecated”',
    'has no description or no type of the prop size',
    'shows “icon[object Object]Icon-” in its table of props',
    'shows 1 stories instead of 2',
    'shows “|---|” as text',
    'has a link that leads nowhere: ?path=/docs/primitives-gone--docs',
  ])
})

it('a page without a table of props, with an empty one or with another title is a fault', async () => {
  showPage('')
  expect(await faultsOfPage({ ...button, title: 'Primitives/Badge' })).toEqual([
    'is headed “Button”, not “Badge”',
    'has an empty table of props',
  ])
  document.querySelector('table')?.remove()
  expect(await faultsOfPage()).toEqual(['has no table of props'])
})

it('a page that shows an error instead of its content says which', async () => {
  showPage('')
  document.body.classList.add('sb-show-errordisplay')
  document.body.insertAdjacentHTML('beforeend', '<pre id="error-message">Page is not defined</pre>')
  expect(await faultsOfPage()).toEqual(['is not drawn: Page is not defined'])
  document.body.classList.remove('sb-show-errordisplay')
})

it('a component is stable unless its stories are tagged as experimental or deprecated', () => {
  expect(statusOf(['autodocs', 'test'])).toBe('stable')
  expect(statusOf(['autodocs', 'experimental'])).toBe('experimental')
  expect(statusOf(['deprecated', 'experimental'])).toBe('deprecated')
})
