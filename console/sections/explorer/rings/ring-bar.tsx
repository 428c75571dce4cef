import { Button, useAnnounce, useNow } from '@assay/design-system'
import type { RingDetail } from '@assay/risk-service/contract'
import { useMemo } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { RingFacts } from './ring-facts.tsx'

interface RingBarProps {
  ring: RingDetail
  /** Whether a node is in the graph. */
  isDrawn: (node: string) => boolean
  onSelect: (members: readonly string[]) => void
}

/** The ring from which the graph starts: how large it is, and its members as a selection. */
export function RingBar({ ring, isDrawn, onSelect }: RingBarProps) {
  const intl = useIntl()
  const announce = useAnnounce()
  const now = useNow()
  const members = useMemo(() => ring.members.flatMap(({ id }) => (isDrawn(id) ? [id] : [])), [ring, isDrawn])
  const name = intl.formatMessage({ id: 'Explorer.Ring.Name' }, { name: ring.name.text, more: ring.name.more })
  const missing = ring.members.length - members.length
  return (
    <section
      data-slot="ring-bar"
      aria-label={name}
      className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-be border-line-subtle px-4 py-2 text-sm"
    >
      <bdi className="min-w-0 truncate font-medium">{name}</bdi>
      <span className="text-fg-secondary">
        <FormattedMessage
          id="Explorer.Ring.Size"
          values={{ users: ring.users, shared: ring.shared, transactions: ring.transactions, score: ring.score }}
        />
      </span>
      <RingFacts ring={ring} now={now} />
      {missing > 0 || !ring.complete ? (
        <span className="text-fg-muted">
          <FormattedMessage id="Explorer.Ring.Missing" values={{ count: missing }} />
        </span>
      ) : null}
      <Button
        className="ms-auto"
        size="sm"
        disabled={members.length === 0}
        onClick={() => {
          onSelect(members)
          announce(intl.formatMessage({ id: 'DesignSystem.Graph.Selected' }, { count: members.length }))
        }}
      >
        <FormattedMessage id="Explorer.Ring.Select" values={{ count: members.length }} />
      </Button>
    </section>
  )
}
