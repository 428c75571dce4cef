import { belowMd, DataTable, useFormat, useMediaQuery } from '@assay/design-system'
import type { Queue } from '@assay/risk-service/contract'
import { type ReactNode, useMemo } from 'react'
import { useIntl } from 'react-intl'
import { useCaseLinks } from '../../../platform/cases/case-links.ts'
import { useAssessmentName } from '../../../platform/events/use-assessment-name.ts'
import { StartReviewButton } from '../start/start-review-button.tsx'
import { queueColumns } from './queue-columns.tsx'
import type { QueueEntryProps } from './queue-tile.tsx'

interface QueueTableProps {
  /** In the order in which they are shown. */
  queues: readonly Queue[]
  withEnvironment: boolean
  empty: ReactNode
  entryOf: (queue: Queue) => QueueEntryProps
  menuOf: (queue: Queue) => ReactNode
}

/** Queues as rows, for comparing them. */
export function QueueTable({ queues, withEnvironment, empty, entryOf, menuOf }: QueueTableProps) {
  const intl = useIntl()
  const format = useFormat()
  const assessmentName = useAssessmentName()
  const small = useMediaQuery(belowMd)
  const { queueHref } = useCaseLinks()
  const columns = useMemo(
    () => queueColumns({ intl, format, assessmentName, href: queueHref, withEnvironment }),
    [intl, format, assessmentName, queueHref, withEnvironment],
  )
  return (
    <DataTable
      className="min-w-0 flex-1"
      label={intl.formatMessage({ id: 'Queues.Title' })}
      narrow={small ? 'cards' : 'scroll'}
      columns={columns}
      rows={queues}
      getRowId={({ id }) => id}
      getRowName={({ name }) => name}
      status={queues.length === 0 ? 'noResults' : 'ready'}
      message={queues.length === 0 ? empty : undefined}
      rowActions={queue => (
        <>
          <StartReviewButton size="sm" tabIndex={-1} {...entryOf(queue)} />
          {menuOf(queue)}
        </>
      )}
    />
  )
}
