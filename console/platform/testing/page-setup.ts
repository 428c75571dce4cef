import { cleanup } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { recordResponse } from '../offline/connection.ts'
import { stubLayout } from './dom-stubs.ts'
import { sharedQueryClient } from './hook-wrapper.ts'

/**
 * What a page still requests after its test, when the stub of the service is gone, is never answered: a request that
 * failed would take the pages of the next tests offline.
 */
globalThis.fetch = () => new Promise(() => {})

beforeEach(stubLayout)

/** Tests of pages share their modules and their document: each leaves them as it found them. */
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  recordResponse(null, 200)
  sharedQueryClient.clear()
  localStorage.clear()
  sessionStorage.clear()
  history.replaceState(null, '', '/')
  document.body.replaceChildren()
})
