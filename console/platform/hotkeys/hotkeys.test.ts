import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { isCharacterKeys, type KeyPress, pressesOf, pressOf } from './keys.ts'
import { conflictsOf, createHotkeys, type Hotkey, type HotkeyEvent, type ScopedHotkeys } from './registry.ts'

const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
  key,
  code: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...more,
})
const pc = { apple: false }
const mac = { apple: true }

describe('a press', () => {
  it.each([
    ['k', press('k'), pc, 'k'],
    ['with capitals locked', press('K'), pc, 'k'],
    ['Shift and a letter', press('S', { shiftKey: true }), pc, 'Shift+S'],
    ['Shift with capitals locked', press('s', { shiftKey: true }), pc, 'Shift+S'],
    ['Control on a PC', press('k', { ctrlKey: true }), pc, 'Mod+K'],
    ['Command on a Mac', press('k', { metaKey: true }), mac, 'Mod+K'],
    ['Control on a Mac', press('k', { ctrlKey: true }), mac, 'Control+K'],
    ['the Windows key', press('k', { metaKey: true }), pc, 'Meta+K'],
    ['a question mark, wherever it is', press('?', { shiftKey: true, code: 'Minus' }), pc, '?'],
    ['a slash on a German keyboard', press('/', { shiftKey: true, code: 'Digit7' }), pc, '/'],
    [
      'a bracket with AltGr',
      press('[', { ctrlKey: true, altKey: true, code: 'Digit8', getModifierState: name => name === 'AltGraph' }),
      pc,
      '[',
    ],
    ['a bracket with Option on a Mac', press('[', { altKey: true, code: 'Digit5' }), mac, '['],
    ['the place of K in Arabic', press('ن', { ctrlKey: true, code: 'KeyK' }), pc, 'Mod+K'],
    ['the place of the slash in Arabic, which types a letter', press('ظ', { code: 'Slash' }), pc, '/'],
    ['the digit of Arabic', press('٣', { code: 'Digit3' }), pc, '3'],
    [
      'a digit on a layout that has another sign without Shift',
      press('3', { shiftKey: true, code: 'Digit3' }),
      pc,
      '3',
    ],
    [
      'Shift and the place of U in Arabic, which types a quote',
      press('‘', { shiftKey: true, code: 'KeyU' }),
      pc,
      'Shift+U',
    ],
    [
      'Shift and the place of T in Arabic, which types two letters',
      press('لإ', { shiftKey: true, code: 'KeyT' }),
      pc,
      'Shift+T',
    ],
    ['Shift and a bracket of Arabic', press('[', { shiftKey: true, code: 'KeyF' }), pc, '['],
    ['the question mark of Arabic', press('؟', { shiftKey: true, code: 'Slash' }), pc, '?'],
    ['the wide question mark', press('？', { shiftKey: true, code: 'Slash' }), pc, '?'],
    ['the place of G in Cyrillic', press('п', { code: 'KeyG' }), pc, 'g'],
    ['what the cap says, not its place', press('z', { code: 'KeyY' }), pc, 'z'],
    ['a letter with a mark', press('é', { code: 'Digit2' }), pc, 'é'],
    ['an arrow with Shift', press('ArrowLeft', { shiftKey: true }), pc, 'Shift+ArrowLeft'],
    ['a space', press(' '), pc, 'Space'],
  ])('a press of %s', (_what, event, traits, expected) => expect(pressOf(event, traits)).toBe(expected))
  it.each(['Shift', 'Dead', 'Process', 'CapsLock', 'AltGraph'])('a press of %s alone is none', key =>
    expect(pressOf(press(key), pc)).toBeUndefined(),
  )
})

it('the parser reads shortcuts as they are written', () => {
  expect(pressesOf('g d', { rtl: false })).toEqual(['g', 'd'])
  expect(pressesOf('Mod+k', { rtl: false })).toEqual(['Mod+K'])
  expect(pressesOf('+', { rtl: false })).toEqual(['+'])
  expect([pressesOf('ArrowStart', { rtl: false }), pressesOf('Shift+ArrowEnd', { rtl: true })]).toEqual([
    ['ArrowLeft'],
    ['Shift+ArrowLeft'],
  ])
  expect([['g', 'd'], ['?'], ['Shift+S'], ['Mod+K'], ['ArrowLeft']].map(isCharacterKeys)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ])
})

function bench(
  entries: Partial<Hotkey>[],
  {
    place = 'page',
    signs = true,
    rtl = false,
  }: { place?: 'page' | 'text' | 'overlay'; signs?: boolean; rtl?: boolean } = {},
) {
  const ran: string[] = []
  const conflicts: string[] = []
  const hotkeys = createHotkeys({
    traits: () => ({ apple: false, rtl }),
    characterKeysEnabled: () => signs,
    contextOf: () => place,
    onConflict: message => conflicts.push(message),
  })
  const scope = (id: string, list: Partial<Hotkey>[], everywhere = false): ScopedHotkeys => ({
    scope: { id, label: id, everywhere },
    hotkeys: list.map(entry => ({
      id: entry.keys ?? '',
      keys: '',
      label: '',
      run: () => ran.push(`${id} ${entry.keys}`),
      ...entry,
    })),
  })
  hotkeys.register(scope('all', entries, true))
  const type = (key: string, more: Partial<HotkeyEvent> = {}) => {
    let prevented = false
    hotkeys.handle({
      ...press(key),
      defaultPrevented: false,
      isComposing: false,
      repeat: false,
      timeStamp: 0,
      target: null,
      ...more,
      preventDefault: () => {
        prevented = true
      },
    })
    return prevented
  }
  return { ran, conflicts, type, hotkeys, scope }
}

describe('shortcuts', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('shortcuts run, and keep the key from the browser', () => {
    const { ran, type } = bench([{ keys: 'Mod+K' }])
    expect([type('k', { ctrlKey: true }), type('j')]).toEqual([true, false])
    expect(ran).toEqual(['all Mod+K'])
  })
  it('shortcuts of several presses wait for the next one, for a while', () => {
    const { ran, type } = bench([{ keys: 'g d' }, { keys: 'd' }])
    type('g')
    type('d')
    type('g')
    vi.advanceTimersByTime(1300)
    type('d')
    expect(ran).toEqual(['all g d', 'all d'])
  })
  it('shortcuts count a press for itself when it continues nothing', () => {
    const { ran, type } = bench([{ keys: 'g d' }, { keys: '?' }])
    type('g')
    type('?', { shiftKey: true })
    expect(ran).toEqual(['all ?'])
  })
  it('shortcuts of a page go before those that work everywhere, until the page is left', () => {
    const { ran, type, hotkeys, scope, conflicts } = bench([{ keys: '/' }])
    const leave = hotkeys.register(scope('search', [{ keys: '/' }]))
    type('/')
    leave()
    type('/')
    expect(ran).toEqual(['search /', 'all /'])
    expect(conflicts).toEqual([])
  })
  it('shortcuts leave typing alone, but for chords', () => {
    const { ran, type } = bench([{ keys: 'g' }, { keys: 'Mod+K' }, { keys: 'ArrowStart' }], { place: 'text' })
    expect([type('g'), type('ArrowLeft'), type('k', { ctrlKey: true })]).toEqual([false, false, true])
    expect(ran).toEqual(['all Mod+K'])
  })
  it('shortcuts do nothing behind a dialog or in a menu', () => {
    const { ran, type } = bench([{ keys: 'g' }, { keys: 'Mod+K' }], { place: 'overlay' })
    expect([type('g'), type('k', { ctrlKey: true })]).toEqual([false, false])
    expect(ran).toEqual([])
  })
  it('shortcuts do nothing while an input method composes, and where somebody else took the key', () => {
    const { ran, type } = bench([{ keys: 'g' }])
    type('g', { isComposing: true })
    type('g', { keyCode: 229 })
    type('g', { defaultPrevented: true })
    expect(ran).toEqual([])
  })
  it('shortcuts that are signs alone can be switched off', () => {
    const { ran, type } = bench(
      [{ keys: 'g d' }, { keys: '?' }, { keys: 'Shift+S' }, { keys: 'Mod+K' }, { keys: 'F2' }],
      { signs: false },
    )
    for (const key of ['g', 'd', '?']) type(key)
    type('S', { shiftKey: true })
    type('k', { ctrlKey: true })
    type('F2')
    expect(ran).toEqual(['all Mod+K', 'all F2'])
  })
  it('shortcuts run once while a key is held down, unless they are made for it', () => {
    const { ran, type } = bench([{ keys: 'r' }, { keys: 'j', repeat: true }])
    type('r')
    type('r', { repeat: true })
    type('j', { repeat: true })
    expect(ran).toEqual(['all r', 'all j'])
  })
  it('shortcuts follow the reading direction with the arrows', () => {
    const { ran, type } = bench([{ keys: 'ArrowStart' }], { rtl: true })
    type('ArrowLeft')
    type('ArrowRight')
    expect(ran).toEqual(['all ArrowStart'])
  })
  it('shortcuts are off while they are disabled', () => {
    const { ran, type } = bench([{ keys: 'r', disabled: true }])
    expect(type('r')).toBe(false)
    expect(ran).toEqual([])
  })
  it('shortcuts report who wants the same keys', () => {
    const { conflicts, hotkeys, scope } = bench([{ keys: 'g d' }, { keys: 'g' }])
    expect(conflicts).toHaveLength(1)
    hotkeys.register(scope('search', [{ keys: 'r' }]))
    hotkeys.register(scope('panel', [{ keys: 'r' }]))
    expect(conflicts.at(-1)).toBe('panel.r (r) and search.r (r) want the same keys.')
    expect(
      conflictsOf([], scope('x', [{ keys: 'ArrowLeft' }, { keys: 'ArrowStart' }]), { apple: false, rtl: false }),
    ).toHaveLength(1)
  })
})
