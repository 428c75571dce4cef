import { cn, useFormat } from '@assay/design-system'
import type { FoundRing, Ring } from '@assay/risk-service/contract'
import { type ReactNode, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { RingFacts } from './ring-facts.tsx'

/** What a list shows of a ring, stored or found just now. */
export type ListedRing = Ring | FoundRing

interface RingListProps<Each extends ListedRing> {
  rings: readonly Each[]
  /** The ring or the node that the graph starts from. */
  current: string | null
  onOpen: (ring: Each) => void
  /** A menu at the end of each. */
  actions?: (ring: Each) => ReactNode
}

/** Rings, each with its figures and its score; pressing one opens it in the graph. */
export function RingList<Each extends ListedRing>({ rings, current, onOpen, actions }: RingListProps<Each>) {
  const format = useFormat()
  const [now] = useState(() => Date.now())
  return (
    <ul>
      {rings.map(ring => {
        const { name } = ring
        const id = 'id' in ring ? ring.id : name.node
        const active = id === current
        return (
          <li
            key={id}
            data-ring={id}
            className={cn(
              'flex items-start border-s-2 border-transparent pe-1 hover:bg-surface-hover',
              active && 'border-accent bg-surface-selected system-outline',
            )}
          >
            <button
              type="button"
              aria-current={active || undefined}
              className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] gap-0.5 px-4 py-2 text-start text-sm focus-ring-inset"
              onClick={() => onOpen(ring)}
            >
              <span className="flex items-baseline justify-between gap-2">
                <bdi className="min-w-0 truncate font-medium">
                  <FormattedMessage id="Explorer.Ring.Name" values={{ name: name.text, more: name.more }} />
                </bdi>
                <b className="font-semibold tabular-nums">{ring.score}</b>
              </span>
              <span className="text-xs text-fg-muted">
                <FormattedMessage
                  id="Explorer.Ring.Figures"
                  values={{
                    users: ring.users,
                    shared: ring.shared,
                    transactions: ring.transactions,
                    amount: format.money(ring.amountUsd / 100, 'USD'),
                  }}
                />
              </span>
              <RingFacts ring={ring} now={now} />
            </button>
            {actions?.(ring)}
          </li>
        )
      })}
    </ul>
  )
}
