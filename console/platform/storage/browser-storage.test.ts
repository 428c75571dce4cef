import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  clearStored,
  isStorageOpen,
  readJson,
  readStored,
  repairAccountList,
  sessionKeys,
  store,
  storedKeys,
} from './browser-storage.ts'
import { MemoryStorage } from './testing/memory-storage.ts'

beforeEach(() => {
  vi.stubGlobal('localStorage', new MemoryStorage())
  vi.stubGlobal('sessionStorage', new MemoryStorage())
})
afterEach(() => vi.unstubAllGlobals())

describe('stored keys', () => {
  it('[spec 9.15] there are keys for the mock, perf, test, local, custom and namespace flags, last tenant, api base url, upload validation count, promo code and offer id', () => {
    expect(storedKeys).toMatchObject({
      mock: 'assay/mock',
      perf: 'assay/perf',
      test: 'assay/test',
      local: 'assay/local',
      custom: 'assay/custom',
      namespace: 'assay/namespace',
      lastTenant: 'assay/last-tenant',
      apiBaseUrl: 'assay/api-base-url',
      uploadValidationCount: 'assay/upload-validation-count',
      promoCode: 'assay/promo-code',
      offerId: 'assay/offer-id',
    })
    expect(sessionKeys).toMatchObject({
      tenantName: 'assay/tenant-name',
      azureRoles: 'assay/azure-roles',
      drafts: 'assay/drafts/',
    })
  })
  it('[spec 9.16] there is a key for the removed critical notification', () => {
    expect(storedKeys.criticalNotificationRemoved).toBe('assay/critical-notification-removed')
  })
  it('stored keys are unique', () => {
    const all = [...Object.values(storedKeys), ...Object.values(sessionKeys)]
    expect(new Set(all).size).toBe(all.length)
  })
})

describe('a browser’s storage', () => {
  it('a browser’s storage is emptied by signing out, but for language, last tenant and what is not ours', () => {
    for (const key of [...Object.values(storedKeys), 'somebody-else']) store('local', key, 'x')
    store('session', sessionKeys.tenantName, 'Harbor')
    clearStored()
    for (const key of Object.values(storedKeys))
      expect(readStored('local', key), key).toBe(key === 'DFP/Market' || key === 'assay/last-tenant' ? 'x' : null)
    expect(readStored('local', 'somebody-else')).toBe('x')
    expect(readStored('session', sessionKeys.tenantName)).toBeNull()
  })
  it('a browser’s storage that is blocked holds for the life of the tab', () => {
    vi.stubGlobal('localStorage', {
      getItem: () => {
        throw new Error('blocked')
      },
      setItem: () => {
        throw new Error('blocked')
      },
      removeItem: () => {
        throw new Error('blocked')
      },
    })
    expect(isStorageOpen('local')).toBe(false)
    expect(isStorageOpen('session')).toBe(true)
    expect(readStored('local', 'assay/test')).toBeNull()
    store('local', 'assay/test', 'true')
    expect(readStored('local', 'assay/test')).toBe('true')
    store('local', 'assay/test', null)
    expect(readStored('local', 'assay/test')).toBeNull()
  })
  it('a browser’s storage has its accounts back in the identity library’s list, and nothing else', () => {
    const [dario, ana] = ['msal.3|u.t|login.example|t', 'msal.3|v.t|login.example|t'] as const
    for (const key of [dario, ana, 'msal.3|u.t|login.example|accesstoken|a|t|scope||', 'somebody|else|of|four'])
      localStorage.setItem(key, '{}')
    localStorage.setItem('msal.3.account.keys', JSON.stringify([dario]))
    const list = () => JSON.parse(localStorage.getItem('msal.3.account.keys') ?? 'null') as unknown
    repairAccountList()
    expect(list()).toEqual([dario, ana])
    localStorage.removeItem(ana)
    localStorage.setItem('msal.3.account.keys', JSON.stringify([dario]))
    repairAccountList()
    expect(list()).toEqual([dario])
    localStorage.removeItem('msal.3.account.keys')
    repairAccountList()
    expect(list()).toEqual([dario])
    localStorage.setItem('msal.3.account.keys', 'damaged')
    expect(repairAccountList).not.toThrow()
  })
  it('a browser’s storage that is damaged reads as empty', () => {
    store('local', storedKeys.lastTenant, '{"id":')
    expect(readJson('local', storedKeys.lastTenant)).toBeUndefined()
  })
})
