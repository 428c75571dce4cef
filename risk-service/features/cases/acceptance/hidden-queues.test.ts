import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { GraphNeighbourhood, SearchOutput, SimulatedRoute } from '../../../contract/index.ts'
import { caseFields } from '../../search/fields/case-fields.ts'
import { type CaseBench, caseIds, openCaseBench, resetCaseBench } from '../testing/case-bench.ts'

let bench: CaseBench
let insiders: string
beforeAll(async () => {
  bench = await openCaseBench()
})
afterAll(() => bench.close())
/** P-1 waits in a queue that is open to Ana, to its supervisor Sofia and to managers; P-2 in General. */
beforeEach(async () => {
  await resetCaseBench(bench)
  const { Ana = '', Sofia = '' } = bench.people
  insiders = await bench.queue('Insiders', {
    restrictToAssignees: true,
    assignedUsers: [Ana],
    supervisors: [Sofia],
    escalation: true,
  })
  await bench.route('R1', 'ROUTETO Queue("Insiders") WHEN @"purchase.request.totalAmount" > 1000')
  await bench.send({ id: 'P-1', amount: 2500 })
  await bench.send({ id: 'P-2', amount: 20 })
  bench.at('09:05:01')
  await bench.tick()
})

const outside = ['Ben', 'Vera', 'Finn', 'Sam']
const inside = ['Ana', 'Sofia', 'Max', 'Pia', 'Adi']
const fields = caseFields.map(({ id }) => id)
const search = async (as: string, conditions: object[], more: object = {}) =>
  (
    await bench.call<SearchOutput>(as, 'POST', `${caseIds.root}/search`, {
      eventType: 'purchase',
      filter: { period: 'all', conditions },
      ...more,
    })
  ).json
const found = async (as: string, conditions: object[]) =>
  (await search(as, conditions)).rows.map(({ externalId }) => externalId).toSorted()
const decide = async () => {
  const { json } = await bench.onCase('Ana', 'P-1', '/lock', {})
  const { leaseToken } = json.own
  await bench.onCase('Ana', 'P-1', '/tags', { leaseToken, tags: ['ring'] })
  const decided = await bench.onCase('Ana', 'P-1', '/decision', {
    leaseToken,
    decision: 'Approve',
    reason: 'Verified customer',
    note: 'called',
  })
  expect(decided.status).toBe(200)
}

describe('cases of a queue that is restricted to its assignees', () => {
  it.each(['waiting', 'decided'])('are not found by any field of the case by others (%s)', async state => {
    if (state === 'decided') await decide()
    for (const as of outside) {
      for (const column of fields) {
        expect([as, column, await found(as, [{ column, op: 'notNull' }])]).not.toContainEqual([
          as,
          column,
          expect.arrayContaining(['P-1']),
        ])
        expect([as, column, await found(as, [{ column, op: 'null' }])]).toEqual([
          as,
          column,
          expect.arrayContaining(['P-1']),
        ])
      }
      expect(await found(as, [{ column: 'queueName', op: 'eq', value: 'Insiders' }])).toEqual([])
      expect(await found(as, [{ column: 'queueName', op: 'neq', value: 'Insiders' }])).toEqual(['P-1', 'P-2'])
    }
  })
  it('are found by its people and by managers', async () => {
    for (const as of inside)
      expect([as, await found(as, [{ column: 'queueName', op: 'eq', value: 'insiders' }])]).toEqual([as, ['P-1']])
  })
  it('have empty values for others in rows and in exported files', async () => {
    const valuesOf = async (as: string) => {
      const { rows } = await search(as, [], { fields: ['queueName', 'caseState', 'escalated'] })
      return rows.find(({ externalId }) => externalId === 'P-1')?.values
    }
    const file = (as: string) =>
      bench.download(as, `${caseIds.root}/search/export`, {
        eventType: 'purchase',
        filter: { period: 'all' },
        columns: ['externalId', 'queueName', 'caseState'].map(column => ({ column, name: column })),
      })
    const none = { queueName: [], caseState: [], escalated: [] }
    for (const as of outside) {
      expect([as, await valuesOf(as)]).toEqual([as, none])
      expect([as, (await file(as)).text]).toEqual([as, expect.stringMatching(/P-1,,\r\n/)])
    }
    expect(await valuesOf('Ana')).toMatchObject({ queueName: ['Insiders'], caseState: ['Pending'] })
    expect((await file('Ana')).text).toContain('Insiders')
  })
  it('are in no number of a comparison or of a graph for others', async () => {
    const conditions = [{ column: 'caseState', op: 'eq', value: 'Pending' }]
    const compared = async (as: string) =>
      (
        await bench.call<{ a: { found: number } }>(as, 'POST', `${caseIds.root}/contrast`, {
          eventType: 'purchase',
          a: { kind: 'search', filter: { period: 'all', conditions } },
          b: { kind: 'search', filter: { period: 'all' } },
        })
      ).json.a.found
    const drawn = async (as: string) => {
      const { json } = await bench.call<GraphNeighbourhood>(as, 'POST', `${caseIds.root}/graph/neighbourhood`, {
        start: { kind: 'key', key: 'user', value: 'user of P-1' },
        steps: 1,
        filter: { reviews: ['open'] },
      })
      return json.nodes.map(({ text }) => text)
    }
    expect([await compared('Finn'), await compared('Max')]).toEqual([1, 2])
    expect(await drawn('Finn')).not.toContain('P-1')
    expect(await drawn('Pia')).toContain('P-1')
  })
  it('are not told by the simulator of routing rules to who may not see them', async () => {
    const caseOf = async (as: string) =>
      (
        await bench.call<SimulatedRoute[]>(as, 'POST', `${caseIds.root}/routing-rules/simulate`, { eventId: 'P-1' })
      ).json.map(route => route.case)
    expect(await caseOf('Finn')).toEqual([null])
    expect(await caseOf('Max')).toEqual([{ state: 'Pending', queue: 'Insiders', rule: 'R1' }])
  })
  it('are found again when the queue is opened, and by the members of a group of the queue', async () => {
    const byName = [{ column: 'queueName', op: 'eq', value: 'Insiders' }]
    const group = randomUUID()
    const { Ben = '' } = bench.people
    await bench.store.db
      .insertInto('reviewer_group')
      .values({ id: group, environment_id: caseIds.root, name: 'Desk', members: [Ben] })
      .execute()
    const put = async (settings: object) => {
      const queue = await bench.store.db
        .selectFrom('case_queue')
        .select('settings')
        .where('id', '=', insiders)
        .executeTakeFirstOrThrow()
      await bench.store.db
        .updateTable('case_queue')
        .set({ settings: JSON.stringify({ ...(queue.settings as object), ...settings }) })
        .where('id', '=', insiders)
        .execute()
    }
    await put({ assignedGroups: [group] })
    expect([await found('Ben', byName), await found('Vera', byName)]).toEqual([['P-1'], []])
    await put({ restrictToAssignees: false })
    expect(await found('Vera', byName)).toEqual(['P-1'])
  })
})
