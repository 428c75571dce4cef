import { useQuery } from '@tanstack/react-query'
import { FormattedMessage, useIntl } from 'react-intl'
import { useNavigate } from 'react-router-dom'
import { api } from '../../../platform/api/client.ts'
import { useEnvironment, useHref } from '../../../platform/environments/environments.tsx'
import { DeleteAssessment } from '../list/delete-assessment.tsx'
import { type SectionProps, SummarySection } from './summary-section.tsx'

/** Deletes an assessment, for those who may. */
export function DangerSection({ configuration: { id }, locked }: SectionProps) {
  const intl = useIntl()
  const href = useHref()
  const navigate = useNavigate()
  const { id: environmentId } = useEnvironment()
  const { data } = useQuery(api.assessments.list.queryOptions({ input: { environmentId }, staleTime: 60_000 }))
  const row = data?.find(each => each.id === id)
  if (locked || row === undefined) return null
  return (
    <SummarySection title={intl.formatMessage({ id: 'Assessments.Danger' })}>
      <p className="text-fg-secondary">
        <FormattedMessage id="Assessments.Delete.Data" />
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <DeleteAssessment row={row} variant="danger" onDeleted={() => void navigate(href('/fraud/assessments'))} />
      </div>
    </SummarySection>
  )
}
