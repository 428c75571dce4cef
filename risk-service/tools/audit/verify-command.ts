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

export const usage = `Usage: npm run --silent audit -- verify FILE [--key KEYS.json]
       npm run --silent audit -- erase --environment ID or path --value-file FILE --reason TEXT
  FILE   a file of the activity log with its proof (Settings, Activity logs, Export)
  --key  the keys of the installation, as /discovery/v2.0/keys publishes them; without them, those in FILE`

/** Reads a key, or the first of a set of keys (RFC 7517). */
async function readKey(file: string): Promise<JWK> {
  const read = JSON.parse(await readFile(file, 'utf8')) as JWK | { keys: JWK[] }
  const key = 'keys' in read && Array.isArray(read.keys) ? read.keys[0] : (read as JWK)
  if (key?.kty === undefined) throw new Error(`${file} has no key.`)
  return key
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
  let keyFile: string | undefined
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { key: { type: 'string' } },
    })
    const [command, path, ...rest] = positionals
    if (command !== 'verify' || path === undefined || rest.length > 0)
      throw new Error('A command and a file are needed.')
    file = path
    keyFile = values.key
  } catch (error) {
    printError(error instanceof Error ? error.message : String(error))
    printError(usage)
    return 2
  }
  try {
    const key = keyFile === undefined ? null : await readKey(keyFile)
    const lines = createInterface({ input: createReadStream(file, 'utf8'), crlfDelay: Infinity })
    const verdict = await verifyProof(lines, key)
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
      key === null
        ? 'PROVEN, with the key in the file: compare it with that of the installation, or name it with --key.'
        : 'PROVEN, with the key of the installation.',
    )
    return 0
  } catch (error) {
    printError(error instanceof Error ? error.message : String(error))
    return 2
  }
}
