import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MemoryStorage } from '../storage/testing/memory-storage.ts'
import { asCachedAccount, redirectPath, signedOutPath, silentTimeout } from './identity/authority.ts'
import { libraryTimeouts } from './identity/identity-client.ts'
import {
  azureRoles,
  defaultTenantName,
  recordTenantName,
  startTenantService,
  storeDirectoryRoles,
  storeTabAccount,
  tenantNames,
} from './identity/tenant.ts'
import {
  chooseAccount,
  directoryRolesOf,
  recognisedDirectoryRoles,
  requiresSignIn,
  sessionUserOf,
  tenantOf,
} from './session-account.ts'

const account = (person: string, tenantId: string) => ({
  homeAccountId: `${person}.${tenantId}`,
  tenantId,
  localAccountId: person,
  username: `${person}@example.com`,
})
const ana = account('ana', 'harbor')
const bo = account('bo', 'meridian')
const cy = account('cy', 'meridian')

beforeEach(() => {
  vi.stubGlobal('localStorage', new MemoryStorage())
  vi.stubGlobal('sessionStorage', new MemoryStorage())
  vi.stubGlobal('location', { search: '' })
})
afterEach(() => vi.unstubAllGlobals())

describe('who is signed in', () => {
  it('[spec 4.12] the account matching the requested tenant id is chosen, otherwise the first account', () => {
    expect(chooseAccount([ana, bo, cy], 'meridian')).toBe(bo)
    expect(chooseAccount([ana, bo], 'elsewhere')).toBe(ana)
    expect(chooseAccount([ana, bo], '')).toBe(ana)
    expect(chooseAccount([], 'harbor')).toBeNull()
  })
  it('the account of this tab comes before the others of its tenant, and who just signed in before everybody', () => {
    expect(chooseAccount([ana, bo, cy], 'meridian', [null, cy])).toBe(cy)
    expect(chooseAccount([ana, bo, cy], 'meridian', [bo, cy])).toBe(bo)
    expect(chooseAccount([ana, bo, cy], 'harbor', [undefined, cy])).toBe(ana)
  })
  it.each([
    ['no account', null, { id: '', name: 'organizations' }, true],
    ['no account, tenant named', null, { id: 'harbor', name: 'Harbor' }, true],
    ['organizations, any account', bo, { id: '', name: 'organizations' }, false],
    ['named tenant, its account', ana, { id: 'harbor', name: 'Harbor' }, false],
    ['named tenant, account of another', bo, { id: 'harbor', name: 'Harbor' }, true],
  ] as const)('[spec 4.13] redirected to login or not: %s', (_name, who, tenant, expected) => {
    expect(requiresSignIn(who, tenant)).toBe(expected)
    expect(defaultTenantName).toBe('organizations')
  })
  it('an account whose provider names no tenant is of the only one, whatever the identity library takes for its tenant', () => {
    // The library reads `acr` of Keycloak as the tenant, and nothing of other providers.
    for (const tenantId of ['1', '']) {
      const person = { ...ana, tenantId, idTokenClaims: { sub: 'ana', acr: '1' } }
      expect(tenantOf(person)).toBe('')
      expect(requiresSignIn(person, { id: 'harbor', name: 'Harbor' })).toBe(false)
      expect(sessionUserOf(person, 'harbor').tenantId).toBe('harbor')
    }
    const named = { ...bo, idTokenClaims: { tid: 'meridian' } }
    expect(tenantOf(named)).toBe('meridian')
    expect(requiresSignIn(named, { id: 'harbor', name: 'Harbor' })).toBe(true)
    expect(sessionUserOf(named, 'harbor').tenantId).toBe('meridian')
  })
  it('tokens of such an account are looked for where the library keeps them', () => {
    vi.stubGlobal('document', {
      getElementById: () => ({ textContent: JSON.stringify({ authority: 'https://id.example.net/realms/shop' }) }),
    })
    expect(asCachedAccount({ ...ana, tenantId: '' }).tenantId).toBe('realms')
    expect(asCachedAccount(ana)).toBe(ana)
  })
  it('[spec 3.3] the signed-in user has name, username, tenant id and the claims of the id token, wids among them', () => {
    const user = sessionUserOf({
      ...ana,
      name: 'Ana Lind',
      idTokenClaims: { tid: 'harbor', name: 'Ana Lind', wids: ['62e90394-69f5-4237-9190-012177145e10', 7], email: 'x' },
    })
    expect(user).toEqual({
      id: 'ana',
      name: 'Ana Lind',
      username: 'ana@example.com',
      tenantId: 'harbor',
      claims: { tid: 'harbor', name: 'Ana Lind', wids: ['62e90394-69f5-4237-9190-012177145e10', 7], email: 'x' },
      wids: ['62e90394-69f5-4237-9190-012177145e10'],
    })
    expect(sessionUserOf(bo)).toMatchObject({ name: 'bo@example.com', wids: [], claims: {} })
  })
  it('[spec 6.1] three directory roles are recognised by their ids: Azure global admin, Azure app admin, Azure cloud app admin', () => {
    expect(recognisedDirectoryRoles).toEqual({
      '62e90394-69f5-4237-9190-012177145e10': 'Azure global admin',
      '9b895d92-2cd3-44c7-9d02-a6ac2d5ea5c3': 'Azure app admin',
      '158c047a-c907-4556-b7ef-446551a6b5f7': 'Azure cloud app admin',
    })
    expect(directoryRolesOf(['158C047A-C907-4556-B7EF-446551A6B5F7', 'fe930be7-5e62-47db-91af-98c3a49a38b1'])).toEqual([
      'Azure cloud app admin',
    ])
    expect(directoryRolesOf([])).toEqual([])
  })
  it('[spec 6.4] the Azure roles value is read from a session value', () => {
    expect(azureRoles()).toBe('')
    storeDirectoryRoles(['a', 'b'])
    expect(sessionStorage.getItem('assay/azure-roles')).toBe('a,b')
    expect(azureRoles()).toBe('a,b')
  })
})

describe('the tenant service', () => {
  it('[spec 3.4] the tenant service starts with tenant name and tenant id', () => {
    expect(startTenantService({ tenantName: 'Harbor', tenantId: 'harbor' })).toEqual({ id: 'harbor', name: 'Harbor' })
  })
  it('[spec 3.6] the tenant name is held in the session', () => {
    startTenantService({ tenantName: 'Harbor', tenantId: 'harbor' })
    expect(sessionStorage.getItem('assay/tenant-name')).toBe('Harbor')
  })
  const unknown = { tenantName: 'organizations', tenantId: '' }
  const meridian = { id: 'a55a0002-0000-4000-8000-000000000001', name: 'Meridian' }
  it('the tenant service goes on with the tenant of this tab, else with the last one, else with all organizations', () => {
    expect(startTenantService(unknown)).toEqual({ id: '', name: 'organizations' })
    recordTenantName(meridian)
    sessionStorage.clear()
    expect(startTenantService(unknown)).toEqual(meridian)
    // Another tab switches to another tenant; this one stays.
    storeTabAccount({ homeAccountId: 'bo.meridian', tenantId: meridian.id })
    localStorage.setItem('assay/last-tenant', '{"id":"a55a0001-0000-4000-8000-000000000001","name":"Harbor"}')
    expect(startTenantService(unknown)).toEqual(meridian)
    expect(tenantNames()).toEqual({ [meridian.id]: 'Meridian' })
  })
  it('the tenant service is not misled by a damaged last tenant', () => {
    for (const damaged of [
      '{"id":',
      '[]',
      '{"id":7,"name":"x"}',
      'null',
      '{"id":"","name":"x"}',
      '{"id":"x","name":"x"}',
      '{"id":"\\"}","name":"x"}',
    ]) {
      localStorage.setItem('assay/last-tenant', damaged)
      expect(startTenantService(unknown), damaged).toEqual({ id: '', name: 'organizations' })
    }
  })
  it('the tenant service starts with all organizations when the address says that the sign-in knows none of before', () => {
    recordTenantName(meridian)
    storeTabAccount({ homeAccountId: 'bo.meridian', tenantId: meridian.id })
    expect(startTenantService(unknown, '?tenant=organizations')).toEqual({ id: '', name: 'organizations' })
    expect(startTenantService(unknown, '?period=90d')).toMatchObject({ id: meridian.id })
  })
})

describe('constants of the sign-in', () => {
  it('[spec 9.6] time-outs: 60000 ms window hash, 10000 ms iframe hash, 30000 ms redirect navigation, 2000 ms native broker handshake', () => {
    expect(libraryTimeouts).toEqual({
      popupBridgeTimeout: 60_000,
      iframeBridgeTimeout: 10_000,
      redirectNavigationTimeout: 30_000,
      nativeBrokerHandshakeTimeout: 2000,
    })
  })
  it('[spec 9.5] frame load time-out 30000 ms', () => expect(silentTimeout).toBe(30_000))
  it('[spec 7.2] the redirect URI is the origin plus /api/auth', () => expect(redirectPath).toBe('/api/auth'))
  it('[spec 7.3] sign-out ends on /signed-out', () => expect(signedOutPath).toBe('/signed-out'))
})
