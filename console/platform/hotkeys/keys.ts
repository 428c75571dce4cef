/** What of a key press matters here. */
export interface KeyPress {
  key: string
  code: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  shiftKey: boolean
  getModifierState?: (name: string) => boolean
}

export interface KeyboardTraits {
  /** Command instead of Control. */
  apple: boolean
  rtl: boolean
}

const modifiers = new Set([
  'Control',
  'Meta',
  'Alt',
  'Shift',
  'AltGraph',
  'CapsLock',
  'Dead',
  'Process',
  'Unidentified',
  'Fn',
  'NumLock',
])

/** The same signs as other scripts write them. */
const equivalentKeys = new Map([
  ['؟', '?'],
  ['？', '?'],
  ['／', '/'],
])

/**
 * What is on the cap where the script has no Latin letters or digits: `Mod+K`, `/` and `1` are the same keys on an
 * Arabic or Cyrillic keyboard.
 */
export function latinKey({ key, code }: Pick<KeyPress, 'key' | 'code'>): string {
  if (/^\p{Nd}$/u.test(key)) return /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1] ?? key
  if (!/^\p{L}$/u.test(key) || /^[\p{Script=Latin}]$/u.test(key)) return equivalentKeys.get(key) ?? key
  return code === 'Slash' ? '/' : (/^Key([A-Z])$/.exec(code)?.[1] ?? key)
}

/** The letter of a key that types a vowel mark or a quote with Shift, as most letters of an Arabic keyboard do. */
function shiftedLetter({ key, code, shiftKey, altKey }: KeyPress): string | undefined {
  if (!shiftKey || altKey || equivalentKeys.has(key) || !/\P{ASCII}/u.test(key) || /^\p{L}$/u.test(key))
    return undefined
  return /^Key([A-Z])$/.exec(code)?.[1]
}

/**
 * A key event in the notation of shortcuts: `k`, `Shift+S`, `?`, `Mod+K`, `ArrowLeft`. It names the character that the
 * key types, so that the shortcut is the same on every keyboard layout; a character that needs Shift or AltGr is
 * written as the character. Undefined for a modifier alone.
 */
export function pressOf(event: KeyPress, { apple }: Pick<KeyboardTraits, 'apple'>): string | undefined {
  if (modifiers.has(event.key)) return undefined
  // AltGr types signs; Windows reports it as Control with Alt.
  const altGraph = event.getModifierState?.('AltGraph') === true
  const mod = !altGraph && (apple ? event.metaKey : event.ctrlKey)
  const other = !altGraph && (apple ? event.ctrlKey : event.metaKey)
  const typed = (altGraph ? undefined : shiftedLetter(event)) ?? latinKey(event)
  const sign = [...typed].length === 1
  const letter = sign && typed.toLowerCase() !== typed.toUpperCase()
  const key =
    typed === ' '
      ? 'Space'
      : letter
        ? mod || other || event.shiftKey
          ? typed.toUpperCase()
          : typed.toLowerCase()
        : typed
  return [
    ...(mod ? ['Mod'] : []),
    ...(other ? [apple ? 'Control' : 'Meta'] : []),
    ...(event.altKey && !altGraph && !(apple && sign && !letter) ? ['Alt'] : []),
    ...(event.shiftKey && (letter || !sign) ? ['Shift'] : []),
    key,
  ].join('+')
}

/**
 * A shortcut as its presses: `g d` is two, `Mod+k` is one. Arrows that name a side become those of the reading
 * direction.
 */
export function pressesOf(keys: string, { rtl }: Pick<KeyboardTraits, 'rtl'>): string[] {
  return keys
    .split(' ')
    .filter(Boolean)
    .map(press => {
      if (press.length === 1) return press
      const parts = press.split('+')
      const last = parts.at(-1) ?? ''
      const key =
        last === 'ArrowStart'
          ? rtl
            ? 'ArrowRight'
            : 'ArrowLeft'
          : last === 'ArrowEnd'
            ? rtl
              ? 'ArrowLeft'
              : 'ArrowRight'
            : [...last].length === 1 && parts.length > 1
              ? last.toUpperCase()
              : last
      return [...parts.slice(0, -1), key].join('+')
    })
}

/** Only signs, without Control, Alt or Command: what speech input and slips of the hand set off (WCAG 2.1.4). */
export function isCharacterKeys(presses: readonly string[]): boolean {
  return presses.every(press => [...press.replace(/^Shift\+(?=.)/, '')].length === 1)
}
