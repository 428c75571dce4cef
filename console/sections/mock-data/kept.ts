/* What is stored goes over from one page of a tab to the next: another account is another page, and so is a reload. */

const cacheName = 'assay-sample-data'
const addressOf = (tab: string) => `/sample-data/${tab}`
const madeAt = 'x-made-at'
/** When the copy was begun: what was changed until then is in it. */
const copiedAt = 'x-copied-at'
/** Times of the sample are relative to the moment when it was made. */
const freshFor = 12 * 3_600_000

export interface Kept {
  data: Blob
  madeAt: number
}

const isFresh = (answer: Response | undefined): answer is Response =>
  answer !== undefined && Date.now() - Number(answer.headers.get(madeAt)) < freshFor

/**
 * What this tab kept of this build; null when there is nothing, or the browser keeps nothing. What other tabs left long
 * ago goes.
 */
export async function readKept(tab: string, revision: string): Promise<Kept | null> {
  try {
    const cache = await caches.open(cacheName)
    for (const request of await cache.keys()) if (!isFresh(await cache.match(request))) await cache.delete(request)
    const found = await cache.match(addressOf(tab))
    if (!found || found.headers.get('etag') !== revision) return null
    return { data: await found.blob(), madeAt: Number(found.headers.get(madeAt)) }
  } catch {
    return null
  }
}

/** Where the browser refuses, the next page makes its data anew. `begun`: when the copy was begun. */
export async function keep({ data, madeAt: at }: Kept, begun: number, tab: string, revision: string): Promise<void> {
  try {
    await (await caches.open(cacheName)).put(
      addressOf(tab),
      new Response(data, { headers: { etag: revision, [madeAt]: String(at), [copiedAt]: String(begun) } }),
    )
  } catch {
    // No room, or a browser that keeps nothing.
  }
}

export async function forgetKept(tab: string): Promise<void> {
  try {
    await (await caches.open(cacheName)).delete(addressOf(tab))
  } catch {
    // Nothing was kept.
  }
}
