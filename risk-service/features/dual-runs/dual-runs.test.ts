import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type DualRun, type DualRunDetailed, dualRunLimits } from '../../contract/dual-runs/dual-runs.ts'
import { sha256 } from '../../engine/lib/sha256.ts'
import { createConsoleApi } from '../../http/console-api/console-api.ts'
import { type ConsoleBench, now, openConsoleBench, places } from '../../http/console-api/testing/console-bench.ts'
import { createDualRunRunner } from '../../http/node/dual-runs/dual-run-runner.ts'
import { silentLog } from '../../kernel/store/testing/test-store.ts'
import { DualRunInterruptedError, type PerformDualRun, runDualRuns } from './dual-run-job.ts'
import { createDualRunPerformer } from './perform-dual-run.ts'
import { checkSignature } from './signing/report-signature.ts'
import { loadReportSigner } from './signing/report-signer.ts'
import { type FormerSale, fileOf, insertList, insertRules, movedRules, tracedMessage } from './testing/former-system.ts'

let bench: ConsoleBench
let app: ReturnType<typeof createConsoleApi>
let woken = 0

beforeAll(async () => {
  bench = await openConsoleBench()
  app = createConsoleApi({
    ports: { db: bench.store.db, clock: () => now, newId: () => randomUUID(), log: silentLog },
    engine: bench.engine,
    version: '0.0.0',
    dualRuns: {
      wake: () => {
        woken += 1
      },
    },
    verifier: { user: token => Promise.resolve(bench.person(token)) },
  })
  await insertRules(bench.store.db, movedRules)
  await insertList(bench.store.db, 'Bad', [{ from: '2025-11-18T00:00:00Z', keys: ['added@x.example'] }])
  await insertList(bench.store.db, 'Guests', [{ from: '2025-11-18T00:00:00Z', keys: ['guest'] }])
})
afterAll(() => bench.close())
beforeEach(async () => {
  await bench.store.db.deleteFrom('dual_run').execute()
  woken = 0
})

const sale = (id: string, more: Partial<FormerSale> = {}): FormerSale => ({
  id,
  at: '2025-11-12T12:00:00Z',
  email: `${id}@x.example`,
  amount: 10,
  decision: 'Approve',
  rule: null,
  ...more,
})
const sales = [sale('a'), sale('b'), sale('c', { decision: 'Review', rule: 'High score', score: 700, amount: 25 })]
const fileOfSales = (): File => new File([fileOf(sales.map(tracedMessage))], 'events.ndjson')

interface Answer {
  status: number
  json: DualRun & { code?: string; details?: { issues?: { path: string[] }[] } }
}
async function start(
  as: string,
  file: File,
  {
    id = randomUUID(),
    environmentId = places.root,
    fields = {},
  }: Partial<{ id: string; environmentId: string; fields: Record<string, string> }> = {},
): Promise<Answer> {
  const form = new FormData()
  form.append('dualRunId', id)
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', file, file.name)
  const response = await app.request(`/api/console/v1/environments/${environmentId}/dual-runs`, {
    method: 'POST',
    headers: { authorization: `Bearer ${as}` },
    body: form,
  })
  return { status: response.status, json: (await response.json()) as Answer['json'] }
}
const call = async (as: string, method: string, path: string) => {
  const response = await app.request(`/api/console/v1/environments/${path}`, {
    method,
    headers: { authorization: `Bearer ${as}`, 'content-type': 'application/json' },
  })
  return { status: response.status, json: (await response.json()) as unknown }
}
const ports = () => ({ db: bench.store.db, clock: () => now, log: silentLog })
const perform: PerformDualRun = (run, progress) =>
  createDualRunPerformer({ ...ports(), countryOf: () => null })(run, progress)
const load = async (id: string): Promise<DualRunDetailed> =>
  (await call('viewer', 'GET', `${places.root}/dual-runs/${id}`)).json as DualRunDetailed

describe('a dual run of the console', () => {
  it('compares a file and stores its report without the events', async () => {
    const id = randomUUID()
    const started = await start('engineer', fileOfSales(), { id })
    expect(started).toMatchObject({ status: 201, json: { id, state: 'waiting', fileName: 'events.ndjson' } })
    expect(woken).toBe(1)
    await runDualRuns({ ...ports(), perform })
    const { report, reportSha256, ...run } = await load(id)
    expect(run).toMatchObject({
      state: 'done',
      progress: { events: 3, total: 3 },
      summary: { parity: 66.66, compared: 3, differing: 1 },
      startedBy: 'Name of engineer',
    })
    expect(report).toMatchObject({
      compared: { events: 3, amountUsd: 4500 },
      groups: [{ cause: 'score', events: 1, amountUsd: 2500, examples: [{ eventId: 'c' }] }],
    })
    const row = await bench.store.db.selectFrom('dual_run').selectAll().executeTakeFirstOrThrow()
    expect(row.content).toBeNull()
    expect(row.report).not.toContain('x.example')
    expect(reportSha256).toBe(await sha256(new TextEncoder().encode(String(row.report))))
    // As the page downloads it.
    expect(reportSha256).toBe(await sha256(new TextEncoder().encode(JSON.stringify(report))))
  })

  it('is signed with the key of the installation, and any change of the report shows', async () => {
    const signer = await loadReportSigner(bench.store.db, 'a secret key of this installation')
    const id = randomUUID()
    await start('engineer', fileOfSales(), { id })
    await runDualRuns({ ...ports(), perform, loadSigner: () => Promise.resolve(signer) })
    const { report, signature } = await load(id)
    if (signature === null || report === null) throw new Error('The report is not signed.')
    expect(signature).toMatchObject({ keyId: signer.keyId, signedAt: now.toISOString() })
    // As a file has it.
    const read = JSON.parse(JSON.stringify(report, null, 2)) as typeof report
    expect(await checkSignature(read, signature.jws)).toMatchObject({
      kind: 'valid',
      keyId: signer.keyId,
      claims: { environmentId: places.root, signedAt: now.toISOString() },
    })
    expect(await checkSignature({ ...read, parity: 100 }, signature.jws)).toEqual({ kind: 'invalid', fault: 'report' })
    const [header = '', , sign = ''] = signature.jws.split('.')
    const claims = btoa(JSON.stringify({ sha256: '0'.repeat(64), environmentId: id, signedAt: now.toISOString() }))
    for (const jws of [`${header}.${claims.replaceAll('=', '')}.${sign}`, `${header}.${sign}`, 'e30.e30.e30', ''])
      expect(await checkSignature(read, jws), jws).toEqual({ kind: 'invalid', fault: 'signature' })
    // The same key after a restart, and another one with another secret key.
    expect((await loadReportSigner(bench.store.db, 'a secret key of this installation')).keyId).toBe(signer.keyId)
    expect((await loadReportSigner(bench.store.db, 'another secret key')).keyId).not.toBe(signer.keyId)
    await bench.store.db.deleteFrom('setting').where('key', '=', 'reports.key').execute()
  })

  it('lists runs with their numbers, without reading a report', async () => {
    const id = randomUUID()
    await start('engineer', fileOfSales(), { id })
    await runDualRuns({ ...ports(), perform })
    // A report that cannot be read at all: the list does not try.
    await bench.store.db.updateTable('dual_run').set({ report: '{"parity":' }).execute()
    expect(await call('viewer', 'GET', `${places.root}/dual-runs`)).toMatchObject({
      status: 200,
      json: [{ id, state: 'done', summary: { parity: 66.66, compared: 3, differing: 1 } }],
    })
  })

  it('runs in a thread of its own', async () => {
    const id = randomUUID()
    await start('engineer', fileOfSales(), { id })
    const runner = createDualRunRunner(bench.store.target)
    await runDualRuns({ ...ports(), perform: runner.perform })
    expect(await load(id)).toMatchObject({ state: 'done', summary: { compared: 3 } })
    const broken = randomUUID()
    await start('engineer', new File(['{"name":'], 'cut.json'), { id: broken })
    await runDualRuns({ ...ports(), perform: runner.perform })
    expect(await load(broken)).toMatchObject({ state: 'failed', failure: 'notJson' })
  })

  it('is queued once for a repeated request, and refuses another one with its id', async () => {
    const id = randomUUID()
    await start('engineer', fileOfSales(), { id })
    expect(await start('engineer', fileOfSales(), { id })).toMatchObject({ status: 201, json: { id } })
    expect(woken).toBe(1)
    expect(await start('engineer', new File(['x'], 'events.ndjson'), { id })).toMatchObject({
      status: 409,
      json: { code: 'dualRun.exists' },
    })
  })

  it('names what is wrong with a request', async () => {
    const issuesOf = async (file: File, fields: Record<string, string> = {}) => {
      const { status, json } = await start('engineer', file, { fields })
      return [status, json.details?.issues?.map(({ path }) => path.join('.'))]
    }
    expect(await issuesOf(new File([], 'empty.ndjson'))).toEqual([422, ['file']])
    expect(await issuesOf(fileOfSales(), { eventType: 'unknown' })).toEqual([422, ['eventType']])
    expect(
      await issuesOf(fileOfSales(), {
        'words[0][word]': 'No',
        'words[0][decision]': 'Reject',
        'words[1][word]': 'no',
        'words[1][decision]': 'Review',
      }),
    ).toEqual([422, ['words.1.word']])
    for (let index = 0; index < dualRunLimits.queued; index += 1) await start('engineer', fileOfSales())
    expect(await start('engineer', fileOfSales())).toMatchObject({ status: 409, json: { code: 'dualRun.limit' } })
  })

  it('reads the words of the former system from the form', async () => {
    const id = randomUUID()
    const file = new File(
      [
        fileOf([
          {
            ...tracedMessage(sale('declined', { email: 'added@x.example' })),
            response: { resultDetails: { MerchantRuleDecision: 'Declined' } },
          },
        ]),
      ],
      'events.ndjson',
    )
    await start('engineer', file, { id, fields: { 'words[0][word]': 'Declined', 'words[0][decision]': 'Reject' } })
    await runDualRuns({ ...ports(), perform })
    expect(await load(id)).toMatchObject({
      words: [{ word: 'Declined', decision: 'Reject' }],
      summary: { parity: 100, compared: 1 },
    })
  })

  it('stops when it is cancelled, and is gone when it is removed', async () => {
    const id = randomUUID()
    await start('engineer', fileOfSales(), { id })
    const cancelling: PerformDualRun = async (run, progress) => {
      expect((await call('engineer', 'POST', `${places.root}/dual-runs/${id}/cancel`)).json).toEqual({
        cancelled: true,
      })
      return perform(run, progress)
    }
    await runDualRuns({ ...ports(), perform: cancelling })
    expect(await call('viewer', 'GET', `${places.root}/dual-runs`)).toEqual({ status: 200, json: [] })
    const ended = randomUUID()
    await start('engineer', fileOfSales(), { id: ended })
    await runDualRuns({ ...ports(), perform })
    expect((await call('engineer', 'POST', `${places.root}/dual-runs/${ended}/cancel`)).json).toEqual({
      cancelled: false,
    })
    expect((await call('engineer', 'DELETE', `${places.root}/dual-runs/${ended}`)).json).toEqual({ deleted: true })
    expect((await call('viewer', 'GET', `${places.root}/dual-runs/${ended}`)).status).toBe(404)
    const entries = await bench.store.db
      .selectFrom('audit_log')
      .select(['operation', 'resource_id'])
      .where('resource_type', '=', 'DualRun')
      .where('resource_id', 'in', [id, ended])
      .execute()
    expect(entries.map(({ operation }) => operation).toSorted()).toEqual(['Delete', 'Start', 'Start', 'Stop'])
  })

  it('belongs to its environment, and to users who may change rules', async () => {
    const id = randomUUID()
    await start('engineer', fileOfSales(), { id })
    expect((await start('viewer', fileOfSales())).status).toBe(403)
    expect((await start('support', fileOfSales())).status).toBe(403)
    expect((await start('engineer', fileOfSales(), { environmentId: places.foreign })).status).toBe(404)
    expect((await call('outsider', 'GET', `${places.root}/dual-runs/${id}`)).status).toBe(404)
    expect((await call('admin', 'GET', `${places.us}/dual-runs/${id}`)).status).toBe(404)
    expect((await call('viewer', 'DELETE', `${places.root}/dual-runs/${id}`)).status).toBe(403)
    expect((await call('viewer', 'GET', `${places.root}/dual-runs`)).json).toMatchObject([{ id, state: 'waiting' }])
  })

  it('is not started a third time when the process ended twice during it', async () => {
    const [deadly, next] = [randomUUID(), randomUUID()]
    await start('engineer', fileOfSales(), { id: deadly })
    await bench.store.db
      .updateTable('dual_run')
      .set({ created_at: new Date(now.getTime() - 1) })
      .execute()
    await start('engineer', fileOfSales(), { id: next })
    const started: string[] = []
    /** A process that ends while it performs a run stores nothing of it. */
    const startService = (): Promise<void> =>
      new Promise((resolve, reject) => {
        const die: PerformDualRun = () => {
          resolve()
          return new Promise(() => undefined)
        }
        const performed: PerformDualRun = (run, progress) => {
          started.push(run.id)
          return (run.id === deadly ? die : perform)(run, progress)
        }
        runDualRuns({ ...ports(), perform: performed }).then(resolve, reject)
      })
    for (let each = 0; each < 3; each += 1) await startService()
    expect(started).toEqual([deadly, deadly, next])
    expect(await load(deadly)).toMatchObject({ state: 'failed', failure: 'interrupted', report: null })
    expect(await load(next)).toMatchObject({ state: 'done' })
    const rows = await bench.store.db.selectFrom('dual_run').select('content').execute()
    expect(rows).toEqual([{ content: null }, { content: null }])
  })

  it('restarts however often the service was stopped in an orderly way', async () => {
    const id = randomUUID()
    await start('engineer', fileOfSales(), { id })
    for (let each = 0; each < 3; each += 1)
      await runDualRuns({ ...ports(), perform: () => Promise.reject(new DualRunInterruptedError()) })
    expect(await load(id)).toMatchObject({ state: 'running' })
    await runDualRuns({ ...ports(), perform })
    expect(await load(id)).toMatchObject({ state: 'done' })
  })

  it('refuses a small file that is large once it is unpacked', async () => {
    const id = randomUUID()
    const blanks = new TextEncoder().encode(' \n'.repeat(1024 * 512))
    const pieces = [fileOf([tracedMessage(sale('a')), '']), ...Array.from({ length: 256 }, () => blanks)]
    const unpacked = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start: controller => {
        for (const piece of pieces) controller.enqueue(piece)
        controller.close()
      },
    })
    const packed = unpacked.pipeThrough(new CompressionStream('gzip') as ReadableWritablePair<Uint8Array, Uint8Array>)
    const content = await new Response(packed).arrayBuffer()
    expect(content.byteLength).toBeLessThan(1024 * 1024)
    await start('engineer', new File([content], 'large.ndjson.gz'), { id })
    await runDualRuns({ ...ports(), perform })
    expect(await load(id)).toMatchObject({ state: 'failed', failure: 'tooLong' })
  })

  it('fails with the reason, and keeps no file', async () => {
    const id = randomUUID()
    await start('engineer', new File(['{"name":"FraudProtection.Audit"}'], 'audit.ndjson'), { id })
    await runDualRuns({ ...ports(), perform })
    expect(await load(id)).toMatchObject({ state: 'failed', failure: 'noEvents', report: null })
    const { content } = await bench.store.db.selectFrom('dual_run').select('content').executeTakeFirstOrThrow()
    expect(content).toBeNull()
  })
})
