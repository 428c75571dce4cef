import { backendTargets } from '@assay/risk-service/contract'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readStored, store, storedKeys } from '../storage/browser-storage.ts'
import { MemoryStorage } from '../storage/testing/memory-storage.ts'
import { chooseTarget, parseFlags, resolveTarget, withoutFlags } from './backend-target.ts'

const all = {
  Custom: 'https://{value}.example.net',
  Poc: 'https://poc.example.net',
  Perf2: 'https://perf2.example.net',
  Perf: 'https://perf.example.net/',
  Test: 'https://test.example.net',
  Endr: 'https://endr.example.net',
  Local: 'http://localhost:5000',
}
const warnings: string[] = []
const choose = (backends: Parameters<typeof chooseTarget>[0], search: string) =>
  chooseTarget(backends, search, message => warnings.push(message))
const keys = [
  storedKeys.backendTarget,
  storedKeys.apiBaseUrl,
  storedKeys.perf,
  storedKeys.test,
  storedKeys.local,
  storedKeys.custom,
  storedKeys.namespace,
]
const stored = () =>
  Object.fromEntries(keys.map(key => [key.slice(6), readStored('local', key)]).filter(([, value]) => value !== null))

beforeEach(() => {
  warnings.length = 0
  vi.stubGlobal('localStorage', new MemoryStorage())
})
afterEach(() => vi.unstubAllGlobals())

describe('backend targets', () => {
  it('[spec 4.16] the target can be Custom, Poc, Perf2, Perf, Test, IntZ, Endr or Local', () => {
    expect(backendTargets).toEqual(['Custom', 'Poc', 'Perf2', 'Perf', 'Test', 'IntZ', 'Endr', 'Local'])
    for (const name of backendTargets)
      expect(resolveTarget(all, name, 'x')?.name ?? null, name).toBe(name === 'IntZ' ? null : name)
  })

  it('[spec 4.17] the choice is kept in local storage and cleared when no alternate backends are configured', () => {
    expect(choose(all, '?perf=true')?.baseUrl).toBe('https://perf.example.net')
    expect(stored()).toEqual({ 'backend-target': 'Perf', 'api-base-url': 'https://perf.example.net', perf: 'true' })
    // The next start, without flags.
    expect(choose(all, '')?.name).toBe('Perf')
    expect(choose(undefined, '')).toBeNull()
    expect(stored()).toEqual({})
    expect(choose(undefined, '?perf=true')).toBeNull()
    expect(stored()).toEqual({})
    expect(warnings).toHaveLength(1)
  })

  it.each([
    ['?poc=true', 'Poc'],
    ['?PERF2=True', 'Perf2'],
    ['?perf=TRUE', 'Perf'],
    ['?test=true', 'Test'],
    ['?endr=true', 'Endr'],
    ['?local=true', 'Local'],
    ['?custom=team-a', 'Custom'],
    ['?local=true&endr=true&test=true&perf=true&perf2=true&poc=true&custom=a', 'Custom'],
    ['?local=true&endr=true&test=true&perf=true&perf2=true&poc=true', 'Poc'],
    ['?local=true&endr=true&test=true&perf=true&perf2=true', 'Perf2'],
    ['?local=true&endr=true&test=true&perf=true', 'Perf'],
    ['?local=true&endr=true&test=true', 'Test'],
    ['?local=true&endr=true', 'Endr'],
    ['?perf=false&local=true', 'Local'],
    ['?perf=1', null],
    ['?unknown=true', null],
  ])('[spec 4.18] the target is selected by the flags of the address: %s gives %s', (search, name) => {
    expect(choose(all, search)?.name ?? null).toBe(name)
  })
  it.each(['?intz=true', '?IntZ=TRUE&perf=true', '?custom=a&intz=true'])(
    '[spec 4.18] an IntZ flag set to true clears the choice: %s',
    search => {
      choose(all, '?test=true')
      expect(choose(all, search)).toBeNull()
      expect(stored()).toEqual({})
    },
  )
  it('[spec 4.18] an IntZ flag that is not true clears nothing', () => {
    choose(all, '?test=true')
    expect(choose(all, '?intz=false')?.name).toBe('Test')
  })
  it('the flags go from the address, and nothing else does', () => {
    expect(withoutFlags('https://c.example/search?Perf=true&env=1&CUSTOM=a&intz=false#x')).toBe(
      'https://c.example/search?env=1#x',
    )
    expect(parseFlags('?env=1').present).toEqual([])
  })

  it('[spec 4.19] Custom takes a value that builds a base URL', () => {
    expect(choose(all, '?custom=team-a')).toEqual({
      name: 'Custom',
      value: 'team-a',
      baseUrl: 'https://team-a.example.net',
    })
    expect(stored()).toEqual({
      'backend-target': 'Custom',
      'api-base-url': 'https://team-a.example.net',
      custom: 'team-a',
    })
    expect(choose(all, '')?.baseUrl).toBe('https://team-a.example.net')
    expect(choose(all, '?namespace=team-b')?.baseUrl).toBe('https://team-b.example.net')
    expect(stored()).toEqual({
      'backend-target': 'Custom',
      'api-base-url': 'https://team-b.example.net',
      namespace: 'team-b',
    })
  })
  it.each(['evil.example/', 'a.b', '', 'x'.repeat(41), 'a b', 'a@b', '%2e%2e', 'ä'])(
    'a custom value that is no name is ignored with a warning: %j',
    value => {
      expect(choose(all, `?custom=${encodeURIComponent(value)}`)).toBeNull()
      expect(warnings).toHaveLength(1)
      expect(stored()).toEqual({})
    },
  )
  it('a target that is not configured is ignored with a warning; the next one counts', () => {
    expect(choose({ Poc: 'https://poc.example.net' }, '?perf=true')).toBeNull()
    expect(warnings).toEqual([expect.stringContaining('Perf')])
    expect(choose({ Poc: 'https://poc.example.net', Local: 'http://localhost:1' }, '?perf=true&local=true')?.name).toBe(
      'Local',
    )
  })
  it('what somebody put into the storage leads nowhere else', () => {
    store('local', storedKeys.backendTarget, 'Perf')
    store('local', storedKeys.apiBaseUrl, 'https://evil.example')
    expect(choose(all, '')?.baseUrl).toBe('https://perf.example.net')
    expect(readStored('local', storedKeys.apiBaseUrl)).toBe('https://perf.example.net')
    store('local', storedKeys.backendTarget, 'https://evil.example')
    expect(choose(all, '')).toBeNull()
    expect(stored()).toEqual({})
  })
})
