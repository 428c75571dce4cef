export interface Shortcut {
  id: string
  /** The action: "Approve the case". */
  label: string
  /** `A`, `Shift+S`, `Mod+K`. */
  keys: string
  /** It cannot be changed: a key of the platform or of a pattern. */
  fixed?: boolean
}

export interface ShortcutRegion {
  id: string
  /** Name of the region: "Review", "List". */
  label: string
  /** Its keys work on every page, so no other region may use them. */
  everywhere?: boolean
  shortcuts: readonly Shortcut[]
}

/** The relevant properties of a key press; matches React and native events. */
export interface KeyPress {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  shiftKey: boolean
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
  'OS',
])
/** Keys that operate the page itself. */
const reserved = new Set([
  'Tab',
  'Escape',
  'Enter',
  'Space',
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
  'Home',
  'End',
  'PageUp',
  'PageDown',
  'Backspace',
  'Delete',
])

/** The notation of a key press, or nothing for a modifier alone and for keys that operate the page. */
export function keysFromEvent(event: KeyPress): string | undefined {
  if (modifiers.has(event.key)) return undefined
  const single = [...event.key].length === 1
  const key = event.key === ' ' ? 'Space' : single ? event.key.toLocaleUpperCase('en') : event.key
  if (reserved.has(key)) return undefined
  const letter = single && key !== event.key.toLocaleLowerCase('en')
  return [
    ...(event.ctrlKey || event.metaKey ? ['Mod'] : []),
    ...(event.altKey ? ['Alt'] : []),
    // A character that needs Shift on this keyboard is written as the character.
    ...(event.shiftKey && (letter || !single) ? ['Shift'] : []),
    key,
  ].join('+')
}

const normaliseKeys = (keys: string) => {
  const parts = keys.length > 1 ? keys.split('+').filter(Boolean) : [keys]
  const key = parts.at(-1) ?? ''
  return [
    ...parts
      .slice(0, -1)
      .map(part => (part === 'Control' || part === 'Meta' ? 'Mod' : part))
      .sort(),
    [...key].length === 1 ? key.toLocaleUpperCase('en') : key,
  ].join('+')
}

/**
 * Keys without Control, Alt or Command, one or several in sequence (`G D`): speech input and accidental presses trigger
 * them (WCAG 2.1.4).
 */
export function isSingleKey(keys: string): boolean {
  return keys.split(' ').every(press => [...normaliseKeys(press).replace(/^Shift\+(?=.)/, '')].length <= 1)
}

/** The conflicting shortcut with the same keys: in the same region, or in one that works everywhere. */
export function findConflict(regions: readonly ShortcutRegion[], id: string, keys: string): Shortcut | undefined {
  const home = regions.find(region => region.shortcuts.some(shortcut => shortcut.id === id))
  const normalised = normaliseKeys(keys)
  for (const region of regions) {
    if (region !== home && !region.everywhere && !home?.everywhere) continue
    const conflict = region.shortcuts.find(
      shortcut => shortcut.id !== id && normaliseKeys(shortcut.keys) === normalised,
    )
    if (conflict) return conflict
  }
  return undefined
}
