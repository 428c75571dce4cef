import { Tag } from '../../primitives/tag/tag.tsx'
import type { EmptyFilter } from './empty-state.tsx'

/** The filters that exclude everything, removable one by one. */
export function EmptyFilters({ filters }: { filters: readonly EmptyFilter[] }) {
  return (
    <ul data-tag-list className="mbs-2 flex max-w-full flex-wrap justify-center gap-2">
      {filters.map((filter, index) => {
        // A tag keeps its identity when another is removed; only a duplicate id needs its index.
        const twice = filters.findIndex(other => other.id === filter.id) < index
        return (
          <li key={twice ? `${filter.id} ${index}` : filter.id} className="max-w-full">
            <Tag name={filter.label} {...(filter.onRemove ? { onRemove: filter.onRemove } : {})} />
          </li>
        )
      })}
    </ul>
  )
}
