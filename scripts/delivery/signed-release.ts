import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { createReadStream, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'

/** The list of the files of a release with their SHA-256, as `sha256sum --check` reads it. */
export const sumsFile = 'SHA256SUMS'
/** The signature of that list (Ed25519, 64 bytes), as `openssl pkeyutl -verify -rawin` reads it. */
export const signatureFile = 'SHA256SUMS.sig'

/** Why a release is not made, or not to be trusted: one line. */
export class ReleaseError extends Error {}

/** Reads a key in PEM form. @throws ReleaseError where it is no Ed25519 key, or cannot be read */
export function readKey(file: string, kind: 'private' | 'public'): KeyObject {
  let key: KeyObject
  try {
    const pem = readFileSync(file, 'utf8')
    key = kind === 'private' ? createPrivateKey(pem) : createPublicKey(pem)
  } catch {
    throw new ReleaseError(`${file} is no ${kind} key in PEM form that can be read.`)
  }
  if (key.asymmetricKeyType !== 'ed25519') throw new ReleaseError(`${file} is no Ed25519 key.`)
  return key
}

async function sumOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

const isListed = (name: string): boolean => name !== sumsFile && name !== signatureFile

/** Writes the sums of all files of a folder, and their signature. */
export async function signRelease(folder: string, privateKey: KeyObject): Promise<string[]> {
  const names = readdirSync(folder).filter(isListed).sort()
  if (names.length === 0) throw new ReleaseError(`${folder} has no files to sign.`)
  const lines: string[] = []
  for (const name of names) {
    if (!statSync(path.join(folder, name)).isFile() || /[\n\\]/.test(name))
      throw new ReleaseError(`${name} is no file that a release can have.`)
    lines.push(`${await sumOf(path.join(folder, name))}  ${name}\n`)
  }
  const sums = Buffer.from(lines.join(''))
  writeFileSync(path.join(folder, sumsFile), sums)
  writeFileSync(path.join(folder, signatureFile), sign(null, sums, privateKey))
  return names
}

/**
 * Checks that a folder has the signed files, unchanged, and no others.
 * @returns the names of the files
 * @throws ReleaseError with the first thing that is wrong
 */
export async function verifyRelease(folder: string, publicKey: KeyObject): Promise<string[]> {
  let sums: Buffer
  let signature: Buffer
  try {
    sums = readFileSync(path.join(folder, sumsFile))
    signature = readFileSync(path.join(folder, signatureFile))
  } catch {
    throw new ReleaseError(`${folder} has no ${sumsFile} with its ${signatureFile}.`)
  }
  // Before anything of the list is believed.
  if (!verify(null, sums, publicKey, signature))
    throw new ReleaseError(`The signature of ${sumsFile} is not one of this key.`)
  const listed = new Map(
    sums
      .toString('utf8')
      .split('\n')
      .filter(Boolean)
      .map(line => [line.slice(66), line.slice(0, 64)]),
  )
  const present = readdirSync(folder).filter(isListed)
  const added = present.find(name => !listed.has(name))
  if (added !== undefined) throw new ReleaseError(`${added} is not part of the release.`)
  for (const [name, sum] of listed) {
    if (!present.includes(name)) throw new ReleaseError(`${name} is missing.`)
    if ((await sumOf(path.join(folder, name))) !== sum) throw new ReleaseError(`${name} was changed.`)
  }
  return [...listed.keys()]
}
