import { describe, expect, it } from 'vitest'
import { findConflict, isSingleKey, keysFromEvent, type ShortcutRegion } from './shortcut-keys.ts'

const press = (key: string, held: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey', boolean>> = {}) =>
  keysFromEvent({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...held })

describe('keysOf', () => {
  it('keysOf writes a press the way shortcuts are written', () => {
    expect(press('a')).toBe('A')
    expect(press('S', { shiftKey: true })).toBe('Shift+S')
    expect(press('k', { ctrlKey: true })).toBe('Mod+K')
    expect(press('k', { metaKey: true })).toBe('Mod+K')
    expect(press('F7', { shiftKey: true })).toBe('Shift+F7')
    expect(press('?', { shiftKey: true })).toBe('?')
    expect(press('م')).toBe('م')
    expect(press('ö', { altKey: true })).toBe('Alt+Ö')
  })
  it('keysOf leaves alone modifiers and what operates the page', () => {
    for (const key of ['Control', 'Shift', 'Dead', 'Tab', 'Escape', 'Enter', ' ', 'ArrowLeft'])
      expect(press(key)).toBeUndefined()
  })
})

it('the shortcut help knows a single key', () => {
  expect(['A', 'Shift+S', '/', '+', '?'].map(isSingleKey)).toEqual([true, true, true, true, true])
  expect(['Mod+K', 'Alt+A', 'F7', 'Shift+F7'].map(isSingleKey)).toEqual([false, false, false, false])
})

describe('conflictOf', () => {
  const regions: ShortcutRegion[] = [
    {
      id: 'all',
      label: 'Everywhere',
      everywhere: true,
      shortcuts: [
        { id: 'palette', label: 'Commands', keys: 'Mod+K' },
        { id: 'help', label: 'Help', keys: '?' },
      ],
    },
    {
      id: 'review',
      label: 'Review',
      shortcuts: [
        { id: 'approve', label: 'Approve', keys: 'A' },
        { id: 'reject', label: 'Reject', keys: 'Z' },
      ],
    },
    { id: 'list', label: 'List', shortcuts: [{ id: 'all-rows', label: 'All', keys: 'A' }] },
  ]
  it('conflictOf is found in the same region, whatever the spelling', () => {
    expect(findConflict(regions, 'reject', 'a')?.id).toBe('approve')
    expect(findConflict(regions, 'reject', 'Control+k')?.id).toBe('palette')
  })
  it('conflictOf is none in another region, except with one that is everywhere', () => {
    expect(findConflict(regions, 'all-rows', 'Z')).toBeUndefined()
    expect(findConflict(regions, 'approve', '?')?.id).toBe('help')
    expect(findConflict(regions, 'help', 'A')?.id).toBe('approve')
  })
  it('conflictOf is none with itself', () => {
    expect(findConflict(regions, 'approve', 'A')).toBeUndefined()
    expect(findConflict(regions, 'unknown', 'Q')).toBeUndefined()
  })
})

it('the shortcut help takes several signs after another for signs alone', () => {
  expect(['G D', 'A', 'Shift+S', '?'].map(isSingleKey)).toEqual([true, true, true, true])
  expect(['Mod+K', 'Mod+K S', 'F2'].map(isSingleKey)).toEqual([false, false, false])
})
