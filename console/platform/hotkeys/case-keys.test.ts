import { expect, it } from 'vitest'
import { isCaseKey, mergeScopes } from './case-keys.ts'
import type { ScopedHotkeys } from './registry.ts'

it('a command of a case takes one sign, and none of the browser, a screen reader or the whole console', () => {
  for (const keys of ['A', 'Z', '7', '.', '[', 'Shift+S']) expect([keys, isCaseKey(keys)]).toEqual([keys, true])
  for (const keys of ['G', '/', '?', 'Mod+R', 'Alt+D', 'Shift+F5', 'F5', 'Insert', "'", 'é', ''])
    expect([keys, isCaseKey(keys)]).toEqual([keys, false])
})

const scope = (id: string, more: object, ...ids: string[]): ScopedHotkeys => ({
  scope: { id, label: id, ...more },
  hotkeys: ids.map(each => ({ id: each, keys: 'x', label: each, run: () => undefined })),
})

it('shortcuts of a page stand together where some can be changed, so that none of them is given twice', () => {
  const everywhere = scope('everywhere', { everywhere: true }, 'help')
  const merged = mergeScopes([
    scope('notes', {}, 'note'),
    everywhere,
    scope('case', { editable: true }, 'hold'),
    scope('event', { editable: true }, 'tab/map'),
  ])
  expect(merged.map(each => [each.scope.id, each.hotkeys.map(({ id }) => id)])).toEqual([
    ['case', ['note', 'hold', 'tab/map']],
    ['everywhere', ['help']],
  ])
  const plain = [scope('notes', {}, 'note'), everywhere]
  expect(mergeScopes(plain)).toEqual(plain)
})

it('shortcuts of the whole console stand together, whichever part adds them', () => {
  const [undo, frame] = [scope('undo', { everywhere: true }, 'z'), scope('frame', { everywhere: true }, 'help', 'find')]
  const merged = mergeScopes([scope('notes', {}, 'note'), undo, frame])
  expect(merged.map(each => [each.scope.id, each.hotkeys.map(({ id }) => id)])).toEqual([
    ['notes', ['note']],
    ['frame', ['help', 'find', 'z']],
  ])
})
