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
  /** No answer arrived: the change may be stored all the same. */
  isLost: (error: unknown) => boolean
}
/** A change could not be saved and was reverted. */
export interface PreferencesSaveError {
  error: unknown
  retry: () => void
}

export interface PreferencesState {
  preferences: Preferences
  /** A local copy or the server's answer is loaded: the preferences are those of the user. */
  available: boolean
  /** The server has answered. */
  loaded: boolean
}

/** The preferences by the local copy: with the changes that the previous page had sent without an answer. */
const withPendingChanges = (copy: PreferencesCopy | null) =>
  copy ? joinChanges(copy.preferences, [copy.open]).result : null

/** Milliseconds within which a page that is being left has ended, after the browser aborted its calls. */
const unloadTimeout = 1000

/** Other clients may be faster several times; a conflict beyond that is a fault and not a race. */
const maxAttempts = 5

/**
 * The preferences of the signed-in user: shown at once, saved on the server, one call at a time. Independent of React,
 * so that a change needs no provider.
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
      // The last change before a page is left is not reverted: its copy remains open for the next page, which sends it.
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
   * Shows a change at once and saves it; resolves to whether that succeeded. A change that could not be saved is
   * reverted and reported.
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
    /** Switches to the user who signed in: their local copy first, then the state of the server. */
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
