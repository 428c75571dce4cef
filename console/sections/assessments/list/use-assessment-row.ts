import type { Assessment } from '@assay/risk-service/contract'
import { useCan } from '../../../platform/environments/environments.tsx'
import { useAssessmentName } from '../../../platform/events/use-assessment-name.ts'
import { canOpen } from '../../../platform/permissions/route-table.ts'
import { type PageLink, pagesOfAssessment } from './page-links.ts'

/** Returns what an assessment is called, and the pages about it that open for the user. */
export function useAssessmentRow(row: Assessment): { name: string; pages: readonly PageLink[] } {
  const can = useCan()
  const name = useAssessmentName()(row.eventType, row.name)
  return { name, pages: pagesOfAssessment(row).filter(({ route }) => canOpen(route, can)) }
}
