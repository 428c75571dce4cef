import { lazyPart, useAfterFirstPaint } from '@assay/design-system'
import { useQueryClient } from '@tanstack/react-query'
import { type ComponentType, Suspense, startTransition, useEffect, useState } from 'react'

/** At the latest after this time a deferred part is fetched, whatever the page still waits for. */
const maxDelay = 3000

let firstDataLoaded = false

/** True when the first data of the visit have arrived: from then on the rest may be fetched. */
function useFirstDataLoaded(): boolean {
  const [loaded, setLoaded] = useState(firstDataLoaded)
  const client = useQueryClient()
  useEffect(() => {
    // Once they have arrived, no part listens to the requests of the pages any more.
    if (loaded) return
    const done = () => {
      firstDataLoaded = true
      // A transition: the placeholder stays until the code is loaded. The fallback would stay 300 ms longer (React
      // shows fallbacks at least that long).
      startTransition(() => setLoaded(true))
    }
    let fetching: number | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    const wait = () => {
      const count = client.isFetching()
      if (count === fetching) return
      fetching = count
      clearTimeout(timer)
      // A moment without a request: between the session and the page's own data lies less.
      timer = setTimeout(done, count === 0 ? 150 : maxDelay)
    }
    wait()
    const unsubscribe = client.getQueryCache().subscribe(wait)
    return () => {
      unsubscribe()
      clearTimeout(timer)
    }
  }, [client, loaded])
  return loaded
}

/**
 * A part of a page that is not needed before the first figures, menus above all: its code is fetched after them. Until
 * then `Placeholder` replaces it with the same look and size, as text.
 */
export function deferred<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Placeholder: ComponentType<Props>,
): ComponentType<Props> {
  const Loaded = lazyPart(async () => ({ default: await load() }))
  return function Deferred(props: Props) {
    const placeholder = <Placeholder {...props} />
    // On a later visit all code is loaded already; the page's title and figures are painted one frame earlier all the
    // same.
    const painted = useAfterFirstPaint()
    const isFetched = useFirstDataLoaded() && painted
    return <Suspense fallback={placeholder}>{isFetched ? <Loaded {...props} /> : placeholder}</Suspense>
  }
}
