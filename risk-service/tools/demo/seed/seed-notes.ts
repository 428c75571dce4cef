import { createNote } from '../../../features/notes/notes.ts'
import { loadEnvironmentTree } from '../../../kernel/environments/environment-tree.ts'
import { type DemoAccount, demoEnvironmentIds, demoTenants } from '../../../kernel/identity/demo-tenants.ts'
import { createLiveHub } from '../../../kernel/live/live-hub.ts'
import type { Db } from '../../../ports/database.ts'
import { minute } from '../history/orders.ts'
import { demoAccount } from './demo-authors.ts'

interface DemoNote {
  number: number
  author: DemoAccount
  /** Minutes after the event. */
  after: number
  text: string
  /** Number of the note that this one replies to. */
  replyTo?: number
}
interface NotedEvent {
  tenant: number
  environmentId: string
  /** The notes are on the newest event of this decision but so many. */
  decision: 'Review' | 'Reject'
  skip: number
  notes: readonly DemoNote[]
}

const analyst = demoAccount(0, 'analyst')
const senior = demoAccount(0, 'senior-analyst')
const manager = demoAccount(0, 'fraud-manager')
const agent = demoAccount(1, 'psp-agent')
const supervisor = demoAccount(1, 'psp-supervisor')

const notedEvents: readonly NotedEvent[] = [
  {
    tenant: 0,
    environmentId: demoEnvironmentIds.harborEu,
    decision: 'Review',
    skip: 0,
    notes: [
      {
        number: 1,
        author: manager,
        after: 8,
        text: `Asked the bank about this card. Reply expected before 15:00. @${senior.name}, please keep an eye on it.`,
      },
      { number: 2, author: senior, after: 21, replyTo: 1, text: 'The bank confirms the cardholder.' },
      {
        number: 3,
        author: analyst,
        after: 34,
        text: 'Phone answers, but the caller could not name the second order.\nTracking: https://parcels.example/track/4417',
      },
    ],
  },
  {
    tenant: 0,
    environmentId: demoEnvironmentIds.harborEu,
    decision: 'Review',
    skip: 1,
    notes: [
      {
        number: 4,
        author: senior,
        after: 12,
        text: 'Same parcel locker as two orders of yesterday. Both came from new accounts.',
      },
    ],
  },
  {
    tenant: 0,
    environmentId: demoEnvironmentIds.harborEu,
    decision: 'Reject',
    skip: 0,
    notes: [
      {
        number: 5,
        author: analyst,
        after: 5,
        text: 'Customer wrote to mailto:help@harbor.example and agrees with the rejection.',
      },
    ],
  },
  {
    tenant: 1,
    environmentId: demoEnvironmentIds.meridian,
    decision: 'Review',
    skip: 0,
    notes: [
      {
        number: 6,
        author: agent,
        after: 9,
        text: `Three wallets on one device. @${supervisor.name}, should we block it?`,
      },
      {
        number: 7,
        author: supervisor,
        after: 15,
        replyTo: 6,
        text: 'Watch it first: one of them belongs to a streamer.',
      },
    ],
  },
]

const noteId = (number: number): string => `a55a000b-0000-4000-8000-${number.toString(16).padStart(12, '0')}`

/**
 * Writes notes on a few of the newest events of the demo, as their authors would, with the notifications of those whom
 * they mention. A repeat writes none twice.
 */
export async function seedNotes(db: Db, now: Date): Promise<void> {
  // Notes are written up to half an hour after their event, and none in the future.
  const before = new Date(now.getTime() - 60 * minute)
  const live = createLiveHub({ epoch: 'demo' })
  for (const { tenant: index, environmentId, decision, skip, notes } of notedEvents) {
    const tenant = demoTenants[index]
    const event = await db
      .selectFrom('event')
      .select(['event_type', 'external_id', 'at'])
      .where('environment_id', '=', environmentId)
      .where('event_type', '=', 'purchase')
      .where('decision', '=', decision)
      .where('at', '<', before)
      .orderBy('at', 'desc')
      .offset(skip)
      .limit(1)
      .executeTakeFirst()
    if (!tenant || !event) continue
    const tree = await loadEnvironmentTree(db, tenant.id)
    for (const { number, author, after, text, replyTo } of notes) {
      const at = new Date(event.at.getTime() + after * minute)
      const { id, name, username, role } = author
      await createNote(
        {
          db,
          live,
          tree,
          ports: { clock: () => at, newId: () => crypto.randomUUID() },
          principal: { tenantId: tenant.id, id, name, username, wids: [], assignments: [] },
          actorRoles: role === null ? [] : [role],
          correlationId: noteId(number),
        },
        { environmentId, eventType: event.event_type, eventId: event.external_id },
        {
          noteId: noteId(number),
          parentId: replyTo === undefined ? null : noteId(replyTo),
          text,
          attachmentIds: [],
        },
      )
    }
  }
  live.close()
}
