import {
  defaultPreferences,
  type Preferences,
  type PreferencesPatch,
  type StoredPreferences,
} from '@assay/risk-service/contract'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { copyKey, readCopy } from './local-copy.ts'
import { applyChange, joinChanges } from './merge.ts'
import { createPreferencesStore } from './store.ts'

const defaults = defaultPreferences as unknown as Preferences
const person = { id: 'u', tenantId: 't' }
class Changed extends Error {}

/** The service in memory: versions, merging, and a switch to fail. */
function fakeServer() {
  let stored: StoredPreferences = { version: 0, preferences: defaults }
  let failing: Error | null = null
  const calls: { baseVersion: number; changes: PreferencesPatch }[] = []
  return {
    calls,
    fail: (error: Error | null) => {
      failing = error
    },
    elsewhere: (patch: PreferencesPatch) => {
      stored = { version: stored.version + 1, preferences: applyChange(stored.preferences, patch) }
    },
    stored: () => stored,
    get: () => (failing ? Promise.reject(failing) : Promise.resolve(stored)),
    update: (input: { baseVersion: number; changes: PreferencesPatch }) => {
      calls.push(input)
      if (failing) return Promise.reject(failing)
      if (input.baseVersion !== stored.version) return Promise.reject(new Changed())
      stored = { version: stored.version + 1, preferences: applyChange(stored.preferences, input.changes) }
      return Promise.resolve(stored)
    },
    isConflict: (error: unknown) => error instanceof Changed,
    isLost: (error: unknown) => error instanceof TypeError,
  }
}

let items: Map<string, string>
beforeEach(() => {
  items = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  })
})
afterEach(() => vi.unstubAllGlobals())

async function started(server = fakeServer()) {
  const store = createPreferencesStore(server)
  store.start(person)
  await vi.waitFor(() => expect(store.getState().loaded).toBe(true))
  return { server, store, now: () => store.getState().preferences }
}

it('the preferences store shows a change at once and saves it', async () => {
  const { store, now, server } = await started()
  const saved = store.update({ theme: 'dark' })
  expect(now().theme).toBe('dark')
  expect(await saved).toBe(true)
  expect(server.stored()).toMatchObject({ version: 1, preferences: { theme: 'dark' } })
  expect(readCopy(person)).toMatchObject({ version: 1, preferences: { theme: 'dark' } })
})

it('the preferences store takes back what could not be saved, tells it, and tries again', async () => {
  const { store, now, server } = await started()
  const told = vi.fn()
  store.onFailure(told)
  server.fail(new Error('offline'))
  expect(await store.update({ theme: 'dark' })).toBe(false)
  expect(now().theme).toBeNull()
  server.fail(null)
  ;(told.mock.calls[0]?.[0] as { retry: () => void }).retry()
  await vi.waitFor(() => expect(server.stored().preferences.theme).toBe('dark'))
  expect(now().theme).toBe('dark')
})

it('the preferences store makes a change anew over what somebody else changed', async () => {
  const { store, now, server } = await started()
  server.elsewhere({ dismissed: ['theirs'] })
  expect(await store.update(current => ({ dismissed: [...current.dismissed, 'mine'] }))).toBe(true)
  expect(server.stored().preferences.dismissed).toEqual(['theirs', 'mine'])
  expect(now().dismissed).toEqual(['theirs', 'mine'])
})

it('the preferences store sends what came together as one call after the first', async () => {
  const { store, server } = await started()
  await Promise.all([
    store.update({ theme: 'dark' }),
    store.update({ tables: { a: { density: 'compact' } } }),
    store.update({ tables: { b: { density: null } }, density: 'compact' }),
  ])
  expect(server.calls.map(({ changes }) => changes)).toEqual([
    { theme: 'dark' },
    { density: 'compact', tables: { a: { density: 'compact' }, b: { density: null } } },
  ])
})

it('the preferences store lets the server win over the copy', async () => {
  items.set(copyKey, JSON.stringify({ person: 't u', version: 7, preferences: { ...defaults, theme: 'light' } }))
  const server = fakeServer()
  const store = createPreferencesStore(server)
  store.start(person)
  expect(store.getState()).toMatchObject({ available: true, loaded: false, preferences: { theme: 'light' } })
  await vi.waitFor(() => expect(store.getState().loaded).toBe(true))
  expect(store.getState().preferences.theme).toBeNull()
})

it('the preferences store shows nobody the copy of somebody else', () => {
  items.set(copyKey, JSON.stringify({ person: 't other', version: 7, preferences: { ...defaults, theme: 'light' } }))
  const store = createPreferencesStore(fakeServer())
  store.start(person)
  expect(store.getState()).toMatchObject({ available: false, preferences: { theme: null } })
})

it('the preferences store keeps the copy while the server does not answer', async () => {
  items.set(copyKey, JSON.stringify({ person: 't u', version: 7, preferences: { ...defaults, theme: 'light' } }))
  const server = fakeServer()
  server.fail(new Error('offline'))
  const { now } = await started(server)
  expect(now().theme).toBe('light')
})

it('the preferences store takes over what another tab changed', async () => {
  const { store, now } = await started()
  items.set(copyKey, JSON.stringify({ person: 't u', version: 9, preferences: { ...defaults, density: 'compact' } }))
  store.takeFromOtherTab()
  expect(now().density).toBe('compact')
})

it.each([
  '{',
  '[]',
  '{"person":"t u","version":"x","preferences":{}}',
  '{"person":"t u","version":1,"preferences":null}',
])('the preferences store reads nothing from the damaged copy %s', text => {
  items.set(copyKey, text)
  expect(readCopy(person)).toBeNull()
})

it('the preferences store reads the sound parts of a copy', () => {
  items.set(
    copyKey,
    JSON.stringify({
      person: 't u',
      version: 1,
      preferences: { theme: 'dark', dismissed: 'x', tables: [], shortcutsEnabled: 'yes', later: 1 },
    }),
  )
  expect(readCopy(person)).toEqual({ version: 1, preferences: { ...defaults, theme: 'dark' }, open: {} })
})

it('the preferences store sends again what was chosen when the page was left before the answer', async () => {
  const { store, server } = await started()
  const left = fakeServer()
  left.update = () => new Promise(() => undefined)
  const before = createPreferencesStore(left)
  before.start(person)
  await vi.waitFor(() => expect(before.getState().loaded).toBe(true))
  void before.update({ theme: 'dark' })
  void before.update({ density: 'compact' })
  const after = createPreferencesStore(server)
  expect(after.getState().preferences).toMatchObject({ theme: 'dark', density: 'compact' })
  after.start(person)
  expect(after.getState().preferences).toMatchObject({ theme: 'dark', density: 'compact' })
  await vi.waitFor(() => expect(server.stored().preferences).toMatchObject({ theme: 'dark', density: 'compact' }))
  expect(readCopy(person)).toMatchObject({ preferences: { theme: 'dark' }, open: {} })
  // A change that could not be saved and was reverted is not sent again.
  server.fail(new Error('refused'))
  expect(await store.update({ theme: 'light' })).toBe(false)
  expect(readCopy(person)?.open).toEqual({})
})

it('the preferences store keeps open what the browser does not send any more because the page is being left, and takes back what got lost otherwise', async () => {
  const { store, server, now } = await started()
  server.fail(new TypeError('Failed to fetch'))
  const saved = store.update({ theme: 'dark' })
  await vi.waitFor(() => expect(server.calls).toHaveLength(1))
  await new Promise(resolve => setTimeout(resolve, 100))
  expect(readCopy(person)?.open).toEqual({ theme: 'dark' })
  expect(createPreferencesStore(server).getState().preferences.theme).toBe('dark')
  expect(await saved).toBe(false)
  expect(now().theme).toBeNull()
  expect(readCopy(person)?.open).toEqual({})
})

it('the preferences store works with storage that refuses everything', async () => {
  const refuse = () => {
    throw new DOMException('blocked', 'SecurityError')
  }
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse })
  const { store, now } = await started()
  expect(await store.update({ theme: 'dark' })).toBe(true)
  expect(now().theme).toBe('dark')
})

it('the preferences store joins changes in their order', () => {
  const { patch, result } = joinChanges(defaults, [
    { tours: { a: { state: 'inProgress', step: 1 } } },
    now => ({ dismissed: [...now.dismissed, 'x'] }),
    { tours: { a: null } },
  ])
  expect(patch).toEqual({ tours: { a: null }, dismissed: ['x'] })
  expect(result).toEqual({ ...defaults, dismissed: ['x'] })
})
