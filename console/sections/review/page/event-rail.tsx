import type { EventDetail } from '@assay/risk-service/contract'
import type { ReactNode } from 'react'
import { TimelineCard } from '../facts/timeline-card.tsx'
import { ExternalLinksCard } from '../links/external-links-card.tsx'
import { SharedEntitiesCard } from '../links/shared-entities-card.tsx'
import type { TimelineRecord } from '../timeline/timeline-record.tsx'

interface EventRailProps {
  detail: EventDetail
  /** What happened to the case of the event. */
  history: readonly TimelineRecord[]
  /** What people write about the event. */
  notes: ReactNode
  /** Cards of the case: its checklist and its links. */
  caseCards: ReactNode
}

/** The column of people and time, from top to bottom: what happened, what people write, the case, the links. */
export function EventRail({ detail, history, notes, caseCards }: EventRailProps) {
  return (
    <>
      <TimelineCard detail={detail} history={history} />
      {notes}
      {caseCards}
      <SharedEntitiesCard detail={detail} />
      <ExternalLinksCard detail={detail} />
    </>
  )
}

/** A tab, with the notes at its side while they are open: they stay where they are when the tab changes. */
export function BesideNotes({ notes, children }: { notes: ReactNode; children: ReactNode }) {
  if (notes === null) return children
  return (
    <div className="grid gap-3 lg:grid-cols-[minmax(0,1fr)_304px]">
      <div className="flex min-w-0 flex-col">{children}</div>
      <div className="min-w-0">{notes}</div>
    </div>
  )
}
