import { lazy } from 'react'

/** Milliseconds before a part that did not come is fetched again; the last one goes on. */
const retryDelays = [1000, 3000, 10_000]

/**
 * As browsers and the bundler call a script, a stylesheet or a file that did not come; a part that came and is broken
 * fails with other words.
 */
const isLoadError = (error: unknown) =>
  error instanceof Error &&
  /dynamically imported module|module script failed|preload CSS|^Loading (CSS )?chunk|^Failed to fetch|^NetworkError when|^Load failed/i.test(
    error.message,
  )

/** Fetches something until it arrives. @throws what is not the network's fault */
export async function retryUntilLoaded<T>(load: () => Promise<T>): Promise<T> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await load()
    } catch (error) {
      if (!isLoadError(error)) throw error
      await new Promise(resolve => setTimeout(resolve, retryDelays[Math.min(failures, retryDelays.length - 1)]))
    }
  }
}

/**
 * `lazy` for a part of a page: while it cannot be fetched its `Suspense` shows the fallback, and it comes with the
 * connection. A hint or a menu that does not arrive is not worth the page around it, with all that was typed there.
 */
export const lazyPart: typeof lazy = load => lazy(() => retryUntilLoaded(load))
