import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { extendTailwindMerge } from 'tailwind-merge'
import { describe, expect, it } from 'vitest'
import { cn } from './cn.ts'

const lengths = [
  'control',
  'control-sm',
  'row',
  'header',
  'topbar',
  'page-header',
  'bar',
  'fact-row',
  'nav',
  'nav-collapsed',
  'panel',
  'rail',
  'cell-x',
  'page',
  'avatar',
]
/** The complete table of the library with the keys of `tailwind.config.ts`: slow to load, correct by construction. */
const whole = extendTailwindMerge<'focus-ring' | 'shift-inline'>({
  extend: {
    theme: {
      spacing: lengths,
      radius: ['mark', 'chip', 'control', 'card', 'dialog'],
      shadow: ['0', '1', '2', '3'],
      text: ['2xs', 'xs', 'sm', 'md', 'lg', 'xl', '2xl', '3xl'],
      container: ['dialog-sm', 'dialog-md', 'dialog-lg', 'prose'],
      animate: ['fade-in', 'fade-out', 'rise-in', 'slide-in', 'changed', 'spin'],
      ease: ['ds'],
    },
    classGroups: {
      z: [{ z: ['sticky', 'nav', 'panel', 'scrim', 'dialog', 'popover', 'toast', 'tooltip'] }],
      duration: [{ duration: ['fast', 'base', 'slow', 'changed'] }],
      'focus-ring': ['focus-ring', 'focus-ring-inset'],
      'shift-inline': [{ 'shift-inline': [() => true] }],
    },
  },
})

const root = path.resolve(import.meta.dirname, '../..')
const sources = ['design-system', 'console'].flatMap(folder =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => /\.tsx$/.test(name) && !/node_modules|(^|\/)dist\//.test(name))
    .map(name => readFileSync(path.join(root, folder, name), 'utf8')),
)
/** Every class in the code, without its variants. */
const used = [
  ...new Set(
    sources
      .flatMap(text => [...text.matchAll(/['"`]([^'"`\n]+)['"`]/g)].flatMap(match => (match[1] ?? '').split(/\s+/)))
      .map(word => word.replace(/^(?:(?:\[[^\]]*\]|[a-z0-9-]+(?:\[[^\]]*\])?(?:\/[a-z0-9-]+)?|\*\*?):)+/, ''))
      // Physical sides are forbidden by lint; a similar word is no class.
      .filter(word => /^-?[a-z][a-z0-9.[\]()%/_,*+-]*$/.test(word) && !/^-?(top|bottom|left|right)-/.test(word)),
  ),
].sort()
/** At most five of one prefix: `p-1` and `p-2` are treated alike. */
const perPrefix = new Map<string, number>()
const some = used.filter(word => {
  const prefix = word.replace(/-[^-]*$/, '')
  perPrefix.set(prefix, (perPrefix.get(prefix) ?? 0) + 1)
  return (perPrefix.get(prefix) ?? 0) <= 5
})

describe('cn', () => {
  it('cn decides every pair of classes in the code as the whole table of Tailwind does', { timeout: 60_000 }, () => {
    // A class unknown to the table is not merged with itself either.
    const known = some.filter(name => whole(`${name} ${name}`) === name)
    expect(known.length).toBeGreaterThan(200)
    const different: string[] = []
    for (const first of known) {
      for (const second of known) {
        if (first === second) continue
        const pair = `${first} ${second}`
        if (cn(pair) !== whole(pair)) different.push(`${pair}: ${cn(pair)} instead of ${whole(pair)}`)
      }
    }
    expect(different).toEqual([])
  })

  it.each([
    ['px-3 px-0', 'px-0'],
    ['p-2 ps-4', 'p-2 ps-4'],
    ['ps-4 p-2', 'p-2'],
    ['text-sm text-fg text-xs', 'text-fg text-xs'],
    ['hover:bg-surface bg-accent hover:bg-surface-hover', 'bg-accent hover:bg-surface-hover'],
    ['border border-line border-transparent', 'border border-transparent'],
    ['h-control size-4', 'size-4'],
    ['nonsense nonsense2', 'nonsense nonsense2'],
  ])('%s', (given, kept) => {
    expect(cn(given)).toBe(kept)
  })
})
