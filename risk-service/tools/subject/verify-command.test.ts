import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashSubject, signReceipt } from '../../features/subject-requests/receipts/receipt.ts'
import { runVerify } from './verify-command.ts'

const folder = mkdtempSync(join(tmpdir(), 'receipt-'))
const file = (name: string, text: string): string => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}
let text: string
let signer: Parameters<typeof signReceipt>[1]
let publicJwk: JWK
let otherJwk: JWK

beforeAll(async () => {
  const make = async () => {
    const pair = await generateKeyPair('RS256', { extractable: true })
    return { privateJwk: await exportJWK(pair.privateKey), publicJwk: await exportJWK(pair.publicKey) }
  }
  const keys = await make()
  signer = keys
  publicJwk = keys.publicJwk
  otherJwk = (await make()).publicJwk
  const id = '10000000-0000-4000-8000-00000000000a'
  text = await signReceipt(
    {
      kind: 'assay-subject-receipt',
      version: 1,
      requestId: id,
      tenantId: id,
      environmentId: id,
      environment: 'Harbor/Harbor-EU',
      type: 'delete',
      assessments: ['Purchase'],
      attribute: 'user.userId',
      subject: { salt: 's', sha256: await hashSubject('s', 'u_3ac95f10') },
      requestedBy: { id, name: 'Mo' },
      requestedAt: '2025-11-20T12:00:00.000Z',
      finishedAt: '2025-11-20T12:00:05.000Z',
      events: 9,
      stores: [{ store: 'events', outcome: 'deleted', rows: 9 }],
    },
    keys,
  )
})
afterAll(() => rmSync(folder, { recursive: true }))

async function verify(...args: string[]): Promise<{ code: number; lines: string[] }> {
  const lines: string[] = []
  const code = await runVerify(['verify', ...args], {
    print: line => lines.push(line),
    printError: line => lines.push(line),
  })
  return { code, lines }
}

describe('a receipt', () => {
  it('is verified without a service, by the key of the installation', async () => {
    const receipt = file('receipt.json', text)
    const keys = file('keys.json', JSON.stringify({ keys: [otherJwk, publicJwk] }))
    const { code, lines } = await verify(receipt, '--key', keys)
    expect([code, lines.at(-1)]).toEqual([0, 'VERIFIED, with the key of the installation.'])
    expect(lines).toContain('  deleted       events: 9')
    expect((await verify(receipt)).code).toBe(0)
  })

  it('of a deletion that a legal hold stopped says so', async () => {
    const { receipt } = JSON.parse(text) as { receipt: Parameters<typeof signReceipt>[0] }
    const stopped = await signReceipt({ ...receipt, stoppedBy: 'hold' }, signer)
    const { code, lines } = await verify(file('stopped.json', stopped))
    expect(code).toBe(0)
    expect(lines).toContain('stopped by a legal hold: what was left of the person stayed')
  })

  it('is about the person of the value alone', async () => {
    const receipt = file('receipt.json', text)
    expect((await verify(receipt, '--value-file', file('value', 'u_3ac95f10\n'))).code).toBe(0)
    const other = await verify(receipt, '--value-file', file('other', 'U_3ac95f10\n'))
    expect([other.code, other.lines.at(-1)]).toEqual([1, 'NOT VERIFIED: the receipt is about another person.'])
  })

  it.each<[string, () => string, string]>([
    ['changed', () => text.replace('"rows": 9', '"rows": 8'), 'The receipt was changed after it was signed.'],
    ['no JSON', () => 'x', 'The file is no JSON.'],
    ['no receipt', () => '{}', 'The file is no receipt.'],
    [
      'unsigned',
      () => text.replace(/"signature": "[^"]*/, '"signature": "a.b.c'),
      'The signature is not that of the key.',
    ],
  ])('that is %s is not verified', async (name, content, fault) => {
    const { code, lines } = await verify(file(name, content()))
    expect([code, lines.at(-1)]).toEqual([1, `NOT VERIFIED: ${fault}`])
  })

  it('of another key is not verified', async () => {
    const { code } = await verify(file('receipt.json', text), '--key', file('other.json', JSON.stringify(otherJwk)))
    expect(code).toBe(1)
  })

  it('has to be named', async () => {
    expect((await verify()).code).toBe(2)
    expect((await verify(join(folder, 'missing'))).code).toBe(2)
  })
})
