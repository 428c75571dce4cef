import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { compile } from 'tailwindcss'
import { expect, it } from 'vitest'

const folder = path.resolve(import.meta.dirname, '..')
const variants = readFileSync(path.join(import.meta.dirname, 'variants.css'), 'utf8')
/** Tailwind's own variant for "inside": everything inside the element is restyled when its state changes. */
const anything = /:is\(:where\([^()]*\)[^()]* \*\)/

it('states of an element around are plain descendants', async () => {
  const classes = [
    'group-focus-within',
    'group-focus-visible',
    'group-hover',
    'group-last',
    'grid-scrolled',
    'grid-more',
    'tree-focus-visible',
  ].map(name => `${name}:sticky`)
  const { build } = await compile(`${variants}\n@tailwind utilities;`)
  const css = build(classes)
  for (const name of classes) expect(css, name).toContain(`.${name.replace(':', '\\:')}`)
  expect(css).not.toMatch(anything)
  // Compiled without the file, the test must fail.
  expect((await compile('@tailwind utilities;')).build(['group-focus-within:sticky'])).toMatch(anything)
})

it('no component reacts to focus and pointer of a named group, for which there is no such variant', () => {
  const files = globSync(['design-system/**/*.{ts,tsx}', 'console/**/*.{ts,tsx}'], {
    cwd: path.dirname(folder),
    exclude: file => /node_modules|dist$/.test(file),
  })
  expect(files.length).toBeGreaterThan(300)
  const named = /\b(?:group|peer)-(?:hover|active|focus(?:-within|-visible)?|data-[\w[\]=-]+)\/\w+:/
  expect(
    files.filter(
      file => !file.endsWith('.test.ts') && named.test(readFileSync(path.join(path.dirname(folder), file), 'utf8')),
    ),
  ).toEqual([])
})
