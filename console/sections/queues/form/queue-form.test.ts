import { ORPCError } from '@orpc/client'
import { describe, expect, it } from 'vitest'
import { createQueue, decisions } from '../testing/queue-samples.ts'
import {
  newQueueForm,
  type QueueForm,
  queueBodyOf,
  queueFieldErrors,
  queueFormOf,
  queueResolver,
} from './queue-form.ts'
import { countOverdue } from './setting-effects.tsx'

const form: QueueForm = { ...newQueueForm(), name: 'Night', defaultAction: 'Approve' }
const resolve = queueResolver(decisions.queueDecisions)
const userId = '0198a000-0000-4000-8000-000000000001'

async function errorsOf(more: Partial<QueueForm>) {
  const { errors } = await resolve({ ...form, ...more }, undefined, { fields: {}, shouldUseNativeValidation: false })
  return errors
}

describe('the form of a queue', () => {
  it('sends what it shows, and nothing for what is switched off', async () => {
    expect(await errorsOf({})).toEqual({})
    expect(queueBodyOf(form)).toMatchObject({ allowedDecisions: null, sla: null, fourEyes: null, timeoutMinutes: 1440 })
  })
  it('sends no queue for escalated cases while nothing can be escalated', () => {
    const chosen = { ...form, escalationQueueId: userId }
    expect(queueBodyOf({ ...chosen, escalation: true }).escalationQueueId).toBe(userId)
    expect(queueBodyOf({ ...chosen, escalation: false }).escalationQueueId).toBeNull()
  })
  it('shows a stored queue as it is stored', () => {
    const stored = createQueue(1, {
      allowedDecisions: ['Approve', 'Reject'],
      sla: { firstTouchMinutes: 30, resolutionMinutes: null },
      fourEyes: { amountUsd: 5_00, decisions: ['Reject'], randomPercent: 2, blind: true },
    })
    expect(queueBodyOf(queueFormOf(stored))).toMatchObject({
      allowedDecisions: stored.allowedDecisions,
      sla: stored.sla,
      fourEyes: stored.fourEyes,
    })
  })
  it.each([
    ['name', { name: ' ' }, 'Queues.Form.Name.Missing'],
    ['name', { name: '-night' }, 'Queues.Form.Name.Rule'],
    ['name', { name: 'n'.repeat(61) }, 'Common.TooLong'],
    ['timeoutMinutes', { timeoutMinutes: 14 }, 'Queues.Form.Timeout.Rule'],
    ['timeoutMinutes', { timeoutMinutes: null }, 'Queues.Form.Timeout.Rule'],
    ['sampling', { sampling: 101 }, 'Queues.Form.Percent.Rule'],
    ['allowedDecisions', { allowedDecisions: ['Approve'] }, 'Queues.Form.Decisions.Rule'],
    ['supervisors', { escalation: true }, 'Queues.Form.Supervisors.Missing'],
    ['supervisors', { assignedUsers: [userId], supervisors: [userId] }, 'Queues.Form.Supervisors.Both'],
  ] as const)('names what is wrong at %s', async (field, more, message) => {
    expect((await errorsOf(more as Partial<QueueForm>))[field]?.message).toBe(message)
  })
  it('the order by expected saving needs a default action to compare with', async () => {
    const undecided = { name: 'Later', caseAction: 'None' as const, reasons: ['Waits'] }
    const resolver = queueResolver([...decisions.queueDecisions, undecided])
    const errorsWith = async (defaultAction: string) =>
      (
        await resolver({ ...form, orderBy: 'expectedSaving', direction: 'descending', defaultAction }, undefined, {
          fields: {},
          shouldUseNativeValidation: false,
        })
      ).errors
    expect(await errorsWith('Approve')).toEqual({})
    expect((await errorsWith('Later')).defaultAction?.message).toBe('Queues.Form.Saving.Rule')
  })
  it('names what is wrong inside of targets, second approval and checklist', async () => {
    expect(await errorsOf({ sla: { firstTouchMinutes: 0, resolutionMinutes: null } })).toMatchObject({
      sla: { firstTouchMinutes: { message: 'Queues.Form.Sla.Rule' } },
    })
    expect(await errorsOf({ fourEyes: { ...form.fourEyes, on: true } })).toMatchObject({
      fourEyes: { amountUsd: { message: 'Queues.Form.FourEyes.Empty' } },
    })
    expect(await errorsOf({ checklist: [{ id: userId, label: '', kind: 'yesNo' }] })).toMatchObject({
      checklist: [{ label: { message: 'Queues.Form.Checklist.Missing' } }],
    })
  })
  it('names what is wrong with a quick decision, and sends no tag for an empty field', async () => {
    const quick = {
      key: '1' as const,
      label: 'Low risk',
      decision: 'Approve',
      reason: 'Low risk',
      note: '{amount}',
      lists: [],
      tag: ' ',
    }
    expect(await errorsOf({ quickDecisions: [quick] })).toEqual({})
    expect(queueBodyOf({ ...form, quickDecisions: [quick] }).quickDecisions).toMatchObject([{ tag: null }])
    const errors = await errorsOf({
      quickDecisions: [
        { ...quick, label: '' },
        { ...quick, note: 'Paid {total}' },
        { ...quick, key: '2', decision: 'Postpone' },
        { ...quick, key: '3', reason: 'Stolen card' },
        { ...quick, key: '4', lists: [{ list: 'email', status: 'Watch', days: 0 }] },
      ],
    })
    expect(errors.quickDecisions).toMatchObject([
      { label: { message: 'Queues.Form.Quick.Label.Missing' } },
      {
        key: { message: 'Queues.Form.Quick.Key.Taken' },
        note: { message: 'Queues.Form.Quick.Placeholder', values: { name: '{total}' } },
      },
      { decision: { message: 'Queues.Form.Quick.Decision.Missing' } },
      { reason: { message: 'Queues.Form.Quick.Reason.Missing' } },
      { lists: [{ days: { message: 'Queues.Form.Quick.Days.Rule' } }] },
    ])
  })
  it('shows a refusal of the service at its field', () => {
    const refuse = (status: number, data: unknown) => queueFieldErrors(new ORPCError('X', { status, data }))
    expect(refuse(409, { reason: 'queue.nameTaken' })).toEqual({ name: { id: 'Queues.Form.Name.Taken' } })
    expect(refuse(409, { reason: 'queue.referenced' })).toEqual({ name: { id: 'Queues.Form.Name.Referenced' } })
    expect(refuse(422, { issues: [{ path: ['settings', 'supervisors'], message: 'Wrong.' }] })).toEqual({
      supervisors: { id: 'Queues.Form.Refused' },
    })
    expect(refuse(422, { issues: [{ path: ['settings', 'quickDecisions', 1, 'reason'], message: 'Wrong.' }] })).toEqual(
      { 'quickDecisions.1.reason': { id: 'Queues.Form.Refused' } },
    )
    expect(refuse(500, null)).toBeNull()
  })
})

it('a shorter time-out makes the cases overdue that end within the time of grace', () => {
  const now = Date.parse('2026-01-05T12:00:00Z')
  const timeouts = [
    '2026-01-05T13:00:00Z',
    '2026-01-05T13:15:00Z',
    '2026-01-05T13:16:00Z',
    '2026-01-05T11:00:00Z',
    null,
  ]
  expect(countOverdue(timeouts, 60 * 60_000, now)).toBe(2)
})
