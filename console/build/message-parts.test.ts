import { expect, it } from 'vitest'
import { divideMessages, filesWithTexts, type LazyFiles, missingMessages, partOf } from './message-parts.ts'
import { usedMessages } from './message-uses.ts'

const root = '/x/console'
const code: Record<string, string> = {
  [`${root}/boot/main.tsx`]: "t('Shell.Title')",
  [`${root}/boot/signed-in.tsx`]: "t('Shell.Menu')",
  [`${root}/sections/rules/rules-page.tsx`]: "t('Rules.Title'); t('Shell.Title'); t(`Rules.State.${state}`)",
  [`${root}/sections/rules/editor.tsx`]: 't("Rules.Editor")',
  [`${root}/sections/search/search-page.tsx`]: "t('Search.Title')",
  [`${root}/platform/authoring/names.ts`]: "t('Authoring.Name')",
  '/x/design-system/menu.tsx': "t('DesignSystem.Menu.Close')",
}
const chunk = (
  fileName: string,
  modules: string[],
  imports: string[] = [],
  facadeModuleId: string | null = modules[0] ?? null,
) => ({ fileName, moduleIds: modules, imports, facadeModuleId })
const chunks = [
  chunk('index.js', [`${root}/boot/main.tsx`], [], `${root}/index.html`),
  chunk('boot.js', [`${root}/boot/signed-in.tsx`]),
  chunk('rules.js', [`${root}/sections/rules/rules-page.tsx`], ['names.js']),
  chunk('editor.js', [`${root}/sections/rules/editor.tsx`]),
  chunk('search.js', [`${root}/sections/search/search-page.tsx`], ['names.js']),
  chunk('names.js', [`${root}/platform/authoring/names.ts`], [], null),
  chunk('menu.js', ['/x/design-system/menu.tsx']),
]
const all = [
  'Authoring.Name',
  'DesignSystem.Menu.Close',
  'Rules.Editor',
  'Rules.State.Active',
  'Rules.Title',
  'Search.Title',
  'Shell.Menu',
  'Shell.Title',
  'Sent.ByTheService',
]
const divide = (late: LazyFiles = new Map()) => divideMessages(chunks, all, late, id => code[id] ?? '')

it('each part has what its modules show and the start has not; what no module names comes with the start', () => {
  expect(Object.fromEntries([...divide()].map(([part, ids]) => [part, [...ids].sort()]))).toEqual({
    start: ['Sent.ByTheService', 'Shell.Menu', 'Shell.Title'],
    rules: ['Authoring.Name', 'Rules.Editor', 'Rules.State.Active', 'Rules.Title'],
    search: ['Authoring.Name', 'Search.Title'],
    shared: ['DesignSystem.Menu.Close'],
  })
  expect([
    partOf(`${root}/sections/tour-dialog/tour-dialog.tsx`),
    partOf(`${root}/sections/dashboard/routes.ts`),
    partOf(`${root}/sections/dashboard/period/period-menu.tsx`),
  ]).toEqual(['tour-dialog', 'start', 'dashboard'])
})

it('a file that shows no text of its part, itself or by what it imports at once, does not wait for them', () => {
  const routes = `${root}/sections/search/routes.ts`
  const late: LazyFiles = new Map([
    [routes, new Set([routes])],
    [`${root}/sections/search/panel.tsx`, new Set([`${root}/platform/authoring/names.ts`])],
    // Its messages are loaded with the start.
    [`${root}/sections/rules/frame.tsx`, new Set([`${root}/boot/signed-in.tsx`])],
  ])
  expect([...filesWithTexts(late, divide(late), all, id => code[id] ?? '')]).toEqual([
    `${root}/sections/search/panel.tsx`,
  ])
})

it('a part of the finished build that shows a message which is not in its file fails the build', () => {
  const finished = chunks.map(each => ({ ...each, code: each.moduleIds.map(id => code[id]).join('\n') }))
  expect(missingMessages(finished, divide(), all)).toEqual([])
  const more = finished.map(each =>
    each.fileName === 'search.js' ? { ...each, code: `${each.code} t(\`Rules.Editor\`)` } : each,
  )
  expect(missingMessages(more, divide(), all)).toEqual([
    'search.js shows Rules.Editor, which is not in the texts of "search"',
  ])
})

it('an id may end in a word of the service, in small letters', () => {
  const ids = ['Environments.Menu.edit', 'Environments.Menu.retry', 'Lists.Title']
  expect(usedMessages("t('Environments.Menu.edit')", ids)).toEqual(['Environments.Menu.edit'])
  expect(usedMessages('t(`Environments.Menu.${command}`)', ids)).toEqual([
    'Environments.Menu.edit',
    'Environments.Menu.retry',
  ])
})

it('a file that one part imports at once and another when it is needed brings its texts to both', () => {
  const charts = '/x/design-system/menu.tsx'
  const merged = chunks.map(each =>
    each.fileName === 'menu.js'
      ? { ...each, facadeModuleId: null }
      : each.fileName === 'rules.js'
        ? { ...each, imports: ['names.js', 'menu.js'] }
        : each,
  )
  const parts = (late: LazyFiles) => divideMessages(merged, all, late, id => code[id] ?? '')
  expect(parts(new Map()).get('shared')).toBeUndefined()
  expect([...(parts(new Map([[charts, new Set([charts])]])).get('shared') ?? [])]).toEqual(['DesignSystem.Menu.Close'])
})
