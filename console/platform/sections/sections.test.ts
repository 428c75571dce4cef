import { existsSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { buildVersion } from '../../build/build-version-plugin.ts'
import { chunkFileName, sectionFiles } from '../../build/chunks/chunk-names.ts'
import config from '../../vite.config.ts'
import { ChunkLoadError, CssChunkLoadError, chunkError, isChunkError } from '../errors/chunk-errors.ts'
import { loadSection, scriptTimeout } from './load-section.ts'
import { buildCheckInterval, isOtherBuild } from './newer-build.ts'
import { sectionNames } from './section-names.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('location', { origin: 'https://c.example' })
  vi.stubGlobal('document', { getElementById: () => null })
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const url = 'https://c.example/dist/Dashboard-abc.js'
const failed = new TypeError(`Failed to fetch dynamically imported module: ${url}`)

describe('sections', () => {
  it('[spec 2.1] 25 sections are named, and each that exists is one chunk under its name, as are the parts of one', () => {
    expect([...sectionNames].sort()).toEqual(
      [
        'NotificationCallout',
        'AssessmentReports',
        'CaseManagement',
        'Search',
        'Fraud',
        'PerformanceMetrics',
        'Dashboard',
        'Integration',
        'Copilot',
        'TourDialog',
        'Notifications',
        'AzureMaps',
        'GraphExplorer',
        'TransactionReviewPage',
        'MockData',
        'Boot',
        'FcraDialog',
        'MonitoringReport',
        'Data',
        'ExternalTile',
        'AdminSettings',
        'Settings',
        'Environments',
        'LossPrevention',
        'OntologyExplorer',
      ].sort(),
    )
    const name = chunkFileName()
    const files = [...sectionFiles()]
    expect(files.map(([, section]) => section)).toEqual(
      expect.arrayContaining(['Boot', 'Dashboard', 'Search', 'TransactionReviewPage', 'Data']),
    )
    expect(new Set(files.map(([, section]) => section)).size).toBe(files.length)
    for (const [file, section] of files) {
      expect(sectionNames).toContain(section.split('-')[0])
      expect(existsSync(file), file).toBe(true)
      expect(name({ facadeModuleId: file })).toBe(`dist/${section}-[hash].js`)
    }
    expect(name({ facadeModuleId: '/x/console/sections/tour-dialog/tour-dialog.tsx' })).toBe(
      'dist/TourDialog-[hash].js',
    )
    expect(name({ facadeModuleId: '/x/console/sections/dashboard/period/period-menu.tsx' })).toBe(
      'dist/[name]-[hash].js',
    )
    expect(name({ facadeModuleId: null })).toBe('dist/[name]-[hash].js')
  })
  it('[spec 9.18] assets load from /dist/', () => expect(config).toMatchObject({ build: { assetsDir: 'dist' } }))
})

describe('a script that does not come', () => {
  it('[spec 8.6] a script that does not come is a ChunkLoadError with the message, the failure type and the address', async () => {
    const error = chunkError('Dashboard', failed)
    expect(error).toBeInstanceOf(ChunkLoadError)
    expect(error).toMatchObject({
      name: 'ChunkLoadError',
      message: `Loading chunk Dashboard failed.\n(error: ${url})`,
      type: 'error',
      request: url,
    })
    for (const text of [`error loading dynamically imported module: ${url}`, 'Importing a module script failed.'])
      expect(isChunkError(chunkError('X', new TypeError(text)))).toBe(true)
    const own = new Error('x is not a function')
    expect(chunkError('Dashboard', own)).toBe(own)
    await expect(
      loadSection(
        'Dashboard',
        () => Promise.reject(failed),
        () => Promise.reject(failed),
      ),
    ).rejects.toMatchObject({ name: 'ChunkLoadError', message: `Loading chunk Dashboard failed.\n(error: ${url})` })
  })
  it('[spec 9.17] a script that does not come is given up after 120 seconds', async () => {
    const load = vi.fn(() => new Promise<never>(() => undefined))
    const ended = expect(loadSection('Data', load)).rejects.toMatchObject({
      name: 'ChunkLoadError',
      message: 'Loading chunk Data failed.\n(timeout: https://c.example)',
    })
    await vi.advanceTimersByTimeAsync(scriptTimeout)
    expect(load).toHaveBeenCalledTimes(2)
    await vi.advanceTimersByTimeAsync(scriptTimeout)
    await ended
    expect(scriptTimeout).toBe(120_000)
  })
  it('a script that does not come is asked for once more without a word', async () => {
    const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(failed).mockResolvedValueOnce('there')
    await expect(loadSection('Dashboard', load)).resolves.toBe('there')
    const again = vi.fn(() => Promise.resolve('there'))
    await expect(loadSection('Dashboard', () => Promise.reject(failed), again)).resolves.toBe('there')
    expect(again).toHaveBeenCalledExactlyOnceWith(
      expect.stringMatching(/^https:\/\/c\.example\/dist\/Dashboard-abc\.js\?again=\d+$/),
    )
  })
  it('an error inside of a section is no failure to load it', async () => {
    const own = new Error('broken')
    const load = vi.fn(() => Promise.reject(own))
    await expect(loadSection('Data', load)).rejects.toBe(own)
    expect(load).toHaveBeenCalledOnce()
  })
})

it('[spec 8.7] a stylesheet that does not come has the code CSS_CHUNK_LOAD_FAILED and the message', () => {
  const error = chunkError('Data', new Error('Unable to preload CSS for /dist/Data-abc.css'))
  expect(error).toBeInstanceOf(CssChunkLoadError)
  expect(error).toMatchObject({
    code: 'CSS_CHUNK_LOAD_FAILED',
    message: 'Loading CSS chunk Data failed.\n(/dist/Data-abc.css)',
    request: '/dist/Data-abc.css',
  })
})

describe('the build', () => {
  it('[spec 9.19] the build number has the form of 20250702.2: date and number', () => {
    const at = (text: string) => new Date(text)
    expect(
      buildVersion(
        [at('2025-07-02T18:00:00Z'), at('2025-07-02T08:00:00Z'), at('2025-07-01T23:00:00Z')],
        at('2026-01-01'),
        '',
      ),
    ).toBe('20250702.2')
    expect(buildVersion([], at('2025-07-02T12:00:00Z'), '')).toBe('20250702.1')
    expect(buildVersion([], at('2025-07-02T12:00:00Z'), '20250702.1\n')).toBe('20250702.2')
    expect(buildVersion([], at('2025-07-03T12:00:00Z'), '20250702.7')).toBe('20250703.1')
    expect(buildVersion([], at('2025-07-03T12:00:00Z'), 'nonsense')).toMatch(/^\d{8}\.\d+$/)
  })
  it('another one is noticed by its number or its content', () => {
    const page = { build: '20250702.2', revision: 'a' }
    expect(isOtherBuild(page, { build: '20250702.2', revision: 'a' })).toBe(false)
    expect(isOtherBuild(page, { build: '20250703.1', revision: 'a' })).toBe(true)
    expect(isOtherBuild(page, { build: '20250702.2', revision: 'b' })).toBe(true)
    for (const nonsense of [null, 'x', {}, { build: '1' }]) expect(isOtherBuild(page, nonsense)).toBe(false)
    expect(buildCheckInterval).toBe(600_000)
  })
})
