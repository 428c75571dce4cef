import { inflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { writeMaskingProfile } from '../../kernel/personal-data/masking-store.ts'
import { caseIds } from '../cases/testing/case-bench.ts'
import { type AttackBench, openAttackBench } from './testing/attack-bench.ts'

let bench: AttackBench
let id = ''
beforeAll(async () => {
  bench = await openAttackBench()
})
afterAll(() => bench.close())
beforeEach(async () => {
  await bench.reset()
  await bench.testCards({ count: 30, everySeconds: 20, approved: [12] })
  await bench.check(660)
  id = (await bench.list())[0]?.id ?? ''
})

const rejected = 'Reject ATTACK_CONTAINED'
const usual = 'Approve NO_CLAUSE_HIT'

describe('a containment', () => {
  it('rejects events with a key of the attack until it ends, and nobody else', async () => {
    expect(await bench.order('P-1', 'bot-0')).not.toBe(rejected)
    const { status, json } = await bench.contain(id, { hours: 2, note: 'Known bots' })
    expect(status).toBe(200)
    expect(json).toMatchObject({
      contained: true,
      containments: [
        { action: 'reject', by: 'Max', until: '2025-03-03T11:11:00.000Z', note: 'Known bots', active: true },
      ],
    })
    expect(await bench.order('P-2', ' BOT-0 ')).toBe(rejected)
    expect(await bench.order('P-3', 'own', { ip: '203.0.113.1' })).toBe(rejected)
    expect(await bench.order('P-4', 'own', { ip: '203.0.113.77' })).toBe(usual)
    expect((await bench.list())[0]?.contained).toBe(true)
    bench.at(new Date('2025-03-03T11:11:00Z'))
    expect(await bench.order('P-5', 'bot-0')).toBe(usual)
    expect((await bench.list())[0]?.contained).toBe(false)
  })

  it('counts only the chosen kinds of keys', async () => {
    await bench.contain(id, { keyTypes: ['device'] })
    expect(await bench.order('P-1', 'own', { ip: '203.0.113.1' })).toBe(usual)
    expect(await bench.order('P-2', 'bot-1')).toBe(rejected)
  })

  it('that challenges leaves what the rules have stopped or sent to review', async () => {
    await bench.contain(id, { action: 'challenge' })
    expect(await bench.order('P-1', 'bot-0')).toBe('Challenge ATTACK_CONTAINED')
    expect(await bench.order('P-2', 'bot-0', { review: true })).toBe('Review score')
    await bench.contain(id, { action: 'reject' })
    expect(await bench.order('P-3', 'bot-0', { review: true })).toBe(rejected)
    const { json } = await bench.get(id)
    expect(json.containments.map(({ action, active, endedBy }) => [action, active, endedBy])).toEqual([
      ['reject', true, null],
      ['challenge', false, 'Max'],
    ])
  })

  it('begins once, however often it is sent', async () => {
    const containmentId = '5d0c3a52-0d53-4f0e-9d5b-0a4c6e5f1a01'
    const send = (settings = {}) => bench.contain(id, settings, 'Max', undefined, containmentId)
    await send()
    expect((await send()).json.containments).toHaveLength(1)
    expect((await send({ hours: 9 })).status).toBe(409)
    await bench.release(id)
    expect((await send()).json.contained).toBe(false)
    expect(await bench.audits()).toEqual(['Activate', 'Deactivate'])
  })

  it('is taken back at once, and both acts are audited', async () => {
    await bench.contain(id, {})
    const { status, json } = await bench.release(id, 'Finn')
    expect([status, json.contained, json.containments[0]?.endedBy]).toEqual([200, false, 'Finn'])
    expect(await bench.order('P-1', 'bot-0')).toBe(usual)
    // Nothing is contained any more: nothing changes.
    expect((await bench.release(id)).status).toBe(200)
    expect(await bench.audits()).toEqual(['Activate', 'Deactivate'])
  })

  it('ticks its step of the checklist', async () => {
    const { json } = await bench.contain(id, {})
    expect(json.checklist.find(({ step }) => step === 'contain')?.done?.by).toBe('Max')
  })

  it('follows the attack to devices that it takes later', async () => {
    await bench.contain(id, { keyTypes: ['device'] })
    expect(await bench.order('P-1', 'bot-9')).toBe(usual)
    await bench.testCards({ count: 10, everySeconds: 20, approved: [], startSecond: 700, device: 'bot-9' })
    await bench.check(960)
    expect(await bench.order('P-2', 'bot-9')).toBe(rejected)
  })

  it('is read again only for further keys of its own attack', async () => {
    await bench.contain(id, { keyTypes: ['device'] })
    await bench.spray({ count: 30, everySeconds: 10, startSecond: 700 })
    expect(await bench.check(1000)).toBe(0)
    await bench.db
      .updateTable('attack')
      .set({ keys: '[{"type":"device","value":"bot-0"}]' })
      .where('id', '!=', id)
      .execute()
    expect(await bench.check(1015)).toBe(0)
    await bench.testCards({ count: 10, everySeconds: 20, approved: [], startSecond: 1020, device: 'bot-9' })
    expect(await bench.check(1300)).toBe(1)
  })

  it('is of events of its own kind and environment alone', async () => {
    await bench.contain(id, {})
    expect(await bench.order('P-1', 'bot-0', { environmentId: caseIds.eu })).toBe(usual)
    expect(await bench.order('P-2', 'bot-0')).toBe(rejected)
  })
})

describe('the preview of a containment', () => {
  it('says how many attempts it would have stopped, and how many others', async () => {
    await bench.order('P-1', 'own', { ip: '203.0.113.1' })
    await bench.order('P-2', 'own', { ip: '203.0.113.200' })
    expect((await bench.preview(id, ['device'])).json).toEqual({ attempts: 30, stopped: 30, others: 0 })
    expect((await bench.preview(id, ['ip'])).json).toEqual({ attempts: 30, stopped: 30, others: 1 })
    expect((await bench.preview(id, ['network'])).json).toEqual({ attempts: 30, stopped: 30, others: 2 })
    bench.at(new Date('2025-03-04T12:00:00Z'))
    expect((await bench.preview(id, ['ip'])).json.others).toBe(0)
  })
})

describe('the preview of a network of version 6', () => {
  it('finds its addresses however they are written', async () => {
    const keys = [{ type: 'network', value: '2001:db8:0::/48' }]
    await bench.db
      .updateTable('attack')
      .set({ keys: JSON.stringify(keys) })
      .execute()
    await bench.order('P-1', 'own', { ip: '2001:db8::7' })
    await bench.order('P-2', 'own', { ip: '2001:db8:0:1::9' })
    await bench.order('P-3', 'own', { ip: '2001:db8:1::9' })
    await bench.order('P-4', 'own', { ip: '2001:db8::7' })
    expect((await bench.preview(id, ['network'])).json.others).toBe(3)
  })
})

describe('who may contain', () => {
  it('needs the right to change rules, in the environment of the attack', async () => {
    for (const as of ['Vera', 'Ana']) {
      expect((await bench.contain(id, {}, as)).status).toBe(403)
      expect((await bench.release(id, as)).status).toBe(403)
      expect((await bench.preview(id, ['ip'], as)).status).toBe(403)
    }
    expect((await bench.contain(id, {}, 'Max', caseIds.eu)).status).toBe(404)
    expect((await bench.contain(id, {}, 'Outsider')).status).toBe(404)
    expect((await bench.release(id, 'Outsider')).status).toBe(404)
    expect(await bench.audits()).toEqual([])
  })

  it.each([
    [{ hours: 0 }, 'hours'],
    [{ hours: 73 }, 'hours'],
    [{ keyTypes: [] }, 'keyTypes'],
    [{ action: 'approve' }, 'action'],
  ])('and names what is wrong with %j', async (settings, field) => {
    const { status, json } = await bench.contain(id, settings)
    expect(status).toBe(422)
    expect(JSON.stringify(json)).toContain(field)
  })
})

describe('the evidence', () => {
  const filesOf = (bytes: Uint8Array): Record<string, string> => {
    const [view, files] = [new DataView(bytes.buffer), {} as Record<string, string>]
    for (let at = 0; view.getUint32(at, true) === 0x04034b50; ) {
      const [size, name, extra] = [
        view.getUint32(at + 18, true),
        view.getUint16(at + 26, true),
        view.getUint16(at + 28, true),
      ]
      const content = at + 30 + name + extra
      const packed = bytes.subarray(content, content + size)
      const isDeflated = view.getUint16(at + 8, true) === 8
      files[new TextDecoder().decode(bytes.subarray(at + 30, at + 30 + name))] = new TextDecoder().decode(
        isDeflated ? inflateRawSync(packed) : packed,
      )
      at = content + size
    }
    return files
  }

  it('is an archive of the attack, its attempts and the accounts that fell, and audited', async () => {
    const { status, bytes } = await bench.evidence(id)
    expect(status).toBe(200)
    const files = filesOf(bytes)
    expect(Object.keys(files)).toEqual(['attack.json', 'attempts.csv', 'accounts.csv'])
    expect(JSON.parse(files['attack.json'] ?? '')).toMatchObject({ id, kind: 'cardTesting', attempts: 30, fallen: 1 })
    expect(files['attempts.csv']?.trim().split('\n')).toHaveLength(31)
    expect(files['attempts.csv']).toContain('203.0.113.1')
    expect(files['accounts.csv']).toContain('guest-12')
    expect(await bench.audits()).toEqual(['Export'])
  })

  it('is masked as the page is, and refused to others', async () => {
    await writeMaskingProfile(bench.db, caseIds.tenant, { version: 1, profile: { AllAreasViewer: ['ip'] } })
    const { bytes } = await bench.evidence(id, 'Vera')
    expect(Object.values(filesOf(bytes)).join('')).not.toContain('203.0.113.1')
    expect(
      (await bench.get(id, 'Vera')).json.keys.filter(({ type }) => type === 'ip').map(({ value }) => value),
    ).toEqual(expect.arrayContaining([expect.stringContaining('***')]))
    expect((await bench.evidence(id, 'Outsider')).status).toBe(404)
    expect((await bench.evidence(id, 'Max', caseIds.eu)).status).toBe(404)
  })
})
