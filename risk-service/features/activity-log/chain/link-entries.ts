import type { Ports } from '../../../ports/index.ts'
import { contentOf, headOf, insertLinks, type Link, lastLink, putHead, takeUnlinked } from './chain-store.ts'
import { contentHash, createSalt, entryHash, firstHash, linkHash } from './entry-hashes.ts'
import { type HeadSigner, signHead } from './head-signatures.ts'

/** Entries that are linked at a time. */
const batch = 500

/**
 * Links the entries that were committed since the last run to the chains of their tenants, and signs the new state of
 * the day. Changes do not wait for it: it runs apart from them, shortly afterwards. Returns whether more wait.
 */
export function linkEntries(
  { db, clock }: Pick<Ports, 'db' | 'clock'>,
  signer: HeadSigner,
): Promise<{ more: boolean }> {
  return db.transaction().execute(async trx => {
    const entries = await takeUnlinked(trx, batch)
    if (entries === null || entries.length === 0) return { more: false }
    const now = clock()
    for (const [tenantId, own] of Map.groupBy(entries, entry => entry.tenantId)) {
      const last = await lastLink(trx, tenantId)
      let { seq, hash } = last ?? { seq: 0, hash: await firstHash(tenantId) }
      const links: Link[] = []
      for (const entry of own) {
        const salt = createSalt()
        const ofContent = await contentHash(contentOf(entry), salt)
        const ofEntry = await entryHash(headOf(entry), ofContent)
        hash = await linkHash(hash, ofEntry)
        seq += 1
        links.push({ tenantId, seq, entryId: entry.id, salt, contentHash: ofContent, entryHash: ofEntry, hash })
      }
      await insertLinks(trx, links, now)
      const head = { tenantId, day: now.toISOString().slice(0, 10), seq, hash }
      await putHead(trx, head, await signHead(head, signer), signer.publicJwk)
    }
    return { more: entries.length === batch }
  })
}
