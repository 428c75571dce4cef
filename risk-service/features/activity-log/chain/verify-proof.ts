import type { JWK } from 'jose'
import { contentHash, entryHash, linkHash } from './entry-hashes.ts'
import { readHead, type SignedHead } from './head-signatures.ts'
import { type ProofLink, readProofLine } from './proof-file.ts'

/** What was found in a file, up to the first fault. */
export interface ProofVerdict {
  /** Null: everything is as it was written. */
  fault: string | null
  entries: number
  erased: number
  masked: number
  withheld: number
  /** Signatures that are those of the keys. */
  signatures: number
  /** Keys that signed: more than one where the key of the installation was replaced. */
  keys: number
  /** Links after the last signature: they follow from it, and are not signed yet. */
  unsigned: number
  first: number | null
  last: number | null
}

/** The hash of the entry of a link, computed from what the file has of it. */
async function hashOfEntry(link: ProofLink): Promise<string> {
  switch (link.kind) {
    case 'entry':
      return entryHash(
        link.head,
        await contentHash(
          { ...link.content, before: link.content.before ?? null, after: link.content.after ?? null },
          link.salt,
        ),
      )
    case 'erased':
    case 'masked':
      return entryHash(link.head, link.contentHash)
    case 'withheld':
    case 'missing':
      return link.entryHash
  }
}

const nameOf = (link: ProofLink): string =>
  'head' in link
    ? `entry ${link.seq}, log ID ${link.head.id}`
    : link.kind === 'missing'
      ? `entry ${link.seq}, log ID ${link.entryId}`
      : `entry ${link.seq}`

/** Returns what was signed with one of the keys, and with which; null for the signature of another one. */
async function readSigned(signature: string, keys: readonly JWK[]): Promise<{ head: SignedHead; key: number } | null> {
  for (const [key, each] of keys.entries()) {
    const head = await readHead(signature, each)
    if (head !== null) return { head, key }
  }
  return null
}

/**
 * Proves the lines of a file: every entry is the one that was linked, none is missing between the first and the last,
 * and the signed heads are those of the keys.
 * @param trusted the keys of the installation, several where one was replaced; null: the first key in the file, which
 * proves that one key signed everything
 */
export async function verifyProof(lines: AsyncIterable<string>, trusted: readonly JWK[] | null): Promise<ProofVerdict> {
  const verdict: ProofVerdict = {
    fault: null,
    entries: 0,
    erased: 0,
    masked: 0,
    withheld: 0,
    signatures: 0,
    keys: 0,
    unsigned: 0,
    first: null,
    last: null,
  }
  const fail = (fault: string): ProofVerdict => ({ ...verdict, fault })
  let tenantId = ''
  let [seq, hash] = [0, '']
  let number = 0
  let firstKey: JWK | null = null
  const usedKeys = new Set<number>()
  for await (const text of lines) {
    number += 1
    if (text.trim() === '') continue
    const line = readProofLine(text, number)
    if (line.kind === 'start') {
      if (number !== 1) return fail(`Line ${number}: the file has two beginnings.`)
      tenantId = line.tenantId
      seq = line.seq - 1
      hash = line.follows
      continue
    }
    if (number === 1) return fail('Line 1: the beginning of the file is missing.')
    if (line.kind === 'signed') {
      firstKey ??= line.publicKey as JWK
      const signed = await readSigned(line.signature, trusted ?? [firstKey])
      if (signed === null)
        return fail(
          trusted === null && line.publicKey['n'] !== firstKey.n
            ? `Line ${number}: entry ${line.seq} was signed with another key than those before it. Name the keys of the installation with --key.`
            : `Line ${number}: the signature of entry ${line.seq} is not that of ${trusted === null || trusted.length === 1 ? 'the key' : 'a key'}.`,
        )
      const { head } = signed
      if (head.tenantId !== tenantId) return fail(`Line ${number}: the signature is that of another log.`)
      if (head.seq > seq) return fail(`Entries ${seq + 1} to ${head.seq} are missing: they were signed on ${head.day}.`)
      if (head.seq === seq && head.hash !== hash)
        return fail(`The log was changed at or before entry ${seq}: the signature of ${head.day} is for another one.`)
      if (head.seq === seq) {
        verdict.signatures += 1
        verdict.keys = usedKeys.add(signed.key).size
        verdict.unsigned = 0
      }
      continue
    }
    if (line.seq !== seq + 1)
      return fail(
        line.seq > seq + 1 ? `Entry ${seq + 1} is missing.` : `Line ${number}: entry ${line.seq} is there twice.`,
      )
    if ('head' in line && line.head.tenantId !== tenantId) return fail(`The ${nameOf(line)} is of another log.`)
    if ((await linkHash(hash, await hashOfEntry(line))) !== line.hash)
      return fail(`The ${nameOf(line)} was changed: it is not the one that was written.`)
    if (line.kind === 'missing') return fail(`The ${nameOf(line)} was removed from the log.`)
    seq = line.seq
    hash = line.hash
    verdict.first ??= seq
    verdict.last = seq
    verdict.unsigned += 1
    verdict[line.kind === 'entry' ? 'entries' : line.kind] += 1
  }
  if (number === 0) return fail('The file is empty.')
  return verdict
}
