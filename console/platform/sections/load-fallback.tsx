import { type ComponentType, useEffect, useState } from 'react'
import { isChunkError } from '../errors/chunk-errors.ts'
import { ChunkError, QueryError } from '../errors/page-error.tsx'

interface LoadedPage {
  Component: ComponentType
}

/**
 * Replaces a section that could not be fetched; another visit fetches it again. The router's own fallback would leave
 * the whole page empty: for a route whose code failed it shows neither frame nor error.
 */
function createFailedSection(load: () => Promise<LoadedPage>, first: unknown): ComponentType {
  let shown = first
  return function FailedSection() {
    const [{ error, Page }, setState] = useState<{ error: unknown; Page: ComponentType | null }>(() => ({
      error: shown,
      Page: null,
    }))
    useEffect(() => {
      shown = undefined
      if (error !== undefined || Page) return
      let unmounted = false
      load().then(
        ({ Component }) => {
          if (!unmounted) setState({ error: undefined, Page: Component })
        },
        (reason: unknown) => {
          if (!unmounted) setState({ error: reason, Page: null })
        },
      )
      return () => {
        unmounted = true
      }
    }, [error, Page])
    if (Page) return <Page />
    if (error === undefined) return null
    return isChunkError(error) ? (
      <ChunkError page error={error} />
    ) : (
      <QueryError page error={error} onRetry={() => setState({ error: undefined, Page: null })} />
    )
  }
}

/** A section's page, or what stands in for it: never rejects. */
export function withLoadFallback(load: () => Promise<LoadedPage>): () => Promise<LoadedPage> {
  return () => load().catch((error: unknown) => ({ Component: createFailedSection(load, error) }))
}
