import type { EntityUsers, EventDetail } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { api } from '../../../platform/api/client.ts'
import { caseInputOf } from '../../../platform/cases/case-links.ts'
import { OtherUsers } from './other-users.tsx'
import { useValueAddress } from './value-search.tsx'

type EntityType = EventDetail['entities'][number]['type']

const same = (one: string, other: string) => one.localeCompare(other, undefined, { sensitivity: 'accent' }) === 0

/** Returns who else has a value of an event in 90 days: the counts, and how they are shown beside the value. */
export function useEntityUsers(detail: Pick<EventDetail, 'row' | 'entities'>) {
  const addressOf = useValueAddress()
  const { data } = useQuery(
    api.events.entityUsers.queryOptions({ input: caseInputOf(detail.row), staleTime: 60_000, retry: false }),
  )
  /** Null: not counted, or not yet. */
  const find = (type: EntityType, value: string | null): EntityUsers | null => {
    if (value === null) return null
    // The counts stand in the order of the entities.
    const [found, ...more] = detail.entities.flatMap((entity, index) =>
      entity.type === type && same(entity.display, value) ? [index] : [],
    )
    // Of several values that are masked alike, nobody can tell which one is meant.
    return found === undefined || more.length > 0 ? null : (data?.[found] ?? null)
  }
  /** The other users of a value with a link to the search for it; nothing for a value without any. */
  const others = (type: EntityType, value: string | null, field?: string): ReactNode => {
    const found = find(type, value)
    if (found === null || value === null || found.users === 0) return null
    const address = field === undefined ? null : addressOf(field, value)
    const text = <OtherUsers users={found.users} complete={found.complete} />
    return address === null ? (
      <span> {text} </span>
    ) : (
      <Link className="inline-flex min-h-6 items-center text-link underline focus-ring" to={address}>
        {text}
      </Link>
    )
  }
  return { find, others }
}
