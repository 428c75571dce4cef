import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SiteConfiguration } from '../contract/site-configuration.ts'
import { readSettings } from '../kernel/settings/settings.ts'
import { createBuildReader } from './console-pages.ts'
import { type ConsoleSiteDeps, createConsoleSite, policySource } from './console-site.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'assay-site-'))
const harbor = {
  id: 'a55a0001-0000-4000-8000-000000000001',
  name: 'Harbor Retail',
  demo: true,
  domains: ['harbor.example'],
}
const meridian = {
  ...harbor,
  id: 'a55a0001-0000-4000-8000-000000000002',
  name: 'Meridian Games',
  domains: ['meridian.example'],
}

beforeAll(() => {
  mkdirSync(path.join(folder, 'dist'))
  writeFileSync(
    path.join(folder, 'index.html'),
    '<!doctype html><html><head><!--site-configuration--></head><body></body></html>',
  )
  writeFileSync(path.join(folder, 'build.txt'), '20250702.2\n')
})
afterAll(() => rmSync(folder, { recursive: true }))

function site(more: Partial<ConsoleSiteDeps> = {}, tenants = [harbor, meridian]) {
  return createConsoleSite({
    folder,
    originOf: (_environment, request) => new URL(request.url).origin,
    monitoring: 'InstrumentationKey=1;IngestionEndpoint=https://monitor.example',
    authorityOrigin: null,
    build: null,
    publicDemo: false,
    identity: {
      tenants: {
        all: () => Promise.resolve(tenants),
        find: name => Promise.resolve(tenants.find(tenant => tenant.id === name || tenant.domains.includes(name))),
        forget: () => undefined,
      },
      configuration: () => ({
        appId: 'app-1',
        authority: 'https://login.example/{tenant}',
        authorityMetadata: null,
        productionResourceUri: 'https://api.example',
        sandboxResourceUri: 'https://api-int.example',
      }),
    },
    ...more,
  })
}
async function open(address: string, app = site()) {
  const answer = await app.request(`https://c.example${address}`)
  const block =
    /<script type="application\/json" id="site-configuration"[^>]*>([^<]*)</.exec(await answer.text())?.[1] ?? ''
  return {
    policy: answer.headers.get('content-security-policy') ?? '',
    cache: answer.headers.get('cache-control'),
    site: JSON.parse(block) as SiteConfiguration,
  }
}

describe('the site configuration of a page', () => {
  it('[spec 1.2] the site configuration of a page supplies tenant name, tenant id, app id, production and sandbox resource URI and a monitoring connection string', async () => {
    const page = await open('/?tenant=harbor.example')
    expect(page.site).toMatchObject({
      tenantName: 'Harbor Retail',
      tenantId: harbor.id,
      appId: 'app-1',
      productionResourceUri: 'https://api.example',
      sandboxResourceUri: 'https://api-int.example',
      monitoringConnectionString: 'InstrumentationKey=1;IngestionEndpoint=https://monitor.example',
      build: '20250702.2',
    })
    expect(page.cache).toBe('no-store')
  })
  it('the site configuration of a page names the tenant of the address, the only one, or organizations', async () => {
    expect((await open('/')).site).toMatchObject({ tenantName: 'organizations', tenantId: '', basePath: '' })
    expect((await open('/meridian.example/search')).site).toMatchObject({
      tenantName: 'Meridian Games',
      basePath: '/meridian.example',
    })
    expect((await open('/search?tenant=meridian.example')).site).toMatchObject({
      tenantName: 'Meridian Games',
      basePath: '',
    })
    expect((await open('/', site({}, [harbor]))).site).toMatchObject({ tenantName: 'Harbor Retail' })
  })
  it('the site configuration of a page tells a person on the page of the console that there is no such organization, and a program with a status alone', async () => {
    const page = await site().request('https://c.example/nobody.example/search', {
      headers: { accept: 'text/html,*/*;q=0.8' },
    })
    expect(page.status).toBe(404)
    const text = await page.text()
    expect(text).toContain('"basePath":""')
    expect(text).toContain('"tenantName":"organizations"')
    const bare = await site().request('https://c.example/nobody.example/search')
    expect([bare.status, await bare.text()]).toEqual([404, '404 Not Found'])
  })
  it('[spec 3.7] the site configuration of a page has a base URI per named API, those of the settings before its own', async () => {
    const { apis } = readSettings({ ASSAY_APIS: 'Risk_API=https://risk.example/, Sandbox_Risk_API=Risk_API/box' })
    const page = await open('/', site({ site: { apis, backends: {}, features: {} } }))
    expect(page.site.apis).toEqual({
      Console: { baseUri: '/api/console' },
      Risk_API: { baseUri: 'https://risk.example' },
      Sandbox_Risk_API: { ref: 'Risk_API', path: '/box' },
      Fingerprinting: { ref: 'Risk_API', path: '/fingerprinting' },
      Telemetry: { baseUri: '/api/telemetry' },
    })
    expect(page.policy).toContain("connect-src 'self' https://monitor.example https://risk.example;")
  })
  it('the site configuration of a page lets the page talk to the configured backends and to no others', async () => {
    const { backends } = readSettings({
      ASSAY_BACKENDS: 'perf=https://perf.example:8443/base custom=https://{value}.example.net',
    })
    const page = await open('/', site({ site: { apis: {}, backends, features: { maps: false } } }))
    expect(page.site.alternateBackends).toEqual({
      Perf: 'https://perf.example:8443/base',
      Custom: 'https://{value}.example.net',
    })
    expect(page.policy).toContain(
      "connect-src 'self' https://monitor.example https://perf.example:8443 https://*.example.net;",
    )
    expect(page.site.features).toEqual({ copilot: true, mockData: true, lossPrevention: false, maps: false })
    expect((await open('/')).site.alternateBackends).toBeUndefined()
  })
  it.each([
    ['https://x.example/a/b', 'https://x.example'],
    ['https://{value}.example.net', 'https://*.example.net'],
    ['https://fp-{value}.example.net:1', 'https://*.example.net:1'],
    ['https://x.example/{value}', 'https://x.example'],
    ['/api/console', null],
  ])('the policy source of %s is %s', (address, source) => expect(policySource(address)).toBe(source))
})

describe('addresses below /api', () => {
  it.each(['/api/Purchase', '/api/accountlogin', '/api/assessment%3APickup'])(
    '%s is a page of the console',
    async path => {
      const answer = await site().request(`https://c.example${path}`, { headers: { accept: 'text/html' } })
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/html')])
    },
  )
  it.each([
    '/api',
    '/api/',
    '/api/console',
    '/api/telemetry',
    '/api/v1',
    '/api/v1/health',
    '/api/console/rpc',
    '/api/a/b',
  ])('%s belongs to the service', async path => {
    expect((await site().request(`https://c.example${path}`, { headers: { accept: 'text/html' } })).status).toBe(404)
  })
})

describe('the served build', () => {
  it('the served build is told uncached, and differs when the console was built anew under the same number', async () => {
    const answer = await site().request('https://c.example/api/build')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const before = (await answer.json()) as { build: string; revision: string }
    expect(before.build).toBe('20250702.2')
    writeFileSync(
      path.join(folder, 'index.html'),
      '<!doctype html><html><head><!--site-configuration--><title>2</title></head></html>',
    )
    expect(createBuildReader(folder, null)().revision).not.toBe(before.revision)
  })
  it('[spec 9.19] the served build can be set, and has its form also without a built console', () => {
    expect(createBuildReader(folder, '20260101.7')().build).toBe('20260101.7')
    expect(createBuildReader(path.join(folder, 'nowhere'), null)().build).toMatch(/^\d{8}\.1$/)
  })
})

describe('settings of the site', () => {
  it.each([
    ['ASSAY_APIS', 'Risk_API'],
    ['ASSAY_APIS', 'Risk API=https://x'],
    ['ASSAY_BACKENDS', 'Perf=ftp://x'],
    ['ASSAY_BACKENDS', 'Nowhere=https://x.example'],
    ['ASSAY_BACKENDS', 'IntZ=https://x.example'],
    ['ASSAY_BACKENDS', 'Custom=https://x.example'],
    ['ASSAY_BACKENDS', 'Perf=https://{value}.example'],
    ['ASSAY_FEATURES', 'everything'],
    ['ASSAY_CONSOLE_ORIGINS', 'https://x.example/path'],
    ['ASSAY_BUILD', '2025.7'],
  ])('%s refuses %s', (name, value) => {
    expect(() => readSettings({ [name]: value })).toThrow(
      expect.objectContaining({ code: 'setting-invalid', message: expect.stringContaining(name) }),
    )
  })
  it('settings of the site are empty by default', () => {
    expect(readSettings({})).toMatchObject({ apis: {}, backends: {}, features: {}, consoleOrigins: [], build: null })
    expect(readSettings({ ASSAY_FEATURES: 'copilot,-maps' }).features).toEqual({ copilot: true, maps: false })
  })
})
