import {
  defaultPreferences,
  type Preferences,
  type PreferencesPatch,
  type StoredPreferences,
} from '@assay/risk-service/contract'
import { type PreferencesCopy, type PreferencesOwner, readCopy, writeCopy } from './local-copy.ts'
import { joinChanges, type PreferencesChange } from './merge.ts'

export interface PreferencesServer {
  get: () => Promise<StoredPreferences>
  update: (input: { baseVersion: number; changes: PreferencesPatch }) => Promise<StoredPreferences>
  /** The document was changed since it was read. */
  isConflict: (error: unknown) => boolean
  /** Nobody answered: it may be stored all the same. */
  isLost: (error: unknown) => boolean
}
/** A change that could not be saved was taken back. */
export interface PreferencesSaveError {
  error: unknown
  retry: () => void
}

export interface PreferencesState {
  preferences: Preferences
  /** A copy or the server's answer is there: what is shown is what was chosen. */
  available: boolean
  /** The server has answered. */
  loaded: boolean
}

/** What was chosen, as far as a copy knows: with what the page before was left before it was answered. */
const withPendingChanges = (copy: PreferencesCopy | null) =>
  copy ? joinChanges(copy.preferences, [copy.open]).result : null

/** Milliseconds in which a page that is being left is gone, after the browser ended its calls. */
const unloadTimeout = 1000

/** Somebody else may be faster several times; then it is no race but a fault. */
const maxAttempts = 5

/**
 * What the signed-in person chose: shown at once, kept on the server, one call at a time. Made without React, so that
 * whoever changes something needs no provider above it.
 */
export function createPreferencesStore(server: PreferencesServer) {
  let person: PreferencesOwner | null = null
  const first = readCopy(null)
  const nothing: StoredPreferences = { version: 0, preferences: defaultPreferences as unknown as Preferences }
  let stored = first ?? nothing
  let waiting: { change: PreferencesChange; settle: (saved: boolean) => void }[] = []
  let sending: typeof waiting = []
  let state: PreferencesState = {
    preferences: withPendingChanges(first) ?? stored.preferences,
    available: first !== null,
    loaded: false,
  }
  const listeners = new Set<() => void>()
  const failures = new Set<(failure: PreferencesSaveError) => void>()

  function show(change: Partial<PreferencesState> = {}): void {
    const { patch, result } = joinChanges(
      stored.preferences,
      [...sending, ...waiting].map(({ change: open }) => open),
    )
    state = { ...state, preferences: result, ...change }
    if (person && state.available) writeCopy(person, { ...stored, open: patch })
    for (const listener of listeners) listener()
  }
  function adopt(next: StoredPreferences): void {
    if (next.version < stored.version && state.loaded) return
    stored = next
    show({ available: true, loaded: true })
  }

  async function send(): Promise<void> {
    if (sending.length > 0 || waiting.length === 0) return
    sending = waiting
    waiting = []
    const current = sending
    try {
      for (let attempt = 1; ; attempt++) {
        try {
          const { patch } = joinChanges(
            stored.preferences,
            current.map(({ change }) => change),
          )
          const answer = await server.update({ baseVersion: stored.version, changes: patch })
          sending = []
          adopt(answer)
          break
        } catch (error) {
          if (!server.isConflict(error) || attempt === maxAttempts) throw error
          adopt(await server.get())
        }
      }
      for (const { settle } of current) settle(true)
    } catch (error) {
      // What was chosen last before a page is left is not taken back: its copy stays open for the next page, which
      // sends it.
      if (server.isLost(error)) await new Promise(resolve => setTimeout(resolve, unloadTimeout))
      sending = []
      show()
      for (const { settle } of current) settle(false)
      const again = () => {
        for (const { change } of current) void update(change)
      }
      for (const listener of failures) listener({ error, retry: again })
    }
    await send()
  }

  /**
   * Shows a change at once and saves it; resolves to whether that worked. What could not be saved is taken back and
   * told.
   */
  function update(change: PreferencesChange): Promise<boolean> {
    const result = new Promise<boolean>(settle => waiting.push({ change, settle }))
    show()
    void send()
    return result
  }

  /** Reads what the server has; the copy stays when it does not answer. */
  async function refresh(): Promise<void> {
    try {
      adopt(await server.get())
    } catch {
      show({ loaded: true })
    }
  }

  return {
    update,
    refresh,
    getState: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    onFailure: (listener: (failure: PreferencesSaveError) => void) => {
      failures.add(listener)
      return () => {
        failures.delete(listener)
      }
    },
    /** Takes over for the person who signed in: their copy first, then what the server has. */
    start(who: PreferencesOwner): void {
      if (person?.id === who.id && person.tenantId === who.tenantId) return
      person = who
      const copy = readCopy(who)
      stored = copy ?? nothing
      if (copy && Object.keys(copy.open).length > 0) waiting.push({ change: copy.open, settle: () => undefined })
      show({ available: copy !== null, loaded: false })
      void refresh().then(send)
    },
    /** Another tab of the same person changed something. */
    takeFromOtherTab(): void {
      const copy = person && readCopy(person)
      if (!copy || copy.version <= stored.version) return
      stored = copy
      show()
    },
  }
}
