// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const held = new Set<string>()
/** The locks of the browser: one that another tab has is refused when the wait is over. */
const locks = {
  request: (name: string, { signal }: { signal: AbortSignal }, use: () => Promise<unknown>) =>
    held.has(name)
      ? new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))
      : use(),
}
const assign = vi.fn<(address: string) => void>()
const reload = vi.fn<() => void>()

/** The module as a page has it that was just opened. */
async function openPage() {
  vi.resetModules()
  return import('./tab-preview.ts')
}

beforeEach(() => {
  sessionStorage.clear()
  held.clear()
  assign.mockClear()
  reload.mockClear()
  const configuration = document.createElement('script')
  configuration.type = 'application/json'
  configuration.id = 'site-configuration'
  configuration.textContent = JSON.stringify({ basePath: '' })
  document.head.replaceChildren(configuration)
  vi.stubGlobal('navigator', { locks })
  vi.stubGlobal('location', { assign, reload, origin: 'https://console.example', href: 'https://console.example/' })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

it('names no preview in calls of a tab that has none', async () => {
  const page = await openPage()
  expect(await page.previewHeaders()).toEqual({})
  expect(page.isPreviewTab()).toBe(false)
})

it('names the preview in every call of its tab, also after a reload', async () => {
  const page = await openPage()
  page.openTabPreview('preview-1', 'environment-1')
  expect(assign).toHaveBeenCalledWith(expect.stringMatching(/\/\?env=environment-1$/))
  const next = await openPage()
  expect(await next.previewHeaders()).toEqual({ 'x-assay-preview': 'preview-1' })
  expect(await next.previewHeaders()).toEqual({ 'x-assay-preview': 'preview-1' })
})

it('has no preview in a copy of its tab, once another one has it', async () => {
  const page = await openPage()
  page.openTabPreview('preview-1', 'environment-1')
  held.add('assay/rights-preview preview-1')
  const copy = await openPage()
  expect(await copy.previewHeaders()).toEqual({})
  expect(copy.isPreviewTab()).toBe(false)
})

it('ends the preview on the service when it is left, and where that fails it is left all the same', async () => {
  const page = await openPage()
  page.openTabPreview('preview-1', 'environment-1')
  const end = vi.fn(() => Promise.reject(new Error('no connection')))
  page.setPreviewEnd(end)
  await page.leaveTabPreview('environment-1')
  expect(end).toHaveBeenCalledExactlyOnceWith('preview-1')
  expect(assign).toHaveBeenLastCalledWith(expect.stringMatching(/\/settings\/access\?env=environment-1$/))
  expect(await page.previewHeaders()).toEqual({})
  // Nothing is left to end.
  await page.endTabPreview()
  expect(end).toHaveBeenCalledTimes(1)
})

it('tells of the end of a preview that the service has ended', async () => {
  const page = await openPage()
  page.openTabPreview('preview-1', 'environment-1')
  page.forgetTabPreview()
  expect(reload).toHaveBeenCalledTimes(1)
  const next = await openPage()
  expect([next.isPreviewTab(), next.hasPreviewEnded()]).toEqual([false, true])
  next.forgetPreviewEnd()
  expect(next.hasPreviewEnded()).toBe(false)
})
