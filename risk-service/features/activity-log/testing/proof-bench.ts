import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from 'vitest'
import { type ConsoleBench, now, openConsoleBench, places } from '../../../http/console-api/testing/console-bench.ts'
import { loadKeys, type SigningKeys } from '../../../kernel/identity/signing-keys.ts'
import { silentLog } from '../../../kernel/store/testing/test-store.ts'
import { runVerify } from '../../../tools/audit/verify-command.ts'
import { linkEntries } from '../chain/link-entries.ts'
import type { ProofLine } from '../chain/proof-file.ts'
import { type Written, writeEntry } from './log-bench.ts'

/** The lines of a file with its proof. */
export const linesOf = (text: string): ProofLine[] =>
  text
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line) as ProofLine)

export interface ProofBench extends ConsoleBench {
  keys: SigningKeys
  folder: string
  /** Removes all entries with their links. */
  clear: () => Promise<void>
  write: (entry?: Written) => Promise<string>
  /** Links what was written and signs it, with the keys of the bench or other ones. */
  link: (at?: Date, signer?: SigningKeys) => Promise<{ more: boolean }>
  requestProof: (input?: object, environment?: string) => Promise<Response>
  proof: (input?: object, environment?: string) => Promise<string>
  /** Runs the command over a file; returns its exit code and its last line. */
  verify: (text: string, ...keys: unknown[]) => Promise<{ code: number; verdict: string | undefined }>
  /** All that the command printed last. */
  printed: () => string
}

export async function openProofBench(): Promise<ProofBench> {
  const bench = await openConsoleBench()
  const keys = await loadKeys({ db: bench.store.db, log: silentLog, secretKey: 'secret key of the tests' })
  const folder = await mkdtemp(path.join(tmpdir(), 'audit-'))
  let printed: string[] = []
  const requestProof = async (input: object = {}, environment: string = places.root): Promise<Response> =>
    bench.app.request(`/api/console/v1/environments/${environment}/activity-log/proof`, {
      method: 'POST',
      headers: { authorization: 'Bearer admin', 'content-type': 'application/json' },
      body: JSON.stringify({ dates: { from: '2025-11-01', to: '2025-11-20' }, ...input }),
    })
  return {
    ...bench,
    keys,
    folder,
    clear: async () => {
      for (const table of ['audit_log', 'audit_link', 'audit_head'] as const)
        await bench.store.db.deleteFrom(table).execute()
    },
    write: entry => writeEntry(bench, entry),
    link: (at = now, { privateJwk, publicJwks } = keys) => {
      const [publicJwk = {}] = publicJwks.keys
      return linkEntries({ db: bench.store.db, clock: () => at }, { privateJwk, publicJwk })
    },
    requestProof,
    proof: async (input, environment) => {
      const answer = await requestProof(input, environment)
      expect(answer.status).toBe(200)
      return answer.text()
    },
    verify: async (text, ...keySets) => {
      const file = path.join(folder, 'log.ndjson')
      await writeFile(file, text)
      const options: string[] = []
      for (const [index, key] of keySets.entries()) {
        const keyFile = path.join(folder, `keys-${index}.json`)
        await writeFile(keyFile, JSON.stringify(key))
        options.push('--key', keyFile)
      }
      printed = []
      const print = (line: string): void => void printed.push(line)
      const code = await runVerify(['verify', file, ...options], { print, printError: print })
      return { code, verdict: printed.at(-1) }
    },
    printed: () => printed.join('\n'),
    close: async () => {
      await bench.close()
      await rm(folder, { recursive: true })
    },
  }
}
