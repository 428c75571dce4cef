import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import type { JWK } from 'jose'
import { type ProofVerdict, verifyProof } from '../../features/activity-log/chain/verify-proof.ts'

interface Output {
  print: (line: string) => void
  printError: (line: string) => void
}

export const usage = `Usage: npm run --silent audit -- verify FILE [--key KEYS.json ...]
       npm run --silent audit -- erase --environment ID or path --value-file FILE --reason TEXT
  FILE   a file of the activity log with its proof (Settings, Activity logs, Export)
  --key  the keys of the installation, as /discovery/v2.0/keys publishes them; once for each key, also those that were
         replaced; without them, the first key in FILE`

/** Reads a key, or a set of keys (RFC 7517). */
async function readKeys(file: string): Promise<JWK[]> {
  const read = JSON.parse(await readFile(file, 'utf8')) as JWK | { keys: JWK[] }
  const keys = 'keys' in read && Array.isArray(read.keys) ? (read.keys as JWK[]) : [read as JWK]
  if (keys.length === 0 || keys.some(({ kty }) => kty === undefined)) throw new Error(`${file} has no key.`)
  return keys
}

function describe({ entries, erased, masked, withheld, signatures, unsigned, first, last }: ProofVerdict): string[] {
  if (first === null || last === null) return ['The file has no entries.']
  return [
    `Entries ${first} to ${last}: ${entries} with their content, ${erased} erased, ${masked} masked, ${withheld} withheld.`,
    `${signatures} signed ${signatures === 1 ? 'head' : 'heads'}; ${unsigned} ${unsigned === 1 ? 'entry' : 'entries'} after the last one.`,
  ]
}

/**
 * Proves a file of the activity log without a service. Exit code 0: every entry is as it was written; 1: one was changed
 * or is missing, which the last line names; 2: wrong use, or a file that cannot be read; 3: a file without entries.
 */
export async function runVerify(args: readonly string[], { print, printError }: Output): Promise<number> {
  let file: string | undefined
  let keyFiles: string[]
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { key: { type: 'string', multiple: true } },
    })
    const [command, path, ...rest] = positionals
    if (command !== 'verify' || path === undefined || rest.length > 0)
      throw new Error('A command and a file are needed.')
    file = path
    keyFiles = values.key ?? []
  } catch (error) {
    printError(error instanceof Error ? error.message : String(error))
    printError(usage)
    return 2
  }
  try {
    const keys = (await Promise.all(keyFiles.map(readKeys))).flat()
    const lines = createInterface({ input: createReadStream(file, 'utf8'), crlfDelay: Infinity })
    const verdict = await verifyProof(lines, keys.length === 0 ? null : keys)
    for (const line of describe(verdict)) print(line)
    if (verdict.fault !== null) {
      print(`NOT PROVEN: ${verdict.fault}`)
      return 1
    }
    if (verdict.last === null) {
      print('NOTHING TO PROVE: the log has no entries of these days.')
      return 3
    }
    if (verdict.signatures === 0) {
      print('NOT PROVEN: the file has no signed head of its entries.')
      return 1
    }
    print(
      keys.length === 0
        ? 'PROVEN, with the key in the file: compare it with that of the installation, or name it with --key.'
        : verdict.keys === 1
          ? 'PROVEN, with the key of the installation.'
          : `PROVEN, with ${verdict.keys} keys of the installation.`,
    )
    return 0
  } catch (error) {
    printError(error instanceof Error ? error.message : String(error))
    return 2
  }
}
