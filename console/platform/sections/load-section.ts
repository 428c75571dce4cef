import { ChunkLoadError, chunkError, isChunkError } from '../errors/chunk-errors.ts'
import { logLevels, trackError } from '../telemetry/telemetry.ts'
import { checkBuild } from './newer-build.ts'

/** Milliseconds until a script times out. */
export const scriptTimeout = 120_000

/** Imports the same script again, at an address that the browser has not recorded as failed. */
type Reimport<T> = (url: string) => Promise<T>

async function withTimeout<T>(id: string, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new ChunkLoadError(id, 'timeout', location.origin)), scriptTimeout)
  })
  return Promise.race([work, late])
    .catch((error: unknown) => {
      throw chunkError(id, error)
    })
    .finally(() => clearTimeout(timer))
}

const reimport: Reimport<unknown> = url => import(/* @vite-ignore */ url) as Promise<unknown>

/**
 * Fetches a section: within 120 s, and silently once more when that fails. A browser remembers a script that it could
 * not fetch, so that the second attempt uses another address of the same file.
 * @throws ChunkLoadError or CssChunkLoadError, reported already, when the section cannot be fetched
 */
export async function loadSection<T>(
  id: string,
  load: () => Promise<T>,
  again: Reimport<T> = reimport as Reimport<T>,
): Promise<T> {
  try {
    return await withTimeout(id, load())
  } catch (first) {
    if (!isChunkError(first)) throw first
    try {
      const url = first instanceof ChunkLoadError && first.type === 'error' ? first.request : ''
      // The whole section with its imports: where the browser does fetch a failed script again, the plain import
      // succeeds.
      return await withTimeout(
        id,
        load().catch((error: unknown) => {
          if (url === '') throw error
          return again(`${url}${url.includes('?') ? '&' : '?'}again=${Date.now()}`)
        }),
      )
    } catch (error) {
      trackError(error, logLevels.error)
      void checkBuild()
      throw error
    }
  }
}
