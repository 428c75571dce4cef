import type { Ports } from '../../../ports/index.ts'
import {
  contentOf,
  fileEntries,
  headOf,
  insertLinks,
  type Link,
  lastLink,
  putHead,
  takeWaiting,
} from './chain-store.ts'
import { contentHash, createSalt, entryHash, firstHash, linkHash } from './entry-hashes.ts'
import { type HeadSigner, type SignedHead, signHead } from './head-signatures.ts'

/** Entries that are linked at a time. */
const batch = 500

/** The day of a time of ISO 8601. */
const dayOf = (time: string): string => time.slice(0, 10)

/**
 * Returns the states to sign: the newest one for the current day, and the last one of each day that entries are of. When
 * many entries are linked late, the proof of a day is signed close to its entries.
 */
function headsOf(
  tenantId: string,
  now: Date,
  links: readonly { day: string; seq: number; hash: string }[],
): SignedHead[] {
  const today = dayOf(now.toISOString())
  const last = links.at(-1)
  if (last === undefined) return []
  // Of each day the last one; an entry whose clock was ahead is of the current day.
  const byDay = new Map(links.filter(({ day }) => day < today).map(link => [link.day, link]))
  return [...byDay.values(), { ...last, day: today }].map(({ day, seq, hash }) => ({ tenantId, day, seq, hash }))
}

/**
 * Links the entries that were committed since the last run to the chains of their tenants, and signs the new state of
 * the day. Then the entries get their places in the indexes of the search. Changes do not wait for it: it runs apart from
 * them, shortly afterwards. Returns whether more wait.
 */
export function linkEntries(
  { db, clock }: Pick<Ports, 'db' | 'clock'>,
  signer: HeadSigner,
): Promise<{ more: boolean }> {
  return db.transaction().execute(async trx => {
    const entries = await takeWaiting(trx, batch)
    if (entries === null || entries.length === 0) return { more: false }
    const now = clock()
    for (const [tenantId, own] of Map.groupBy(
      entries.filter(({ linked }) => !linked),
      entry => entry.tenantId,
    )) {
      const last = await lastLink(trx, tenantId)
      let { seq, hash } = last ?? { seq: 0, hash: await firstHash(tenantId) }
      const links: (Link & { day: string })[] = []
      for (const entry of own) {
        const salt = createSalt()
        const ofContent = await contentHash(contentOf(entry), salt)
        const ofEntry = await entryHash(headOf(entry), ofContent)
        hash = await linkHash(hash, ofEntry)
        seq += 1
        links.push({
          tenantId,
          seq,
          entryId: entry.id,
          salt,
          contentHash: ofContent,
          entryHash: ofEntry,
          hash,
          day: dayOf(entry.at),
        })
      }
      await insertLinks(trx, links, now)
      for (const head of headsOf(tenantId, now, links))
        await putHead(trx, head, await signHead(head, signer), signer.publicJwk)
    }
    await fileEntries(
      trx,
      entries.map(({ id }) => id),
    )
    return { more: entries.length === batch }
  })
}
