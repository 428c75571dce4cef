import { ChunkLoadError, chunkError, isChunkError } from '../errors/chunk-errors.ts'
import { logLevels, trackError } from '../telemetry/telemetry.ts'
import { checkBuild } from './newer-build.ts'

/** How long a script may take: milliseconds. */
export const scriptTimeout = 120_000

/** The same once more, at an address that the browser has not given up on. */
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
 * Fetches a section: within 120 s, and once more without a word when that fails. A browser remembers a script that it
 * could not fetch, so that the second try asks for another address of the same file.
 * @throws ChunkLoadError or CssChunkLoadError, reported already, when it does not arrive
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
      // The whole section with all it stands on: when the browser asks anew by itself, the plain way works.
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
