import { isCharacterKeys, type KeyboardTraits, type KeyPress, pressesOf, pressOf } from './keys.ts'

export interface Hotkey {
  /** Unique in its scope. */
  id: string
  /** `Mod+K`, `?`, `g d`, `Shift+S`, `ArrowStart`: presses after another are separated by a space. */
  keys: string
  /** What it does, in the user's language. */
  label: string
  /** Gets the time of the press, by the clock of events. */
  run: (press: { timeStamp: number }) => void
  /** Also while the key repeats. */
  repeat?: boolean
  /** Listed, and not to be used now. */
  disabled?: boolean
}
export interface HotkeyScope {
  id: string
  /** Where the keys work, in the user's language. */
  label: string
  /** They work on every page; the shortcuts of a page precede them. */
  everywhere?: boolean
  /** A user may change its keys; `useCaseKeys` reads them. */
  editable?: boolean
}
export interface ScopedHotkeys {
  scope: HotkeyScope
  hotkeys: readonly Hotkey[]
}

/** What the listener needs of an event. */
export interface HotkeyEvent extends KeyPress {
  defaultPrevented: boolean
  isComposing: boolean
  keyCode?: number
  repeat: boolean
  timeStamp: number
  target: EventTarget | null
  preventDefault: () => void
}
export interface HotkeyOptions {
  traits: () => KeyboardTraits
  /** Keys that are signs alone work. */
  characterKeysEnabled: () => boolean
  /** Whether the target of the event receives typed text, or belongs to a dialog or menu. */
  contextOf: (target: EventTarget | null) => 'page' | 'text' | 'overlay'
  onConflict?: (message: string) => void
  /** Milliseconds between the presses of a sequence. */
  sequenceTimeout?: number
}

/** All active shortcuts. The scope that was registered last is first, those that work everywhere are last. */
export function createHotkeys({
  traits,
  characterKeysEnabled: signsEnabled,
  contextOf: placeOf,
  onConflict,
  sequenceTimeout: patience = 1200,
}: HotkeyOptions) {
  let scopes: ScopedHotkeys[] = []
  let pending: string[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const listeners = new Set<() => void>()

  function set(next: ScopedHotkeys[]): void {
    scopes = next
    for (const listener of listeners) listener()
  }
  function forget(): void {
    pending = []
    clearTimeout(timer)
  }
  const inOrder = () =>
    [...scopes].reverse().sort((a, b) => Number(a.scope.everywhere ?? false) - Number(b.scope.everywhere ?? false))

  function handle(event: HotkeyEvent): void {
    // 229: an input method is active, in browsers that do not set `isComposing`.
    if (event.defaultPrevented || event.isComposing || event.keyCode === 229) return
    const now = traits()
    const press = pressOf(event, now)
    if (press === undefined) return
    const place = placeOf(event.target)
    if (place === 'overlay') return forget()
    const presses = [...pending, press]
    const usable = inOrder()
      .flatMap(({ hotkeys }) => hotkeys)
      .filter(({ disabled }) => !disabled)
      .map(hotkey => ({ hotkey, combination: pressesOf(hotkey.keys, now) }))
      .filter(
        ({ combination }) =>
          (place === 'page' || !isTyping(combination)) && (signsEnabled() || !isCharacterKeys(combination)),
      )
    const starting = usable.filter(({ combination }) => presses.every((part, index) => part === combination[index]))
    const hit = starting.find(({ combination }) => combination.length === presses.length)
    if (hit) {
      forget()
      if (event.repeat && !hit.hotkey.repeat) return
      event.preventDefault()
      hit.hotkey.run(event)
    } else if (starting.length > 0) {
      if (event.repeat) return
      event.preventDefault()
      pending = presses
      clearTimeout(timer)
      timer = setTimeout(forget, patience)
    } else if (pending.length > 0) {
      // No sequence after all: the press counts for itself.
      forget()
      handle(event)
    }
  }

  return {
    handle,
    forget,
    getScopes: () => scopes,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    register(entry: ScopedHotkeys): () => void {
      if (onConflict) for (const message of conflictsOf(scopes, entry, traits())) onConflict(message)
      set([...scopes, entry])
      return () => {
        set(scopes.filter(other => other !== entry))
      }
    },
  }
}

/** Keys that an input would use itself: everything but chords with Control or Command. */
const isTyping = (presses: readonly string[]) => !presses[0]?.startsWith('Mod+')

/**
 * Keys that two shortcuts of one scope share, or that are the beginning of another's. A page may override keys that
 * work everywhere.
 */
export function conflictsOf(scopes: readonly ScopedHotkeys[], entry: ScopedHotkeys, traits: KeyboardTraits): string[] {
  const keysOf = ({ scope, hotkeys }: ScopedHotkeys) =>
    hotkeys.map(({ id, keys }) => ({ name: `${scope.id}.${id}`, presses: pressesOf(keys, traits).join(' ') }))
  const others = scopes
    .filter(({ scope }) => (scope.everywhere ?? false) === (entry.scope.everywhere ?? false))
    .flatMap(keysOf)
  const ownKeys = keysOf(entry)
  return ownKeys.flatMap(({ name, presses }, index) =>
    [...others, ...ownKeys.slice(0, index)]
      .filter(
        other =>
          other.presses === presses ||
          other.presses.startsWith(`${presses} `) ||
          presses.startsWith(`${other.presses} `),
      )
      .map(other => `${name} (${presses}) and ${other.name} (${other.presses}) want the same keys.`),
  )
}
