import type { z } from 'zod'
import type { SearchRemoval, searchCountInputSchema } from '../../contract/index.ts'
import { limited, queryOf, type SearchReader } from './search.ts'
import { countEvents } from './store.ts'

type CountInput = z.output<typeof searchCountInputSchema>
type Filter = CountInput['filter']

/** The filter without one of its conditions, and without a group that has no other. */
function withoutCondition(filter: Filter, { group, index }: Omit<SearchRemoval, 'count'>): Filter {
  const remaining = <T>(conditions: readonly T[]): T[] => conditions.filter((_, at) => at !== index)
  if (group === null) return { ...filter, conditions: remaining(filter.conditions) }
  return {
    ...filter,
    groups: filter.groups
      .map((each, at) => (at === group ? { ...each, conditions: remaining(each.conditions) } : each))
      .filter(({ conditions }) => conditions.length > 0),
  }
}

/**
 * Counts what a search would find without each of its conditions, most first: the first one removes the most events.
 * @throws ValidationError, ConflictError
 */
export async function countRemovals(reader: SearchReader, input: CountInput): Promise<SearchRemoval[]> {
  const { filter } = input
  const places = [
    ...filter.conditions.map((_, index) => ({ group: null, index })),
    ...filter.groups.flatMap(({ conditions }, group) => conditions.map((_, index) => ({ group, index }))),
  ]
  return limited(reader.signal, reader.seconds, async signal => {
    const removals: SearchRemoval[] = []
    // One after the other: a search of the whole period is work for the database.
    for (const place of places) {
      const query = queryOf(reader, { ...input, filter: withoutCondition(filter, place) })
      removals.push({ ...place, count: await countEvents(reader.db, query, signal) })
    }
    return removals.sort((a, b) => b.count - a.count)
  })
}
