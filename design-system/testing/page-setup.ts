import { cleanup } from '@testing-library/react'
import { afterEach, vi } from 'vitest'

/** Tests of hooks share their modules and their document: each test restores them. */
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  localStorage.clear()
  sessionStorage.clear()
  document.body.replaceChildren()
})
