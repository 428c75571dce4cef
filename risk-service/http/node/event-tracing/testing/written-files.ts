import { createHash, createHmac } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'

interface Manifest {
  version: string
  subscriptionId: string
  environmentId: string
  day: string
  files: { path: string; lines: number; bytes: number; sha256: string; firstTimestamp: string; lastTimestamp: string }[]
}
type Event = Record<string, unknown> & { name: string; uniqueId?: string }

/** Returns the paths of all files below a folder, sorted. */
export const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort()

/** Returns the events of a file. */
export const eventsOf = (bytes: Uint8Array): Event[] => {
  const text = gunzipSync(bytes).toString('utf8')
  if (!text.endsWith('\n')) throw new Error('The last line has no end.')
  return text
    .slice(0, -1)
    .split('\n')
    .map(line => JSON.parse(line) as Event)
}

/** Returns a manifest after its signature is verified, as the documentation describes. */
export function verifiedManifest(text: string, secret: string): Manifest {
  const [, signed = '', signature = ''] = /^(.*),"signature":"v1=([0-9a-f]{64})"\}$/s.exec(text) ?? []
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const expected = createHmac('sha256', key).update(`${signed}}`).digest('hex')
  if (signature !== expected) throw new Error('The signature of the manifest is wrong.')
  return JSON.parse(text) as Manifest
}

/**
 * Returns the events of all files that the manifests of a folder list, in the order of their paths, after signatures,
 * digests and counts are verified, and that nothing else is there.
 */
export function verifiedEvents(folder: string, secret: string): Event[] {
  const all = filesBelow(folder)
  const manifests = all
    .filter(file => file.startsWith('_manifest/'))
    .map(file => verifiedManifest(readFileSync(path.join(folder, file), 'utf8'), secret))
  const listed = manifests.flatMap(({ files }) => files)
  const expected = [...listed.map(file => file.path), ...all.filter(file => file.startsWith('_manifest/'))].sort()
  if (JSON.stringify(all) !== JSON.stringify(expected)) throw new Error(`Not all files are listed: ${all.join(', ')}`)
  return listed.flatMap(file => {
    const bytes = readFileSync(path.join(folder, file.path))
    if (createHash('sha256').update(bytes).digest('hex') !== file.sha256) throw new Error(`${file.path} was changed.`)
    const events = eventsOf(bytes)
    if (events.length !== file.lines || bytes.byteLength !== file.bytes)
      throw new Error(`${file.path} has other lines.`)
    return events
  })
}
