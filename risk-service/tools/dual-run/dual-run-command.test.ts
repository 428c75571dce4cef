import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadReportSigner, type ReportSigner } from '../../features/dual-runs/signing/report-signer.ts'
import {
  type FormerSale,
  fileOf,
  insertList,
  insertRules,
  movedRules,
  tracedMessage,
} from '../../features/dual-runs/testing/former-system.ts'
import { type ConsoleBench, openConsoleBench, places } from '../../http/console-api/testing/console-bench.ts'
import { compareFile, runDualCommand } from './dual-run-command.ts'
import { verifyReport } from './verify-report.ts'

let bench: ConsoleBench
let folder: string
beforeAll(async () => {
  bench = await openConsoleBench()
  await insertRules(bench.store.db, movedRules)
  for (const name of ['Bad', 'Guests'])
    await insertList(bench.store.db, name, [{ from: '2025-11-01T00:00:00Z', keys: ['none'] }])
  folder = await mkdtemp(path.join(tmpdir(), 'dual-run-'))
})
afterAll(async () => {
  await bench.close()
  await rm(folder, { recursive: true })
})

const sale = (id: string, more: Partial<FormerSale> = {}): object =>
  tracedMessage({
    id,
    at: '2025-11-12T12:00:00Z',
    email: `${id}@x.example`,
    amount: 10,
    decision: 'Approve',
    rule: null,
    ...more,
  })

async function compare(lines: readonly (object | string)[], out?: string, signer?: ReportSigner) {
  const printed: string[] = []
  const code = await compareFile(
    bench.store.db,
    { file: 'events.ndjson', environment: places.root, assessment: 'purchase', words: new Map(), out },
    fileOf(lines),
    { print: line => printed.push(line), printError: () => undefined },
    signer,
  )
  return { code, text: printed.join('\n') }
}

describe('npm run dual-run', () => {
  it('ends with 0 when every decision is the same', async () => {
    const { code, text } = await compare([sale('a'), sale('b')])
    expect(code).toBe(0)
    expect(text).toContain('Parity 100.00 %')
  })

  it('ends with 1 for differences and for what was not compared, and prints the same twice', async () => {
    const lines = [sale('a'), sale('b', { decision: 'Review', rule: 'High score', score: 700 })]
    const out = path.join(folder, 'report.json')
    const first = await compare(lines, out)
    expect(first.code).toBe(1)
    expect(first.text).toContain('score: 1 (USD 10.00), with the score of the former system')
    const written = await readFile(out, 'utf8')
    expect(await compare(lines, out)).toEqual(first)
    expect(await readFile(out, 'utf8')).toBe(written)
    const cut = await compare([sale('a'), '{"name":'])
    expect(cut.code).toBe(1)
    expect(cut.text).toContain('1 lines that cannot be read (2)')
  })

  it('signs the report that it writes, and verifies it', async () => {
    const signer = await loadReportSigner(bench.store.db, 'a secret key')
    const out = path.join(folder, 'signed.json')
    await compare([sale('a')], out, signer)
    const verify = async (keyId: string, ...args: string[]) => {
      const printed: string[] = []
      const code = await verifyReport([out, ...args], () => Promise.resolve(keyId), {
        print: line => printed.push(line),
        printError: () => undefined,
      })
      return { code, last: printed.at(-1) }
    }
    expect(await verify(signer.keyId)).toEqual({ code: 0, last: 'VALID' })
    expect(await verify('', '--key-id', signer.keyId)).toEqual({ code: 0, last: 'VALID' })
    expect(await verify('other')).toEqual({ code: 1, last: 'INVALID: another key is expected, other.' })
    const text = await readFile(out, 'utf8')
    await writeFile(out, text.replace('"parity": 100', '"parity": 99'))
    expect(await verify(signer.keyId)).toEqual({
      code: 1,
      last: 'INVALID: the report is not the one that was signed.',
    })
    await writeFile(out, '{"report":{}}')
    await expect(verify(signer.keyId)).rejects.toThrow('is no signed report')
  })

  it('ends with 2 for a wrong use and for files that cannot be read', async () => {
    const errors: string[] = []
    const run = (...args: string[]) =>
      runDualCommand(args, { print: () => undefined, printError: line => errors.push(line) })
    expect(await run()).toBe(2)
    expect(await run('verify')).toBe(2)
    expect(await run('verify', path.join(folder, 'missing'))).toBe(2)
    expect(await run('a', 'b')).toBe(2)
    expect(await run('--word', 'x', 'file')).toBe(2)
    expect(await run(path.join(folder, 'missing'))).toBe(2)
    expect(await run(folder)).toBe(2)
    expect(errors).toEqual([
      expect.stringContaining('Usage'),
      expect.stringContaining('verify FILE'),
      expect.stringContaining('There is no file'),
      expect.stringContaining('Usage'),
      expect.stringContaining('--word x'),
      expect.stringContaining('There is no file'),
      expect.stringContaining('is a folder'),
    ])
    await expect(compare([{ ...sale('a'), response: null }])).rejects.toThrow('has no answers')
    await expect(compare([])).rejects.toThrow('has no content')
  })
})
