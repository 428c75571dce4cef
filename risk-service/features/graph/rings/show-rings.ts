import type { FoundRing, RingMemberNode } from '../../../contract/graph/rings.ts'
import { ringLimits, type StrongEntityType } from '../../../contract/index.ts'
import type { Masking } from '../../../kernel/personal-data/masking.ts'
import type { NodeIds } from '../store/node-ids.ts'

/** A member with its sent text. */
export interface MemberRow {
  type: string
  value: string
  display: string
  users: number
  first_at: Date
  last_at: Date
}

interface Shown {
  type: string
  display: string
}

/**
 * Returns the addresses and telephone numbers that stand for something else, such as the id of a user: among the members
 * of a ring they have no member of their own type, by which they would be hidden.
 */
const contactsIn = (members: readonly Shown[]): Shown[] =>
  members.flatMap(({ type, display }) =>
    type === 'email' || type === 'phone' || type === 'address'
      ? []
      : display.includes('@')
        ? [{ type: 'email', display }]
        : display.trim().startsWith('+')
          ? [{ type: 'phone', display }]
          : [],
  )

/** Returns members as the caller may see them; those of one ring together, so that a value is hidden in all of them. */
export async function showMembers(
  { ids, masking }: { ids: NodeIds; masking: Masking },
  rows: readonly MemberRow[],
): Promise<{ members: RingMemberNode[]; complete: boolean }> {
  const entities = rows.map(({ type, display }) => ({ type, display }))
  const visible = masking.apply({ entities, contacts: contactsIn(entities) }).entities
  const members = await Promise.all(
    rows.slice(0, ringLimits.members).map(async ({ type, value, display, users, first_at, last_at }, index) => {
      const text = visible[index]?.display ?? ''
      return {
        id: await ids.encode({ type: type as RingMemberNode['type'], value }),
        type: type as RingMemberNode['type'],
        text,
        key: text === display ? display : null,
        users,
        firstSeen: first_at.toISOString(),
        lastSeen: last_at.toISOString(),
      }
    }),
  )
  return { members, complete: rows.length <= ringLimits.members }
}

/** Returns the name of a ring as the caller may see it. */
export async function showName(
  { ids, masking }: { ids: NodeIds; masking: Masking },
  { type, value, display, shared }: { type: StrongEntityType; value: string; display: string; shared: number },
): Promise<FoundRing['name']> {
  const text = masking.apply({ type, display, contacts: contactsIn([{ type, display }]) }).display
  return { node: await ids.encode({ type, value }), type, text, more: shared - 1 }
}
