import { lazy } from 'react'

/** Delays in milliseconds before a part that failed to load is fetched again; the last one repeats. */
const retryDelays = [1000, 3000, 10_000]

/**
 * The messages of browsers and the bundler for a script, a stylesheet or a file that failed to load; a broken part that
 * did load fails with another one.
 */
const isLoadError = (error: unknown) =>
  error instanceof Error &&
  /dynamically imported module|module script failed|preload CSS|^Loading (CSS )?chunk|^Failed to fetch|^NetworkError when|^Load failed/i.test(
    error.message,
  )

/** Retries a load until it succeeds. @throws errors that are not caused by the network */
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
 * `lazy` for a part of a page: while it cannot be fetched its `Suspense` shows the fallback, and it is rendered once
 * the connection is back. A hint or a menu that fails to load must not replace the page around it, with all input
 * there.
 */
export const lazyPart: typeof lazy = load => lazy(() => retryUntilLoaded(load))
