/* The snapshot is passed from one page of a tab to the next: another account is another page, and so is a reload. */

const cacheName = 'assay-sample-data'
const snapshotUrl = (tab: string) => `/sample-data/${tab}`
const createdAtHeader = 'x-made-at'
/** When the copy was begun: what was changed until then is in it. */
const copiedAtHeader = 'x-copied-at'
/** Times of the sample are relative to the moment when it was made. */
const maxAge = 12 * 3_600_000

export interface Snapshot {
  data: Blob
  madeAt: number
}

const isFresh = (answer: Response | undefined): answer is Response =>
  answer !== undefined && Date.now() - Number(answer.headers.get(createdAtHeader)) < maxAge

/**
 * The snapshot of this tab and this build; null without one, or when the browser blocks its storage. Old snapshots of
 * other tabs are deleted.
 */
export async function readSnapshot(tab: string, revision: string): Promise<Snapshot | null> {
  try {
    const cache = await caches.open(cacheName)
    for (const request of await cache.keys()) if (!isFresh(await cache.match(request))) await cache.delete(request)
    const found = await cache.match(snapshotUrl(tab))
    if (!found || found.headers.get('etag') !== revision) return null
    return { data: await found.blob(), madeAt: Number(found.headers.get(createdAtHeader)) }
  } catch {
    return null
  }
}

/** Where the browser refuses, the next page makes its data anew. `begun`: when the copy was begun. */
export async function writeSnapshot(
  { data, madeAt: at }: Snapshot,
  begun: number,
  tab: string,
  revision: string,
): Promise<void> {
  try {
    await (await caches.open(cacheName)).put(
      snapshotUrl(tab),
      new Response(data, {
        headers: { etag: revision, [createdAtHeader]: String(at), [copiedAtHeader]: String(begun) },
      }),
    )
  } catch {
    // Storage is full or blocked.
  }
}

export async function deleteSnapshot(tab: string): Promise<void> {
  try {
    await (await caches.open(cacheName)).delete(snapshotUrl(tab))
  } catch {
    // Nothing was stored.
  }
}
