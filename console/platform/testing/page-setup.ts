import { cleanup } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { stubLayout } from './dom-stubs.ts'
import { sharedQueryClient } from './hook-wrapper.ts'

beforeEach(stubLayout)

/** Tests of pages share their modules and their document: each leaves them as it found them. */
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  sharedQueryClient.clear()
  localStorage.clear()
  sessionStorage.clear()
  history.replaceState(null, '', '/')
  document.body.replaceChildren()
})
