import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { storeDirectoryRoles } from '../session/identity/tenant.ts'
import { startBackendTarget } from '../site/backend-target.ts'
import { MemoryStorage } from '../storage/testing/memory-storage.ts'
import { setTelemetryContext } from '../telemetry/telemetry.ts'
import { consoleApiBase, environmentKindOf, headersOf, setRequestContext } from './request-context.ts'

const id = 'a55a0002-0000-4000-8000-000000000001'
const box = 'a55a0002-0000-4000-8000-000000000004'
const backends = { Perf: 'https://perf.example.net', Custom: 'https://{value}.example.net' }
const at = (search: string) => {
  vi.stubGlobal('location', { origin: 'https://c.example', search, href: `https://c.example/${search}` })
  startBackendTarget(backends, () => undefined)
}

beforeEach(() => {
  vi.stubGlobal('localStorage', new MemoryStorage())
  vi.stubGlobal('sessionStorage', new MemoryStorage())
  vi.stubGlobal('history', { replaceState: () => undefined, state: null })
  const apis = {
    Console: { baseUri: '/api/console' },
    Risk_API: { baseUri: '/v1.0' },
    Sandbox_Risk_API: { ref: 'Risk_API', path: '/box' },
  }
  vi.stubGlobal('document', { getElementById: () => ({ textContent: JSON.stringify({ apis }) }) })
  at('')
  storeDirectoryRoles(['62e90394-69f5-4237-9190-012177145e10'])
  setTelemetryContext({ assignedRoles: [], environmentId: id })
  setRequestContext({
    tenant: { id: 'harbor', name: 'Harbor' },
    tenantConfiguration: { assignedRoles: ['FraudEngineer', 'ManualReviewAnalyst'] },
    environments: [
      { id, kind: 'production' },
      { id: box, kind: 'sandbox' },
    ],
  } as unknown as Parameters<typeof setRequestContext>[0])
})
afterEach(() => vi.unstubAllGlobals())

describe('headers of a call', () => {
  it('[spec 7.5] correlation id, environment id, tenant id, assigned roles, Azure roles and environment base URL; custom auth on a test backend only', () => {
    expect(headersOf('c-1', { environmentId: id })).toEqual({
      'x-ms-correlation-id': 'c-1',
      'x-ms-dfpenvid': id,
      'x-ms-tenantid': 'harbor',
      'x-assay-assigned-roles': 'FraudEngineer,ManualReviewAnalyst',
      'x-assay-azure-roles': '62e90394-69f5-4237-9190-012177145e10',
      'x-assay-environment-base-url': 'https://c.example/v1.0',
    })
    at('?custom=team-a')
    expect(headersOf('c-1', { environmentId: id })).toMatchObject({
      'x-assay-custom-auth': 'Custom=team-a',
      'x-assay-environment-base-url': 'https://team-a.example.net/v1.0',
    })
    at('?perf=true')
    expect(headersOf('c-1', {})).toMatchObject({ 'x-assay-custom-auth': 'Perf', 'x-ms-dfpenvid': id })
  })
  it('the environment decides which resource the token is for, and where its risk API is', () => {
    expect([environmentKindOf(id), environmentKindOf(box), environmentKindOf('unknown')]).toEqual([
      'production',
      'sandbox',
      'production',
    ])
    expect(headersOf('c-1', { environmentId: box })['x-assay-environment-base-url']).toBe('https://c.example/v1.0/box')
  })
  it('calls go to the chosen backend, else to the console’s own', () => {
    expect(consoleApiBase()).toBe('https://c.example/api/console')
    at('?perf=true')
    expect(consoleApiBase()).toBe('https://perf.example.net/api/console')
  })
})
