import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { CaseMention } from '../../../contract/index.ts'
import { type CaseBench, caseIds, openCaseBench, resetCaseBench } from '../testing/case-bench.ts'

let bench: CaseBench
beforeAll(async () => {
  bench = await openCaseBench()
})
afterAll(() => bench.close())
beforeEach(async () => {
  await resetCaseBench(bench)
  await bench.store.db.deleteFrom('note_read').execute()
  await bench.send({ id: 'P-1' })
  await bench.send({ id: 'P-2', review: false })
  bench.at('09:06')
})

const notes = (id: string) => `${caseIds.root}/events/purchase/${id}/notes`
const write = async (as: string, id: string, text: string) => {
  const noteId = randomUUID()
  const { status } = await bench.call(as, 'POST', notes(id), { noteId, text })
  expect(status).toBe(200)
  return noteId
}
const mentions = (as = 'Ana') => bench.call<CaseMention[]>(as, 'GET', `${caseIds.root}/casemanagement/mentions`)
const listed = async (as = 'Ana') => (await mentions(as)).json.map(each => [each.externalId, each.unread])

it('lists the notes of others that mention the caller, unread ones first, with the queue of the case', async () => {
  const first = await write('Max', 'P-1', 'Please look, @Ana')
  bench.at('09:07')
  await write('Max', 'P-2', '@Ana and @Ben: the same customer')
  expect(await listed()).toEqual([
    ['P-2', true],
    ['P-1', true],
  ])
  bench.at('09:08')
  await bench.call('Ana', 'PUT', `${notes('P-2')}/read`, {})
  const { json } = await mentions()
  expect(json.map(each => [each.externalId, each.unread])).toEqual([
    ['P-1', true],
    ['P-2', false],
  ])
  expect(json[0]).toMatchObject({ noteId: first, author: 'Max', text: 'Please look, @Ana' })
  expect(json[0]?.queueId).not.toBeNull()
  expect(json[1]?.queueId).toBeNull()
  expect(await listed('Ben')).toEqual([['P-2', true]])
})

it('a note that was read is unread again when it is edited, as the mention may be new', async () => {
  const noteId = await write('Max', 'P-1', 'Look at this')
  bench.at('09:07')
  await bench.call('Ana', 'PUT', `${notes('P-1')}/read`, {})
  bench.at('09:08')
  await bench.call('Max', 'PATCH', `${notes('P-1')}/${noteId}`, { text: 'Look at this, @Ana', baseVersion: 1 })
  expect(await listed()).toEqual([['P-1', true]])
})

it('leaves out own notes, deleted ones and those that mention others', async () => {
  await write('Ana', 'P-1', 'For me: @Ana')
  await write('Max', 'P-1', 'For you, @Ben')
  const deleted = await write('Max', 'P-1', 'Never mind, @Ana')
  await bench.call('Max', 'DELETE', `${notes('P-1')}/${deleted}`)
  expect(await listed()).toEqual([])
})

it('does not name the queue of a case to who does not see it', async () => {
  await bench.queue('Closed', { restrictToAssignees: true, assignedUsers: [bench.people['Ben'] ?? ''] })
  await bench.route('To closed', 'ROUTETO Queue("Closed")')
  await bench.send({ id: 'P-3' })
  bench.at('09:20')
  await write('Max', 'P-3', '@Ana @Ben')
  expect((await mentions('Ana')).json[0]?.queueId).toBeNull()
  expect((await mentions('Ben')).json[0]?.queueId).not.toBeNull()
})

it('is refused to strangers', async () => {
  expect((await mentions('Outsider')).status).toBe(404)
})
