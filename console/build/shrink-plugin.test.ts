import { expect, it } from 'vitest'
import { shrinkPlugin } from './shrink-plugin.ts'

const code = 'export function double(number) { const twice = number * 2; return twice }'

it('the named chunks are minified, the others stay as they are', async () => {
  const { generateBundle } = shrinkPlugin(['start'])
  if (typeof generateBundle !== 'function') throw new Error('The plug-in has no generateBundle.')
  const bundle = Object.fromEntries(
    ['start', 'page'].map(name => [`${name}.js`, { type: 'chunk', name, fileName: `${name}.js`, code }]),
  )
  await generateBundle.call({} as never, {} as never, bundle as never, true)
  expect(bundle['page.js']?.code).toBe(code)
  expect(bundle['start.js']?.code).toMatch(/^export function \w+\((\w)\)\{return 2\*\1\}/)
})
