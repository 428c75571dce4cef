import { waitFor } from '@testing-library/react'
import { afterEach } from 'vitest'

interface ScriptAnswer {
  /** The script defines nothing. */
  empty?: boolean
  /** What the frame reports. */
  response?: string | null
  /** The frame reports nothing. */
  silent?: boolean
}

const findScript = (): HTMLScriptElement | null => document.querySelector('script[src*="/mdt.js"]')

/** Stands in for the fingerprinting script, which jsdom does not load, and for its frame. */
export function stubFingerprinting({ empty = false, response = null, silent = false }: ScriptAnswer = {}) {
  const added = async (): Promise<HTMLScriptElement> =>
    waitFor(() => {
      const script = findScript()
      if (script === null) throw new Error('The page has not added the script.')
      return script
    })
  const load = (): void => {
    const script = findScript()
    if (script === null) throw new Error('The page has not added the script.')
    const { origin, searchParams } = new URL(script.src)
    if (!empty)
      window.dfp = {
        url: `${origin}/fpt`,
        sessionId: searchParams.get('session_id') ?? '',
        doFpt: (page, callback) => {
          const frame = page.createElement('iframe')
          frame.id = 'fpt_frame'
          page.body.append(frame)
          queueMicrotask(() => {
            frame.dispatchEvent(new Event('load'))
            if (!silent) callback?.(response)
          })
        },
      }
    script.dispatchEvent(new Event('load'))
  }
  return { added, load }
}

afterEach(() => {
  findScript()?.remove()
  window.dfp = undefined
})
