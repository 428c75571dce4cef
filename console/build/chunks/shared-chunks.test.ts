import { expect, it } from 'vitest'
import { sharedGroups } from './shared-chunks.ts'

const chunk = (
  name: string,
  imports: string[] = [],
  { page = false, length = 10_000 }: { page?: boolean; length?: number } = {},
) => ({
  fileName: `${name}.js`,
  imports: imports.map(each => `${each}.js`),
  facadeModuleId: page ? `/x/${name}` : null,
  modules: { [`/x/${name}.ts`]: { code: 'x'.repeat(length) } },
})
const page = (name: string, imports: string[]) => chunk(name, imports, { page: true })
/** A module that nearly every page needs has this number of pages. */
const pages = (imports: string[]) => Array.from({ length: 12 }, (_, number) => page(`page-${number}`, imports))
const groups = (chunks: ReturnType<typeof chunk>[], texts: string[] = []) =>
  Object.fromEntries(
    sharedGroups(chunks as unknown as Parameters<typeof sharedGroups>[0], new Set(['/x/start.ts']), id =>
      texts.includes(id),
    ),
  )

it('a shared module goes with what the sign-in page needs, with what nearly every page needs, or with the small ones', () => {
  expect(
    groups([
      chunk('start'),
      page('sign-in.html', ['popup']),
      ...pages(['table', 'popup', 'start']),
      page('rules', ['icon', 'editor', 'own']),
      page('functions', ['icon', 'editor']),
      chunk('popup'),
      chunk('table', ['popup']),
      chunk('icon', [], { length: 300 }),
      chunk('editor'),
      chunk('own', [], { length: 300 }),
    ]),
  ).toEqual({ '/x/popup.ts': 'controls', '/x/table.ts': 'common', '/x/icon.ts': 'pieces' })
})

it('a module that shows texts stays out with all that stands on it, as a chunk may come without its texts', () => {
  expect(
    groups([...pages(['form', 'plain']), chunk('form', ['field']), chunk('field'), chunk('plain')], ['/x/field.ts']),
  ).toEqual({ '/x/plain.ts': 'common' })
})

it('a small module that stands on a large one is no piece, whatever stands on it', () => {
  expect(
    groups([
      page('rules', ['mark', 'icon']),
      page('functions', ['mark', 'icon']),
      chunk('mark', ['hint'], { length: 300 }),
      chunk('hint', ['editor'], { length: 300 }),
      chunk('editor'),
      chunk('icon', [], { length: 300 }),
    ]),
  ).toEqual({ '/x/icon.ts': 'pieces' })
})
